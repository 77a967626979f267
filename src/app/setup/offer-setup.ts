/** Offers treadle init in a line of the first chat, once and for all. Asks nothing and waits for nothing. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Flags } from "../../config/invocation.ts";
import { configPaths, findAgentsFile, findUserFile } from "../../config/paths.ts";
import type { Settings } from "../../model/settings.ts";
import type { Host } from "../host.ts";

interface Start {
  readonly host: Pick<Host, "env" | "home" | "stdin">;
  readonly flags: Pick<Flags, "record" | "config">;
  readonly settings: Pick<Settings, "backend">;
}

/** One sentence, or nothing. Whoever has chosen a backend already needs no help with it. */
export function offerSetup({ host, flags, settings }: Start): readonly string[] {
  const { env, home, stdin } = host;
  const named = settings.backend ?? flags.config ?? env.TREADLE_CONFIG;
  if (named !== undefined || stdin.isTTY !== true || !flags.record) return [];
  const paths = configPaths(env, home);
  const has = [findUserFile(paths), findAgentsFile(paths)].some(({ kind }) => kind !== "none");
  if (has || paths.config === undefined || paths.state === undefined) return [];
  return isFirst(join(paths.state, "init-offered")) ? [offer] : [];
}

const offer = "No settings yet: /init (or treadle init) writes some. This is said only once.";

/** False where it was said before, and where that could not be remembered. */
function isFirst(mark: string): boolean {
  try {
    mkdirSync(dirname(mark), { recursive: true, mode: 0o700 });
    writeFileSync(mark, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
