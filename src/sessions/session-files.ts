/** The sessions of a directory, from the files alone: there is no index that could be wrong. Writes nothing. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { linesBeginning } from "./line-search.ts";
import { parseRecord } from "./parse-record.ts";
import { readJournal } from "./read-journal.ts";
import type { SessionRecord } from "./record.ts";
import { sessionIdProblem } from "./session-id.ts";

export interface SessionFile {
  readonly id: string;
  readonly path: string;
  /** When it was last written to, in milliseconds since the epoch. */
  readonly updated: number;
  readonly size: number;
}

const ending = ".jsonl";

/** The newest first; of the same time by their ids. A directory that cannot be read has none. */
export function listSessions(directory: string): readonly SessionFile[] {
  return sessionIds(directory)
    .flatMap((id) => sessionFile(directory, id))
    .sort(byAge);
}

/** In no order; some may be no sessions. */
export function sessionIds(directory: string): readonly string[] {
  return namesIn(directory)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** One or none. */
export function sessionFile(directory: string, id: string): readonly SessionFile[] {
  if (sessionIdProblem(id) !== undefined) return [];
  const path = join(directory, id + ending);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? [{ id, path, updated: stat.mtimeMs, size: stat.size }] : [];
}

export function byAge(a: SessionFile, b: SessionFile): number {
  return b.updated - a.updated || (a.id < b.id ? -1 : 1);
}

export interface SessionPeek {
  /** Where it was started. */
  readonly cwd: string | undefined;
  /** What was asked first. */
  readonly prompt: string | undefined;
  /** The session beside which it ran in the background. */
  readonly taskOf?: string;
}

/** The first prompt comes early or never. */
const mostPeeked = 50;

export function peekSession(path: string): SessionPeek {
  let head: Pick<SessionPeek, "cwd" | "taskOf"> = { cwd: undefined };
  let count = 0;
  for (const entry of readJournal(path)) {
    if (entry.kind === "refused" || ++count > mostPeeked) break;
    if (entry.kind !== "record") continue;
    const { record } = entry;
    if (record.type === "session" && head.cwd === undefined) head = headOf(record);
    if (record.type === "message" && record.message.role === "user")
      return { ...head, prompt: record.message.text };
  }
  return { ...head, prompt: undefined };
}

function headOf({ cwd, taskOf }: SessionRecord): Pick<SessionPeek, "cwd" | "taskOf"> {
  return { cwd, ...(taskOf !== undefined && { taskOf }) };
}

/** What the user calls it: the last of its names. Only the lines that hold one are looked at. */
export function sessionName(path: string): string | undefined {
  let name: string | undefined;
  try {
    for (const line of linesBeginning(path, '{"type":"named"')) {
      const parsed = parseRecord(line);
      if (parsed.kind === "record" && parsed.record.type === "named") name = parsed.record.name || undefined;
    }
  } catch {
    // What cannot be read has no name.
  }
  return name;
}
