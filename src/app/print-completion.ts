/** `treadle completion`: prints the completions for a shell, with the names that there are on this machine. */
import { join } from "node:path";
import { knownBackends } from "../backends/registry.ts";
import type { Shell } from "../config/invocation.ts";
import { loadSettings } from "../config/load.ts";
import { configPaths } from "../config/paths.ts";
import { completionScript } from "../manual/completion-script.ts";
import { defaultSettings } from "../model/settings.ts";
import { exitCodes } from "./exit-code.ts";
import type { Host } from "./host.ts";
import { createThemes } from "./themes.ts";

export async function printCompletion(host: Host, { shell }: { readonly shell: Shell }): Promise<number> {
  const { env, home, cwd } = host;
  // Whatever is wrong with the settings, the options can be completed.
  const loaded = await loadSettings({ flags: { settings: {} }, env, cwd, home });
  const settings = loaded.kind === "ok" ? loaded.settings : defaultSettings;
  const names = {
    backend: knownBackends(settings).map(({ name }) => name),
    agent: loaded.kind === "ok" ? loaded.variants.map(({ name }) => name) : [],
    theme: themeNames(host),
    resume: ["last"],
  };
  host.stdout.write(completionScript(shell, names));
  return exitCodes.ok;
}

function themeNames({ env, home, themesDirectory }: Host): readonly string[] {
  const { config } = configPaths(env, home);
  const own = config === undefined ? [] : [join(config, "themes")];
  return createThemes({
    directories: [...own, themesDirectory],
    asked: undefined,
    memory: undefined,
    keeps: false,
  }).names();
}
