/** Where the sessions are recorded. */
import { join } from "node:path";
import { configPaths } from "../config/paths.ts";
import type { Host } from "./host.ts";

/** Undefined where there is no home to keep them in. */
export function sessionDirectory({ env, home }: Pick<Host, "env" | "home">): string | undefined {
  const { state } = configPaths(env, home);
  return state === undefined ? undefined : join(state, "sessions");
}
