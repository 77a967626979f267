/**
 * Opens a session that is on the disk: takes its lock, reads it record by record, shows what was said, and tells what
 * it has come to. To be loaded with `import()` only: it brings the rules of records along.
 */
import { lstatSync } from "node:fs";
import { repairHistory } from "../loop/settle.ts";
import type { HistoryChange } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";
import type { Journal } from "../sessions/journal.ts";
import { readJournal } from "../sessions/read-journal.ts";
import type { SessionFile } from "../sessions/session-files.ts";
import { createSessionFold, type SessionState } from "../sessions/session-state.ts";
import type { SessionStore } from "./session-store.ts";

export interface Opening {
  readonly store: SessionStore;
  /** Called with each message that was ever said, in order. */
  readonly replay: (message: Message) => void;
  /** Called now and then: lets everything else have its turn. */
  readonly breathe: () => Promise<void>;
}

export type OpenedSession =
  | {
      readonly kind: "opened";
      readonly state: SessionState;
      /** Where what comes next is written: to the session itself, or to a copy while somebody else has it. */
      readonly journal: Journal;
      readonly notices: readonly string[];
    }
  | { readonly kind: "refused"; readonly problem: string };

export async function openSession({ id, path }: SessionFile, opening: Opening): Promise<OpenedSession> {
  const { store } = opening;
  const lock = locked(store, path);
  const size = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const read = await readState(path, size, opening);
  if (read.kind === "refused") {
    if (lock.kind === "taken") lock.release();
    return read;
  }
  const source = { id, path, size };
  if (lock.kind === "taken") {
    return { ...read, kind: "opened", journal: store.reopen(source, lock.release) };
  }
  const notice = `${lock.why}, so what you add goes to a copy of it.`;
  return { ...read, kind: "opened", journal: store.fork(source), notices: [...read.notices, notice] };
}

/** A copy of a session as it is on the disk. */
export function forkSession(store: SessionStore, { id, path }: Pick<SessionFile, "id" | "path">): Journal {
  const size = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return store.fork({ id, path, size });
}

/** What makes a history fit to be sent, where a call was running when the session ended. */
export function repairOf(messages: readonly Message[]): HistoryChange | undefined {
  const repaired = repairHistory(messages);
  if (repaired === messages) return undefined;
  let from = 0;
  while (from < messages.length && messages[from] === repaired[from]) from += 1;
  return { from, removed: messages.length - from, inserted: repaired.slice(from), reason: "resumed" };
}

type Locked =
  | { readonly kind: "taken"; readonly release: () => void }
  | { readonly kind: "not-taken"; readonly why: string };

function locked(store: SessionStore, path: string): Locked {
  try {
    const lock = store.lock(path);
    if (lock.kind === "taken") return lock;
    return { kind: "not-taken", why: `This session is open in another treadle (${lock.by})` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "not-taken", why: `This session cannot be locked (${reason})` };
  }
}

type ReadState =
  | { readonly kind: "read"; readonly state: SessionState; readonly notices: readonly string[] }
  | { readonly kind: "refused"; readonly problem: string };

/** Records between two breaths. */
const recordsInARow = 200;
const mostNotices = 5;

async function readState(path: string, size: number, { replay, breathe }: Opening): Promise<ReadState> {
  const fold = createSessionFold();
  const notices: string[] = [];
  let count = 0;
  let skipped = 0;
  for (const entry of readJournal(path, { to: size })) {
    if (++count % recordsInARow === 0) await breathe();
    if (entry.kind === "refused") return entry;
    if (entry.kind === "skipped" && ++skipped <= mostNotices) notices.push(entry.notice);
    if (entry.kind !== "record") continue;
    fold.take(entry.record);
    if (entry.record.type === "message") replay(entry.record.message);
  }
  if (skipped > mostNotices) notices.push(`${skipped - mostNotices} more lines cannot be read.`);
  return { kind: "read", state: fold.state(), notices };
}
