/**
 * The last changes of the history, the other way round: what /undo takes back. It must not know who made them, nor how
 * messages are kept.
 */
import { type ChangeReason, type HistoryChange, inverse } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";

export interface Undoable<Item = Message> {
  /** Brings back what was before, whatever has been added since. */
  readonly change: HistoryChange<Item>;
  /** What would be taken back. */
  readonly of: ChangeReason;
}

export interface UndoStack<Item = Message> {
  last(): Undoable<Item> | undefined;
  /** The oldest first. */
  all(): readonly Undoable<Item>[];
  /** `change` is about to be made to `history`. */
  note(history: readonly Item[], change: HistoryChange<Item>): void;
}

const depth = 10;

/** Nobody asked for these, so nobody takes them back. */
const automatic: ReadonlySet<ChangeReason> = new Set(["resumed", "trimmed"]);

export function createUndoStack<Item = Message>(begun: readonly Undoable<Item>[] = []): UndoStack<Item> {
  let entries = begun;
  return {
    last: () => entries.at(-1),
    all: () => entries,
    note(history, change) {
      if (change.reason === "undone") entries = entries.slice(0, -1);
      else if (automatic.has(change.reason)) entries = movedBy(entries, change);
      else entries = [...entries, { change: inverse(history, change), of: change.reason }].slice(-depth);
    },
  };
}

/** Each is meant for the history as it is after the ones behind it; what touches the same messages is lost. */
function movedBy<Item>(
  entries: readonly Undoable<Item>[],
  change: HistoryChange<Item>,
): readonly Undoable<Item>[] {
  const kept: Undoable<Item>[] = [];
  let by = change;
  for (const entry of entries.toReversed()) {
    const mine = entry.change;
    if (mine.from + mine.removed <= by.from) {
      kept.unshift(entry);
      by = { ...by, from: by.from + growth(mine) };
    } else if (mine.from >= by.from + by.removed) {
      kept.unshift({ ...entry, change: { ...mine, from: mine.from + growth(by) } });
    } else return kept;
  }
  return kept;
}

function growth({ removed, inserted }: HistoryChange<unknown>): number {
  return inserted.length - removed;
}
