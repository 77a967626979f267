/**
 * Opens a session that is on the disk: takes its lock, shows the end of what was said, goes through the journal for what
 * it has come to, and tells where the rest can be read. To be loaded with `import()` only: it brings the rules of records
 * along.
 */
import { lstatSync } from "node:fs";
import { basename } from "node:path";
import { repairHistory } from "../loop/settle.ts";
import type { HistoryChange } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";
import type { Journal } from "../sessions/journal.ts";
import { damagedName } from "../sessions/journal-file.ts";
import { type Kept, type Surveyed, surveyJournal } from "../sessions/journal-survey.ts";
import { type TailWanted, tailStart } from "../sessions/journal-tail.ts";
import { readJournal, unreadable } from "../sessions/read-journal.ts";
import { messagesBetween, readAllMessages, readMessages } from "../sessions/read-messages.ts";
import type { SessionFile } from "../sessions/session-files.ts";
import type { SessionState } from "../sessions/session-state.ts";
import type { EarlierPages } from "../view/earlier.ts";
import type { Undo, Unread } from "./conversation.ts";
import { earlierPages } from "./earlier-pages.ts";
import { inPieces, type Pace } from "./pace.ts";
import type { SessionStore } from "./session-store.ts";

export interface Opening {
  readonly store: SessionStore;
  /** Absent where nothing of it is shown. */
  readonly tail?: TailWanted & {
    /** `hasMore`: more was said before. */
    readonly show: (messages: readonly Message[], hasMore: boolean) => void;
  };
  readonly pace: Pace;
}

export type OpenedSession =
  | {
      readonly kind: "opened";
      readonly state: Omit<SessionState<Kept>, "messages" | "undo">;
      /** Those that count, unless they are so many that they are not read before somebody needs them. */
      readonly messages: readonly Message[] | Unread;
      readonly undo: Undo;
      /** What was said before the tail. */
      readonly earlier: EarlierPages;
      /** Where what comes next is written: to the session itself, or to a copy while somebody else has it. */
      readonly journal: Journal;
      readonly notices: readonly string[];
    }
  | { readonly kind: "refused"; readonly problem: string };

export async function openSession({ id, path }: SessionFile, opening: Opening): Promise<OpenedSession> {
  const { store } = opening;
  const lock = locked(store, path);
  const size = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const read = await readSession(path, size, opening);
  if (read.kind === "refused") {
    if (lock.kind === "taken") lock.release();
    return read;
  }
  const { state, messages, pages } = read;
  const undo: Undo = { entries: state.undo, read: (kept) => readAllMessages(path, kept) };
  const opened = { kind: "opened", state, messages, undo, earlier: earlierPages(path, pages) } as const;
  const { damaged } = read;
  const source = { id, path, size, damaged };
  if (lock.kind === "taken") {
    const kept = damaged ? [`What the file was is kept as ${basename(damagedName(path))} beside it.`] : [];
    return { ...opened, notices: [...read.notices, ...kept], journal: store.reopen(source, lock.release) };
  }
  const notice = `${lock.why}, so what you add goes to a copy of it.`;
  return { ...opened, journal: store.fork(source), notices: [...read.notices, notice] };
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

type ReadSession =
  | (Extract<Surveyed, { kind: "surveyed" }> & { readonly messages: readonly Message[] | Unread })
  | Extract<Surveyed, { kind: "refused" }>;

/** In characters: a conversation up to this is read whatever comes; a longer one is too long for most models. */
const longConversation = 2_000_000;

async function readSession(path: string, size: number, { tail, pace }: Opening): Promise<ReadSession> {
  try {
    const [first] = readJournal(path, { to: size });
    if (first?.kind === "refused") return first;
    const pagesTo = tail ? tailStart(path, size, tail) : 0;
    tail?.show(messagesBetween(path, pagesTo, size), pagesTo > 0);
    const surveyed = await inPieces(surveyJournal(path, { size, pagesTo }), pace);
    if (surveyed?.kind !== "surveyed") return surveyed ?? left;
    const kept = surveyed.state.messages;
    const messages = await inPieces(readMessages(path, kept), pace, (read) => read > longConversation);
    return { ...surveyed, messages: messages ?? unreadFrom(path, kept, pace) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "refused", problem: unreadable(path, reason) };
  }
}

function unreadFrom(path: string, kept: readonly Kept[], pace: Pace): Unread {
  return {
    count: kept.length,
    read: () => readAllMessages(path, kept),
    load: async () => (await inPieces(readMessages(path, kept), pace)) ?? [],
  };
}

const left = { kind: "refused", problem: "The session was left before it was read." } as const;
