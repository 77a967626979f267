/** Which session is meant by `last`, an id, the beginning of one, or a name. */
import { listSessions, peekSession, type SessionFile, sessionName } from "./session-files.ts";

export type FoundSession =
  | { readonly kind: "found"; readonly file: SessionFile }
  /** In a sentence. */
  | { readonly kind: "none"; readonly problem: string };

/** `except`: the id of the one that is open. */
export function findSession(directory: string, wanted: string, except?: string): FoundSession {
  const files = listSessions(directory);
  const exact = files.find(({ id }) => id === wanted);
  if (exact) return found(exact);
  if (wanted.toLowerCase() === "last") {
    const last = files.find((file) => file.id !== except && isConversation(file));
    return last ? found(last) : none("There is no session to resume yet.");
  }
  const named = files.filter(({ path }) => sessionName(path)?.toLowerCase() === wanted.toLowerCase());
  if (named.length > 0) return only(named, `Session name '${wanted}'`);
  const begun = wanted === "" ? [] : files.filter(({ id }) => id.startsWith(wanted));
  return begun.length > 0 ? only(begun, `Session id '${wanted}...'`) : none(`Session not found: ${wanted}`);
}

/** The newest one that was started in this directory. */
export function findSessionOf(directory: string, cwd: string, except?: string): FoundSession {
  const isHere = (file: SessionFile) => peekSession(file.path).cwd === cwd && isConversation(file);
  const last = listSessions(directory).find((file) => file.id !== except && isHere(file));
  return last
    ? found(last)
    : none(`No session was started in ${cwd} yet; treadle --resume last takes the last of all.`);
}

/** Who wants the last session wants what was said last, not what ran beside it. */
function isConversation({ path }: SessionFile): boolean {
  return peekSession(path).taskOf === undefined;
}

function only(files: readonly SessionFile[], what: string): FoundSession {
  const [file] = files;
  if (file && files.length === 1) return found(file);
  const ids = files.map(({ id }) => id).join(", ");
  return none(`${what} is ambiguous (${files.length} matches: ${ids})`);
}

function found(file: SessionFile): FoundSession {
  return { kind: "found", file };
}

function none(problem: string): FoundSession {
  return { kind: "none", problem };
}
