/** Makes the backends of a run from its settings and from what the host offers them. */
import type { BackendChoice } from "../backends/choose.ts";
import { type CreatedBackend, createBackend } from "../backends/registry.ts";
import { commandTable } from "../commands/table.ts";
import { tables } from "../config/tables.ts";
import type { Settings } from "../model/settings.ts";
import type { Host } from "./host.ts";
import { moduleLoader } from "./load-module.ts";
import { programHost } from "./program-host.ts";
import { sleep } from "./sleep.ts";

export type MakeBackend = (settings: Settings, choice: BackendChoice) => Promise<CreatedBackend>;

export function backendMaker(host: Host): MakeBackend {
  return (settings, { name, model = settings.model }) =>
    createBackend(name, {
      settings: { ...settings, model },
      help: async () => (await import("./help-sections.ts")).ownHelp(tables, commandTable),
      sleep: sleep(host.clock),
      loadModule: moduleLoader(host),
      programs: programHost(host, settings),
    });
}
