/** How a history that has become too long is made shorter: what is asked for, and what may come of it. */
import type { HistoryChange } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";

/** What makes it necessary. */
export type CompactReason =
  /** The next request would not fit the model's window. */
  | "limit"
  /** The provider has said that the request is too long. */
  | "overflow"
  /** Mode `summarize`: there is more than is to be sent as it is. */
  | "threshold"
  /** The user wants it. */
  | "asked";

export interface CompactOptions {
  /** What the messages may take when it is done, measured with `estimate`. */
  readonly target: number;
  /** Tokens of these messages, as far as one can tell. */
  readonly estimate: (messages: readonly Message[]) => number;
  readonly reason: CompactReason;
  readonly signal: AbortSignal;
}

export type CompactOutcome =
  /** The change leaves the last request of the user as it is, and no call without its result. */
  | { readonly kind: "compacted"; readonly change: HistoryChange }
  /** `problem`: in a sentence, when there was something to do and it could not be done. */
  | { readonly kind: "unchanged"; readonly problem?: string };

/**
 * Makes one change that shortens the history, or none. It may fall short of the target: whoever asks looks at what came
 * of it. Never rejects; ends soon after the signal aborts.
 */
export type Compact = (history: readonly Message[], options: CompactOptions) => Promise<CompactOutcome>;

export const noCompaction: Compact = async () => ({ kind: "unchanged" });
