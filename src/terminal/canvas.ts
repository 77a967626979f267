/**
 * The screen as it is and as it is to be, and how the one becomes the other: what moved is scrolled, what is blank
 * below is erased, the rest is painted row by row. It must not know when, nor what the frames mean.
 */
import type { Brush } from "./brush.ts";
import { readCells } from "./cell-reader.ts";
import type { Frame } from "./frame.ts";
import { paintRow } from "./row-painter.ts";
import {
  type CellRow,
  copyCells,
  createRows,
  isPlainBlank,
  makeBlank,
  makeUnknown,
  sameCells,
} from "./screen-rows.ts";
import { findShift, type Shift } from "./scroll-finder.ts";
import { scroll } from "./scroller.ts";
import { plain } from "./style.ts";

export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly shown: CellRow[];
  /** Valid for the rows of `shown` that have no source. */
  readonly want: CellRow[];
}

/** Erasing to the end of the screen pays from so many rows on. */
const rowsWorthErasing = 2;
const mostShifts = 3;

export function createCanvas(columns: number, rows: number): Canvas {
  return { columns, rows, shown: createRows(rows, columns), want: createRows(rows, columns) };
}

export function clearCanvas(canvas: Canvas, { capabilities, cursor, pen, writer }: Brush): void {
  pen.lay();
  if (capabilities.facts.clearBy === "clear") {
    writer.put("clear", [], canvas.rows);
    cursor.forget();
  } else {
    cursor.moveTo(0, 0);
    writer.put("ed", [], canvas.rows);
  }
  canvas.shown.forEach(makeBlank);
}

export function paintCanvas(canvas: Canvas, brush: Brush, frame: Frame): void {
  const changed = readFrame(canvas, brush, frame);
  if (changed.first > changed.last) {
    return;
  }
  scrollBlocks(canvas, brush, changed);
  eraseBelow(canvas, brush, changed.last);
  for (let row = changed.first; row <= changed.last; row++) {
    const [want, shown] = [canvas.want[row], canvas.shown[row]];
    if (want !== undefined && shown !== undefined) {
      paintRow(brush, { want, shown, row, isLastRow: row === canvas.rows - 1 });
      shown.source = frame.rows[row];
    }
  }
}

interface Span {
  readonly first: number;
  readonly last: number;
}

/** The outermost rows that differ. */
function readFrame(canvas: Canvas, brush: Brush, frame: Frame): Span {
  let first = canvas.rows;
  let last = -1;
  for (let row = 0; row < canvas.rows; row++) {
    if (isChanged(canvas, brush, frame, row)) {
      first = Math.min(first, row);
      last = row;
    }
  }
  return { first, last };
}

/** The same row as last time is not even read. */
function isChanged({ rows, shown, want }: Canvas, brush: Brush, frame: Frame, row: number): boolean {
  const wanted = want[row];
  const there = shown[row];
  const source = frame.rows[row];
  if (wanted === undefined || there === undefined || (source !== undefined && source === there.source)) {
    return false;
  }
  readCells(source, wanted, brush.looks);
  if (row === rows - 1 && brush.capabilities.facts.lastCell === "scrolls") {
    giveUpLastCell(wanted);
  }
  const changed = !sameCells(wanted, there);
  there.source = changed ? undefined : source;
  return changed;
}

function giveUpLastCell(row: CellRow): void {
  const last = row.texts.length - 1;
  const start = row.texts[last] === "" ? Math.max(0, last - 1) : last;
  row.texts.fill(" ", start);
  row.styles.fill(plain, start);
}

/** Scrolls what moved, as long as that spares anything. */
function scrollBlocks(canvas: Canvas, brush: Brush, { first, last }: Span): void {
  const { rows, shown, want } = canvas;
  for (let row = first; row <= last; row++) {
    const [wanted, there] = [want[row], shown[row]];
    // Such a row was not read, because it is the same.
    if (wanted !== undefined && there?.source !== undefined) {
      copyCells(there, wanted);
    }
  }
  for (let count = 0; count < mostShifts; count++) {
    const shift = findShift({ want, shown, first, last });
    if (shift === undefined || !isSafe(canvas, brush, shift) || !scroll(brush, shift, rows)) {
      return;
    }
    moveRows(canvas, brush, shift);
  }
}

/** What scrolls into a last cell that cannot be written must be erasable. */
function isSafe({ rows }: Canvas, { capabilities }: Brush, { bottom }: Shift): boolean {
  return capabilities.facts.lastCell !== "scrolls" || bottom < rows - 1 || capabilities.has("el");
}

function moveRows({ shown }: Canvas, { capabilities }: Brush, { top, bottom, lines }: Shift): void {
  const { remembersAbove, remembersBelow } = capabilities.facts;
  const region = shown.slice(top, bottom + 1);
  const gone = lines > 0 ? region.splice(0, lines) : region.splice(lines);
  gone.forEach(remembersAbove || remembersBelow ? makeUnknown : makeBlank);
  const moved = lines > 0 ? [...region, ...gone] : [...gone, ...region];
  shown.splice(top, moved.length, ...moved);
}

/** If all that is left is blank, one erasure does. */
function eraseBelow(canvas: Canvas, { capabilities, cursor, pen, writer }: Brush, last: number): void {
  const { rows, shown } = canvas;
  let start = rows;
  let worth = 0;
  while (start > 0 && isBlankWanted(canvas, start - 1)) {
    start--;
    const there = shown[start];
    worth += there === undefined || isPlainBlank(there) ? 0 : 1;
  }
  if (worth < rowsWorthErasing || start > last || !capabilities.has("ed")) {
    return;
  }
  pen.lay();
  cursor.moveTo(start, 0);
  writer.put("ed", [], rows - start);
  shown.slice(start).forEach(makeBlank);
}

function isBlankWanted({ shown, want }: Canvas, row: number): boolean {
  const there = shown[row];
  const cells = there?.source === undefined ? want[row] : there;
  return cells !== undefined && isPlainBlank(cells);
}
