/** `--list-agents`: the variants that can be chosen with --agent. */
import type { Flags } from "../config/invocation.ts";
import { loadSettings } from "../config/load.ts";
import { sanitise } from "../view/sanitise.ts";
import { complain } from "./complain.ts";
import { exitCodes } from "./exit-code.ts";
import type { Host } from "./host.ts";

export async function listAgents(host: Host, { flags }: { readonly flags: Flags }): Promise<number> {
  const { env, cwd, home } = host;
  const loaded = await loadSettings({ flags, env, cwd, home });
  if (loaded.kind === "error") return complain(host, loaded.messages);
  const { variants, settings, notices } = loaded;
  const width = Math.max(...variants.map(({ name }) => name.length));
  const rows = variants.map(({ name, description }) => {
    const chosen = name === settings.agent ? "(in use)" : "";
    return `${[name.padEnd(width), description, chosen].filter(Boolean).join("  ").trimEnd()}\n`;
  });
  host.stdout.write(sanitise(rows.join("")));
  complain(host, notices);
  return exitCodes.ok;
}
