/** What a session has come to: its records folded into the messages, totals and settings that count now. */
import { createUndoStack, type Undoable } from "../context/undo-stack.ts";
import { addRequest, type CostRow } from "../model/cost.ts";
import { changed, indexAfter } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";
import { addUsage, noUsage, type Usage } from "../model/usage.ts";
import { type CheckpointFold, createCheckpointFold } from "./checkpoint.ts";
import { createSkipped, type JournalEntry } from "./read-journal.ts";
import type { JournalRecord, MessageRecord, SessionRecord, SettingsRecord } from "./record.ts";

export interface SessionState<Item = Message> {
  /** Undefined where the first line of the file is lost. */
  readonly session: SessionRecord | undefined;
  /** The history that counts, as it was left: a call that was running has no result. */
  readonly messages: readonly Item[];
  /** So many messages were written before another model took over. */
  readonly foreign: number;
  readonly name: string | undefined;
  readonly settings: SettingsRecord | undefined;
  readonly usage: SessionUsage;
  readonly checkpoints: CheckpointFold;
  /** What /undo takes back, the last one last. */
  readonly undo: readonly Undoable<Item>[];
  /** Of the first and the last record; undefined where nothing was said. */
  readonly first: number | undefined;
  readonly last: number | undefined;
}

export interface SessionUsage {
  readonly total: Usage;
  readonly last: Usage | undefined;
  /** One for each model, in the order of their first requests. */
  readonly rows: readonly CostRow[];
}

/** Takes the records of one journal, in their order. How a message is kept is up to its maker. */
export interface SessionFold<Item> {
  take(record: Exclude<JournalRecord, MessageRecord>): void;
  /** A record of a message, which nobody needs to have parsed. */
  add(message: Item, at: number): void;
  state(): SessionState<Item>;
}

/** `keep`: those that take the place of others. */
export function createSessionFold<Item>(keep: (message: Message) => Item): SessionFold<Item> {
  const rows = new Map<string, CostRow>();
  const checkpoints = createCheckpointFold();
  const undo = createUndoStack<Item>();
  let messages: Item[] = [];
  let foreign = 0;
  let session: SessionRecord | undefined;
  let name: string | undefined;
  let settings: SettingsRecord | undefined;
  let total = noUsage;
  let lastUsage: Usage | undefined;
  let first: number | undefined;
  let last: number | undefined;

  const takes: Takes = {
    session(record) {
      session ??= record;
    },
    checkpoint({ at, event }) {
      checkpoints.take(event, at, []);
    },
    changed({ change: made }) {
      const change = { ...made, inserted: made.inserted.map(keep) };
      checkpoints.changed(change);
      undo.note(messages, change);
      messages = changed(messages, change);
      foreign = Math.min(indexAfter(foreign, change), messages.length);
    },
    settings(record) {
      if (settings && isAnother(settings, record)) foreign = messages.length;
      settings = record;
    },
    usage(record) {
      if (!record.aside) lastUsage = record.usage;
      if (record.usage.estimated) return;
      total = addUsage(total, record.usage);
      rows.set(record.model, addRequest(rows.get(record.model), record));
    },
    named(record) {
      name = record.name === "" ? undefined : record.name;
    },
  };

  function happened(at: number): void {
    first ??= at;
    last = at;
  }

  return {
    take(record) {
      const take = takes[record.type] as (record: JournalRecord) => void;
      take(record);
      if (record.type !== "session") happened(record.at);
    },
    add(message, at) {
      messages.push(message);
      happened(at);
    },
    state: () => ({
      session,
      messages,
      foreign,
      name,
      settings,
      checkpoints,
      undo: undo.all(),
      usage: { total, last: lastUsage, rows: [...rows.values()] },
      first,
      last,
    }),
  };
}

/** A record without a place here does not compile. */
type Takes = {
  readonly [T in Exclude<JournalRecord, MessageRecord>["type"]]: (
    record: Extract<JournalRecord, { type: T }>,
  ) => void;
};

export type FoldedSession =
  /** Each notice is a sentence. */
  | { readonly kind: "ok"; readonly state: SessionState; readonly notices: readonly string[] }
  | { readonly kind: "refused"; readonly problem: string };

export function foldSession(entries: Iterable<JournalEntry>): FoldedSession {
  const fold = createSessionFold<Message>((message) => message);
  const skipped = createSkipped();
  for (const entry of entries) {
    if (entry.kind === "refused") return entry;
    if (entry.kind === "record") takeRecord(fold, entry.record);
    else skipped.take(entry.notice);
  }
  return { kind: "ok", state: fold.state(), notices: skipped.notices() };
}

function takeRecord(fold: SessionFold<Message>, record: JournalRecord): void {
  if (record.type === "message") fold.add(record.message, record.at);
  else fold.take(record);
}

function isAnother(before: SettingsRecord, after: SettingsRecord): boolean {
  return before.backend !== after.backend || before.model !== after.model;
}
