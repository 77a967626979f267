/** Which display this host can have. The terminal's entry is read only where it matters. */
import { type ChosenDisplay, chooseDisplay } from "../display/choose.ts";
import type { DisplayChoice } from "../model/settings.ts";
import type { Host } from "./host.ts";

export function chooseDisplayFor({ stdin, stdout, env }: Host, asked: DisplayChoice): Promise<ChosenDisplay> {
  return chooseDisplay({
    asked,
    stdinIsTty: stdin.isTTY === true,
    stdoutIsTty: stdout.isTTY === true,
    term: env.TERM,
    lookUp: async () => (await import("../terminal/look-up.ts")).lookUpTerminal(env),
  });
}
