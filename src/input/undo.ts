/** The way back and forth through the changes of a text. A change keeps only what it replaced, never the whole text. */
import { endOf, type Lines, type Position } from "./text-buffer.ts";

export interface Change {
  readonly at: Position;
  readonly removed: Lines;
  readonly inserted: Lines;
  /** Where the cursor was before and after. */
  readonly before: Position;
  readonly after: Position;
}

export interface UndoLog {
  /** The newest last. */
  readonly past: readonly Change[];
  readonly future: readonly Change[];
}

export const noChanges: UndoLog = { past: [], future: [] };

const limit = 500;

/** With `merge` the change is undone together with the one before it; its caller knows that they fit. */
export function recorded({ past }: UndoLog, change: Change, merge = false): UndoLog {
  const last = past.at(-1);
  if (merge && last) return { past: past.with(-1, merged(last, change)), future: [] };
  return { past: [...past.slice(-limit + 1), change], future: [] };
}

/** The second either continues what the first inserted or replaces exactly that. */
function merged(first: Change, second: Change): Change {
  const { at, removed, before } = first;
  if (isNothing(second.removed)) {
    return { at, removed, inserted: joined(first.inserted, second.inserted), before, after: second.after };
  }
  return { at, removed, inserted: second.inserted, before, after: second.after };
}

/** Whether a change only goes on inserting where the last one stopped. */
export function continues(last: Change | undefined, change: Change): boolean {
  if (!last || !isNothing(change.removed)) return false;
  const end = endOf(last.at, last.inserted);
  return end.line === change.at.line && end.column === change.at.column;
}

export function inverse({ at, removed, inserted, before, after }: Change): Change {
  return { at, removed: inserted, inserted: removed, before: after, after: before };
}

function isNothing(lines: Lines): boolean {
  return lines.length === 1 && lines[0] === "";
}

function joined(first: Lines, second: Lines): Lines {
  const [head = "", ...rest] = second;
  return [...first.slice(0, -1), (first.at(-1) ?? "") + head, ...rest];
}
