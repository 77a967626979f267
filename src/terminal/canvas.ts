/**
 * The screen as it is and as it is to be, and how the one becomes the other: what moved is scrolled, what is blank
 * below is erased, the rest is painted row by row. It must not know when, nor what the frames mean.
 */
import type { Brush } from "./brush.ts";
import { readCells } from "./cell-reader.ts";
import type { Frame, Row } from "./frame.ts";
import { paintRow } from "./row-painter.ts";
import { type CellRow, createRow, isPlainBlank, isShown, makeBlank, makeUnknown } from "./screen-rows.ts";
import { findShift, type Shift } from "./scroll-finder.ts";
import { scroll } from "./scroller.ts";
import { plain } from "./style.ts";

export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly shown: CellRow[];
  /** Of the last frame. */
  readonly want: CellRow[];
  /** What rows of frames were read as: they are read once, wherever they move. */
  readonly read: WeakMap<Row, CellRow>;
  readonly blank: CellRow;
}

/** Erasing to the end of the screen pays from so many rows on. */
const rowsWorthErasing = 2;
const mostShifts = 3;

export function createCanvas(columns: number, rows: number): Canvas {
  const blank = createRow(columns);
  return {
    columns,
    rows,
    shown: Array.from({ length: rows }, () => createRow(columns)),
    want: new Array<CellRow>(rows).fill(blank),
    read: new WeakMap(),
    blank,
  };
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
  const { rows, shown, want } = canvas;
  for (let row = 0; row < rows; row++) {
    want[row] = wantedRow(canvas, brush, frame.rows[row], row === rows - 1);
  }
  const changed = changedRows(canvas, { first: 0, last: rows - 1 });
  if (changed.first > changed.last) {
    return;
  }
  scrollBlocks(canvas, brush, changed);
  eraseBelow(canvas, brush, changed.last);
  for (let row = changed.first; row <= changed.last; row++) {
    const [wanted, there] = [want[row], shown[row]];
    if (wanted !== undefined && there !== undefined && there.source !== wanted) {
      there.source = undefined;
      paintRow(brush, { want: wanted, shown: there, row, isLastRow: row === rows - 1 });
      there.source = wanted;
    }
  }
}

function wantedRow({ columns, read, blank }: Canvas, brush: Brush, row: Row | undefined, isLast: boolean) {
  if (row === undefined) {
    return blank;
  }
  if (isLast && brush.capabilities.facts.lastCell === "scrolls") {
    return giveUpLastCell(readCells(row, columns, brush.looks));
  }
  let cells = read.get(row);
  if (cells === undefined) {
    cells = readCells(row, columns, brush.looks);
    read.set(row, cells);
  }
  return cells;
}

interface Span {
  readonly first: number;
  readonly last: number;
}

/** The outermost rows that differ, of these. */
function changedRows({ rows, shown, want }: Canvas, within: Span): Span {
  let first = rows;
  let last = -1;
  for (let row = within.first; row <= within.last; row++) {
    const [wanted, there] = [want[row], shown[row]];
    if (wanted === undefined || there === undefined || there.source === wanted) {
      continue;
    }
    if (isShown(wanted, there)) {
      there.source = wanted;
      continue;
    }
    first = Math.min(first, row);
    last = row;
  }
  return { first, last };
}

function giveUpLastCell(row: CellRow): CellRow {
  const last = row.texts.length - 1;
  const start = row.texts[last] === "" ? Math.max(0, last - 1) : last;
  row.texts.fill(" ", start);
  row.styles.fill(plain, start);
  return row;
}

/** Scrolls what moved, as long as that spares anything. */
function scrollBlocks(canvas: Canvas, brush: Brush, changed: Span): void {
  const { rows, shown, want } = canvas;
  let span = changed;
  for (let count = 0; count < mostShifts; count++) {
    const shift = findShift({ want, shown, ...span });
    if (shift === undefined || !isSafe(canvas, brush, shift) || !scroll(brush, shift, rows)) {
      return;
    }
    moveRows(canvas, brush, shift);
    span = changedRows(canvas, span);
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

function isBlankWanted({ want }: Canvas, row: number): boolean {
  const wanted = want[row];
  return wanted !== undefined && isPlainBlank(wanted);
}
