/** Which session the command line wants to go on with. */
import type { SessionFile } from "../sessions/session-files.ts";
import type { SessionStore } from "./session-store.ts";
import { memoryOff } from "./sessions.ts";

export type Resumed =
  | { readonly kind: "ok"; readonly file?: SessionFile }
  | { readonly kind: "error"; readonly message: string };

/** `wanted`: undefined for none, empty for the last one of this directory. */
export async function findResumed(
  wanted: string | undefined,
  store: SessionStore | undefined,
  cwd: string,
): Promise<Resumed> {
  if (wanted === undefined) return { kind: "ok" };
  if (!store) return { kind: "error", message: memoryOff };
  const { findSession, findSessionOf } = await import("../sessions/find-session.ts");
  const found = wanted === "" ? findSessionOf(store.directory, cwd) : findSession(store.directory, wanted);
  return found.kind === "found"
    ? { kind: "ok", file: found.file }
    : { kind: "error", message: found.problem };
}
