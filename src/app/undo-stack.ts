/** The last changes of the history, the other way round: what /undo takes back. It must not know who made them. */
import { type ChangeReason, type HistoryChange, inverse } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";

export interface Undoable {
  /** Brings back what was before, whatever has been added since. */
  readonly change: HistoryChange;
  /** What would be taken back. */
  readonly of: ChangeReason;
}

export interface UndoStack {
  last(): Undoable | undefined;
  /** `change` is about to be made to `history`. */
  note(history: readonly Message[], change: HistoryChange): void;
}

const depth = 10;

/** Nobody asked for these, so nobody takes them back. */
const automatic: ReadonlySet<ChangeReason> = new Set(["resumed", "trimmed", "undone"]);

export function createUndoStack(): UndoStack {
  let entries: readonly Undoable[] = [];
  return {
    last: () => entries.at(-1),
    note(history, change) {
      if (change === entries.at(-1)?.change) entries = entries.slice(0, -1);
      else if (automatic.has(change.reason)) entries = movedBy(entries, change);
      else entries = [...entries, { change: inverse(history, change), of: change.reason }].slice(-depth);
    },
  };
}

/** Each is meant for the history as it is after the ones behind it; what touches the same messages is lost. */
function movedBy(entries: readonly Undoable[], change: HistoryChange): readonly Undoable[] {
  const kept: Undoable[] = [];
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

function growth({ removed, inserted }: HistoryChange): number {
  return inserted.length - removed;
}
