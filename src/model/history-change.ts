/** How a history changes other than by growing: some messages give way to others. Everybody who keeps one applies the same. */
import type { Message } from "./message.ts";

export interface HistoryChange<Item = Message> {
  /** The index of the first message that goes, or before which others come. */
  readonly from: number;
  readonly removed: number;
  readonly inserted: readonly Item[];
  readonly reason: ChangeReason;
}

export const changeReasons = [
  /** What broke off is taken back before a turn is taken up again. */
  "resumed",
  "cleared",
  /** Old messages gave way to a summary of them. */
  "compacted",
  /** Old messages were too many or too long, and are gone without a summary. */
  "trimmed",
  "deleted",
  "edited",
  /** The turns since a checkpoint count no longer. */
  "rewound",
  /** The change before it, the other way round. */
  "undone",
] as const;
export type ChangeReason = (typeof changeReasons)[number];

export function changed<Item>(
  history: readonly Item[],
  { from, removed, inserted }: HistoryChange<Item>,
): Item[] {
  return [...history.slice(0, from), ...inserted, ...history.slice(from + removed)];
}

/** What brings back `history` once `change` was made to it. */
export function inverse<Item>(
  history: readonly Item[],
  { from, removed, inserted }: HistoryChange<Item>,
): HistoryChange<Item> {
  return { from, removed: inserted.length, inserted: history.slice(from, from + removed), reason: "undone" };
}

/** Where the message that was at `index` is now; what was removed is where its substitutes end. */
export function indexAfter(index: number, { from, removed, inserted }: HistoryChange<unknown>): number {
  if (index <= from) return index;
  return Math.max(index - removed, from) + inserted.length;
}
