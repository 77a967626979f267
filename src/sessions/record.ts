/**
 * The format of a session on disk: `ID.jsonl`, one JSON object per line, in the order in which things happened. Lines
 * are only ever appended. The first one is a `session` record; what follows is folded, record by record, to the state
 * of the session (`session-state.ts`). `at` is in milliseconds since the epoch.
 *
 * Readers skip what they cannot read (the end of a line that was being written when the power failed), and ignore types
 * and fields that they do not know, so that both may be added without a new version. A version higher than theirs is
 * refused: it means that the old records no longer mean what they did.
 */
import type { Cost } from "../model/cost.ts";
import type { HistoryChange } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";
import type { Usage } from "../model/usage.ts";
import type { CheckpointEvent } from "./checkpoint.ts";

export const journalVersion = 1;

export type JournalRecord =
  | SessionRecord
  | MessageRecord
  /** Messages of the history gave way to others. They stay in the file. */
  | { readonly type: "changed"; readonly at: number; readonly change: HistoryChange }
  | SettingsRecord
  | UsageRecord
  /** What the user calls the session. The last name counts; an empty one takes it away. */
  | { readonly type: "named"; readonly at: number; readonly name: string }
  /** A file was written; what it was before lies beside the journal. */
  | { readonly type: "checkpoint"; readonly at: number; readonly event: CheckpointEvent };

/** It was added to the end of the history. */
export interface MessageRecord {
  readonly type: "message";
  readonly at: number;
  readonly message: Message;
}

/** The first line: what the file is. */
export interface SessionRecord {
  readonly type: "session";
  readonly version: number;
  readonly id: string;
  /** As in ISO 8601. */
  readonly created: string;
  /** Where it was started. */
  readonly cwd: string;
  /** The session that this one is a fork of. */
  readonly parent?: string;
  /** The session beside whose conversation this one ran, as a task in the background. */
  readonly taskOf?: string;
}

/** Who answers from here on. */
export interface SettingsRecord {
  readonly type: "settings";
  readonly at: number;
  readonly backend: string;
  readonly model: string;
  readonly agent: string;
}

/** What one request took, as the provider counted it. */
export interface UsageRecord {
  readonly type: "usage";
  readonly at: number;
  readonly usage: Usage;
  readonly model: string;
  /** In dollars, by the prices of that day; absent where they were unknown. */
  readonly cost?: Cost;
  /** It was made beside the conversation, by a task in the background. */
  readonly aside?: true;
}
