/** What setting up takes from the program that is running: it is loaded later, and brings no second copy of it. */
import type { BackendChoice } from "../../backends/choose.ts";
import { settingsOfEnvironment } from "../../config/environment.ts";
import type { Settings } from "../../model/settings.ts";
import { chooseBackendOn } from "../choose-backend.ts";
import type { Host } from "../host.ts";
import { backendMaker, type MakeBackend } from "../make-backend.ts";

export interface Machine {
  readonly host: Host;
  /** What the environment alone comes to: files are what is to be written. */
  readonly settings: Settings;
  readonly choose: (settings: Settings) => Promise<BackendChoice>;
  readonly make: MakeBackend;
  /** The models of an Ollama on this machine; undefined where none runs. */
  readonly ollamaModels: (patienceMs: number) => Promise<readonly string[] | undefined>;
}

export function machineOf(host: Host): Machine {
  const settings = settingsOfEnvironment(host.env);
  return {
    host,
    settings,
    async ollamaModels(patienceMs) {
      const { askOllama } = await import("../../backends/find-ollama.ts");
      return askOllama(settings, host.sendRequest, patienceMs);
    },
    choose: (chosen) => chooseBackendOn(host, chosen),
    make: backendMaker(host),
  };
}
