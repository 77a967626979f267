/** Sentences for the user where there is no display yet. */
import { sanitise } from "../view/sanitise.ts";
import { exitCodes } from "./exit-code.ts";
import type { Host } from "./host.ts";

/** Returns the exit code of a run that could not start. */
export function complain({ stderr }: Pick<Host, "stderr">, messages: readonly string[]): number {
  for (const message of messages) stderr.write(sanitise(`treadle: ${message}\n`));
  return exitCodes.usage;
}
