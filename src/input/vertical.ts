/** Up and down: to the same column of the next row as the frame shows it. It must not know keys, or change text. */
import { clusterStart } from "../text/cluster-boundaries.ts";
import { promptRows } from "./prompt-rows.ts";
import { boundless, type Frame, placeAt, usableFrame } from "./row.ts";
import type { Lines, Position } from "./text-buffer.ts";
import { cursorRow, type WrappedLine, wrapLine } from "./wrap-line.ts";

export interface Vertical {
  readonly cursor: Position;
  /** The column to aim for when going on. */
  readonly goal: number;
}

interface From {
  readonly lines: Lines;
  readonly cursor: Position;
  readonly goal: number | undefined;
}

/** Undefined in the first row. */
export function rowAbove({ lines, cursor, goal }: From, given: Frame = boundless): Vertical | undefined {
  const frame = usableFrame(given);
  const here = wrappedUpTo(lines, cursor, frame);
  const { row, column } = cursorRow(here, cursor.column, frame);
  const aim = goal ?? column;
  if (row > 0) return { cursor: inRow(here, cursor.line, row - 1, aim, frame), goal: aim };
  if (cursor.line === 0) return undefined;
  const line = cursor.line - 1;
  const above = wrappedUpTo(lines, { line, column: lines[line]?.length ?? 0 }, frame);
  return { cursor: inRow(above, line, above.starts.length - 1, aim, frame), goal: aim };
}

/** Undefined in the last row. */
export function rowBelow({ lines, cursor, goal }: From, given: Frame = boundless): Vertical | undefined {
  const frame = usableFrame(given);
  const here = wrappedUpTo(lines, cursor, frame);
  const { row, column } = cursorRow(here, cursor.column, frame);
  const aim = goal ?? column;
  if (row + 1 < here.starts.length)
    return { cursor: inRow(here, cursor.line, row + 1, aim, frame), goal: aim };
  const line = cursor.line + 1;
  if (line >= lines.length) return undefined;
  return { cursor: inRow(wrappedUpTo(lines, { line, column: 0 }, frame), line, 0, aim, frame), goal: aim };
}

function wrappedUpTo(lines: Lines, { line, column }: Position, frame: Frame): WrappedLine {
  return wrapLine(lines[line] ?? "", promptRows(line, frame).column, frame, { offset: column, extra: 1 });
}

/** The end of a row that goes on is the beginning of the next, so there the last character is the furthest. */
function inRow(wrapped: WrappedLine, line: number, row: number, aim: number, frame: Frame): Position {
  const { text, starts } = wrapped;
  const start = starts[row] ?? 0;
  const next = starts[row + 1];
  const end = next ?? text.length;
  const place = placeAt(text, start, end, row === 0 ? wrapped.column : frame.indent, aim, frame);
  const goesOn = next !== undefined && place === end && end > start;
  return { line, column: goesOn ? clusterStart(text, end) : place };
}
