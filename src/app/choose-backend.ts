/** Which backend these settings lead to on this machine. */
import { type BackendChoice, chooseBackend } from "../backends/choose.ts";
import type { Settings } from "../model/settings.ts";
import type { Host } from "./host.ts";

export function chooseBackendOn(
  { sendRequest }: Pick<Host, "sendRequest">,
  settings: Settings,
): Promise<BackendChoice> {
  return chooseBackend(settings, async () => {
    const { findOllama } = await import("../backends/find-ollama.ts");
    return findOllama(settings, sendRequest);
  });
}
