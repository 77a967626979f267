/** Parts a line into rows, wherever a row is full. It must not know the other lines. */
import { type Frame, fillRow } from "./row.ts";

export interface WrappedLine {
  readonly text: string;
  /** The column at which the first row begins. */
  readonly column: number;
  /** Where each row begins in the text. */
  readonly starts: readonly number[];
  /** Whether these are all of the rows. */
  readonly complete: boolean;
}

/** How much of a line is to be known: the row that holds `offset`, and `extra` rows more. */
export interface Wanted {
  readonly offset: number;
  readonly extra: number;
}

/** Goes on from what is known of a line that begins alike, so that a key in a very long line costs little. */
export function wrapLine(
  text: string,
  column: number,
  frame: Frame,
  { offset, extra }: Wanted,
  known: readonly WrappedLine[] = [],
): WrappedLine {
  const same = known.find((line) => line.text === text && line.column === column);
  if (same && (same.complete || rowsAfter(same.starts, offset) > extra)) return same;
  const starts = knownStarts(known, text, column);
  let missing = extra + 1 - rowsAfter(starts, offset);
  while (missing > 0) {
    const { end } = fillRow(text, starts.at(-1) ?? 0, starts.length === 1 ? column : frame.indent, frame);
    if (end >= text.length) return { text, column, starts, complete: true };
    starts.push(end);
    if (end > offset) missing--;
  }
  return { text, column, starts, complete: false };
}

export interface CursorRow {
  readonly row: number;
  readonly column: number;
  /** Behind a full row the cursor stands in a row of its own. */
  readonly overflows: boolean;
}

export function cursorRow({ text, column, starts }: WrappedLine, offset: number, frame: Frame): CursorRow {
  const row = rowOf(starts, offset);
  const reached = fillRow(text, starts[row] ?? 0, row === 0 ? column : frame.indent, frame, offset).column;
  const overflows = offset === text.length && reached >= frame.width;
  if (overflows) return { row: row + 1, column: frame.indent, overflows };
  return { row, column: Math.min(reached, frame.width - 1), overflows };
}

/** The last row that does not begin after the offset. */
function rowOf(starts: readonly number[], offset: number): number {
  return lastWhere(starts.length, (row) => (starts[row] ?? 0) <= offset);
}

function rowsAfter(starts: readonly number[], offset: number): number {
  return starts.length - 1 - rowOf(starts, offset);
}

/** The most rows that a known line has in common with this one. */
function knownStarts(known: readonly WrappedLine[], text: string, column: number): number[] {
  return known
    .filter((line) => line.column === column)
    .map((line) => commonStarts(line, text))
    .reduce((most, starts) => (starts.length > most.length ? starts : most), [0]);
}

/**
 * The first character of a row decides whether it still fits the row above, so a row is kept only where the lines are
 * alike up to the beginning of the next.
 */
function commonStarts({ text: known, starts }: WrappedLine, text: string): number[] {
  const same = lastWhere(starts.length, (row) => {
    const length = (starts[row] ?? 0) + 2;
    return length <= text.length && known.slice(0, length) === text.slice(0, length);
  });
  return starts.slice(0, Math.max(1, same));
}

/** The last index for which it holds, where it holds for all before; -1 for none. */
function lastWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
