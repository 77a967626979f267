/** What a session has come to: its records folded into the messages, totals and settings that count now. */
import { addRequest, type CostRow } from "../model/cost.ts";
import { changed, indexAfter } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";
import { addUsage, noUsage, type Usage } from "../model/usage.ts";
import { type CheckpointFold, createCheckpointFold } from "./checkpoint.ts";
import type { JournalEntry } from "./read-journal.ts";
import type { JournalRecord, SessionRecord, SettingsRecord } from "./record.ts";

export interface SessionState {
  /** Undefined where the first line of the file is lost. */
  readonly session: SessionRecord | undefined;
  /** The history that counts, as it was left: a call that was running has no result. */
  readonly messages: readonly Message[];
  /** So many messages were written before another model took over. */
  readonly foreign: number;
  readonly name: string | undefined;
  readonly settings: SettingsRecord | undefined;
  readonly usage: SessionUsage;
  readonly checkpoints: CheckpointFold;
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

/** Takes the records of one journal, in their order. */
export interface SessionFold {
  take(record: JournalRecord): void;
  state(): SessionState;
}

export function createSessionFold(): SessionFold {
  const rows = new Map<string, CostRow>();
  const checkpoints = createCheckpointFold();
  let messages: Message[] = [];
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
    message({ message }) {
      messages.push(message);
    },
    checkpoint({ at, event }) {
      checkpoints.take(event, at, messages);
    },
    changed({ change }) {
      checkpoints.changed(change);
      messages = changed(messages, change);
      foreign = Math.min(indexAfter(foreign, change), messages.length);
    },
    settings(record) {
      if (settings && isAnother(settings, record)) foreign = messages.length;
      settings = record;
    },
    usage(record) {
      lastUsage = record.usage;
      if (record.usage.estimated) return;
      total = addUsage(total, record.usage);
      rows.set(record.model, addRequest(rows.get(record.model), record));
    },
    named(record) {
      name = record.name === "" ? undefined : record.name;
    },
  };

  return {
    take(record) {
      const take = takes[record.type] as (record: JournalRecord) => void;
      take(record);
      if (record.type === "session") return;
      first ??= record.at;
      last = record.at;
    },
    state: () => ({
      session,
      messages,
      foreign,
      name,
      settings,
      checkpoints,
      usage: { total, last: lastUsage, rows: [...rows.values()] },
      first,
      last,
    }),
  };
}

/** A record without a place here does not compile. */
type Takes = {
  readonly [T in JournalRecord["type"]]: (record: Extract<JournalRecord, { type: T }>) => void;
};

export type FoldedSession =
  | { readonly kind: "ok"; readonly state: SessionState; readonly notices: readonly string[] }
  | { readonly kind: "refused"; readonly problem: string };

/** Each is a sentence; a file that is broken all over does not flood the screen. */
const mostNotices = 5;

export function foldSession(entries: Iterable<JournalEntry>): FoldedSession {
  const fold = createSessionFold();
  const notices: string[] = [];
  let skipped = 0;
  for (const entry of entries) {
    if (entry.kind === "refused") return entry;
    if (entry.kind === "record") fold.take(entry.record);
    else if (++skipped <= mostNotices) notices.push(entry.notice);
  }
  if (skipped > mostNotices) notices.push(`${skipped - mostNotices} more lines cannot be read.`);
  return { kind: "ok", state: fold.state(), notices };
}

function isAnother(before: SettingsRecord, after: SettingsRecord): boolean {
  return before.backend !== after.backend || before.model !== after.model;
}
