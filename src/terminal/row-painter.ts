/**
 * Sends the difference between what a row shows and what it is to show: text, erasures, and moves over what is the
 * same. It must not know other rows.
 */
import { flagMask } from "./attributes.ts";
import type { Brush } from "./brush.ts";
import { isTrusted, widestCells } from "./clusters.ts";
import {
  type CellRow,
  firstDifference,
  lastDifference,
  sameCell,
  tailStart,
  unknownLook,
} from "./screen-rows.ts";
import { backgroundOf, plain, type Style } from "./style.ts";

export interface RowTask {
  readonly want: CellRow;
  readonly shown: CellRow;
  readonly row: number;
  readonly isLastRow: boolean;
}

const shortestErasure = 6;
/** To get over what was erased takes about as many bytes. */
const usualMove = 4;

/** Afterwards `shown` equals `want`. */
export function paintRow(brush: Brush, task: RowTask): void {
  const { want, shown } = task;
  const columns = want.texts.length;
  const tail = isErasable(brush, want, columns - 1) ? tailStart(want) : columns;
  let column = firstDifference(want, shown);
  while (column < columns) {
    if (column >= tail && eraseTail(brush, task, column)) {
      return;
    }
    column = firstDifference(want, shown, paintAt(brush, task, column));
  }
}

/** Returns the column from which on nothing is done yet. */
function paintAt(brush: Brush, task: RowTask, column: number): number {
  const { texts } = task.want;
  const lead = texts[column] === "" ? column - 1 : column;
  const erased = eraseRun(brush, task, lead);
  if (erased > lead) {
    return erased;
  }
  if (task.isLastRow && lead === texts.length - 1 && brush.capabilities.facts.lastCell === "scrolls") {
    return lead + 1;
  }
  brush.cursor.moveTo(task.row, lead);
  const end = simpleEnd(brush, task, lead);
  return end > lead ? writeSimple(brush, task, lead, end) : writeCell(brush, task, lead);
}

/**
 * Most of what is shown is ASCII in one style, which goes out at once. Up to where that ends, or what is shown begins
 * to be right, or blanks come that may be worth an erasure; never the last column, which has its own rules.
 */
function simpleEnd({ capabilities, pen }: Brush, { want, shown }: RowTask, column: number): number {
  // A blank is seen the same in many styles, and needs none of its own.
  const needsStyle = want.texts[column] !== " " || pen.style === want.styles[column];
  if (!needsStyle || capabilities.facts.underscoreOverstrikes) {
    return column;
  }
  const { texts, styles } = want;
  const last = texts.length - 1;
  let end = column;
  while (
    end < last &&
    isSimple(texts[end]) &&
    styles[end] === styles[column] &&
    !sameCell(want, shown, end)
  ) {
    if (texts[end] === " " && texts[end + 1] === " ") {
      break;
    }
    end++;
  }
  return end;
}

/** Not the tilde: some terminals lack it. */
function isSimple(text: string | undefined): boolean {
  return text !== undefined && text.length === 1 && text >= " " && text < "~";
}

function writeSimple(brush: Brush, { want, shown }: RowTask, column: number, end: number): number {
  const { pen, writer, cursor } = brush;
  pen.use(want.styles[column] ?? plain);
  pen.useAlternate(false);
  writer.text(want.texts.slice(column, end).join(""));
  take(want, shown, column, end);
  cursor.advanceTo(end);
  return end;
}

function writeCell(brush: Brush, task: RowTask, column: number): number {
  const { want, shown } = task;
  const columns = want.texts.length;
  const text = want.texts[column] ?? " ";
  const look = want.styles[column] ?? plain;
  const width = want.texts[column + 1] === "" ? 2 : 1;
  const end = column + width;
  const trusted = brush.charset.encoding !== "utf-8" || isTrusted(text, width);
  clearUnder(brush, task, column, end, trusted);
  if (!brush.pen.fits(look, text === " ")) {
    brush.pen.use(look);
  }
  const glyph = trusted ? text : cutToFit(text, width, columns - column);
  const isLastCell = task.isLastRow && end === columns;
  sendGlyph(brush, glyph, width, isLastCell && brush.capabilities.facts.lastCell === "needs-rmam");
  take(want, shown, column, end);
  const reach = trusted ? end : column + widestCells(text, width);
  spoil(shown, end, reach);
  settle(brush, end, reach >= columns, trusted);
  return end;
}

/** Where the cursor is after a glyph. Behind the last column it may be anywhere. */
function settle({ cursor }: Brush, end: number, mayBeAtEnd: boolean, trusted: boolean): void {
  if (mayBeAtEnd) {
    cursor.forget();
  } else if (trusted) {
    cursor.advanceTo(end);
  } else {
    cursor.forgetColumn();
  }
}

function sendGlyph({ charset, pen, writer }: Brush, text: string, width: number, guarded: boolean): void {
  const glyph = charset.glyph(text, width);
  pen.useAlternate(glyph.alternate);
  if (guarded) {
    writer.put("rmam");
  }
  writer.text(glyph.text, glyph.alternate);
  if (guarded) {
    writer.put("smam");
  }
}

/** Blanks what would be seen beside or through a new character. */
function clearUnder(
  brush: Brush,
  { want, shown, row }: RowTask,
  column: number,
  end: number,
  trusted: boolean,
): void {
  const { capabilities, pen, writer, cursor } = brush;
  const showsThrough =
    capabilities.facts.underscoreOverstrikes && overstrikes(shown, column, want.texts[column] ?? " ");
  const leavesRest = !trusted && !isBlank(shown, column + 1, end);
  if (!showsThrough && !leavesRest) {
    return;
  }
  pen.use(plain);
  pen.useAlternate(false);
  // A blank in the last column could scroll the screen, and it takes the cursor who knows where.
  const clearTo = Math.min(end, shown.texts.length - 1);
  if (clearTo === column) {
    if (capabilities.has("el")) {
      writer.put("el");
    }
    return;
  }
  writer.text(" ".repeat(clearTo - column));
  cursor.advanceTo(clearTo);
  cursor.moveTo(row, column);
}

/** To the end of the row; false: spaces are shorter. */
function eraseTail(brush: Brush, { want, shown, row, isLastRow }: RowTask, column: number): boolean {
  const { capabilities, cursor, writer } = brush;
  const cost = writer.cost("el");
  const end = lastDifference(want, shown) + 1;
  const cannotWrite = isLastRow && end === want.texts.length && capabilities.facts.lastCell === "scrolls";
  if (cost === Number.POSITIVE_INFINITY || (end - column <= cost && !cannotWrite)) {
    return false;
  }
  cursor.moveTo(row, column);
  prepareErasure(brush, want.styles[column] ?? plain);
  writer.put("el");
  take(want, shown, column, want.texts.length);
  return true;
}

/** Erases blanks in the midst of a row; returns where they end, or `column` if it did nothing. */
function eraseRun(brush: Brush, { want, shown, row }: RowTask, column: number): number {
  const look = want.styles[column] ?? plain;
  if (want.texts[column] !== " " || !isErasable(brush, want, column)) {
    return column;
  }
  let end = column;
  while (want.texts[end] === " " && want.styles[end] === look && !sameCell(want, shown, end)) {
    end++;
  }
  const count = end - column;
  if (count < shortestErasure || count <= brush.writer.cost("ech", [count]) + usualMove) {
    return column;
  }
  brush.cursor.moveTo(row, column);
  prepareErasure(brush, look);
  brush.writer.put("ech", [count]);
  take(want, shown, column, end);
  return end;
}

/** Without `bce` what is erased has the terminal's own background, whatever is set. */
function isErasable({ capabilities }: Brush, want: CellRow, column: number): boolean {
  const look = want.styles[column] ?? unknownLook;
  return look === plain || (capabilities.facts.erasesInColour && (look & flagMask) === 0);
}

function prepareErasure({ pen }: Brush, look: Style): void {
  const held = pen.style;
  const sameGround =
    held !== undefined && (held & flagMask) === 0 && backgroundOf(held) === backgroundOf(look);
  if (!sameGround) {
    pen.use(look);
  }
}

function take(want: CellRow, shown: CellRow, start: number, end: number): void {
  for (let column = start; column < end; column++) {
    shown.texts[column] = want.texts[column] ?? " ";
    shown.styles[column] = want.styles[column] ?? plain;
  }
}

/** The terminal may have drawn over these. */
function spoil(shown: CellRow, start: number, end: number): void {
  shown.styles.fill(unknownLook, start, Math.min(end, shown.styles.length));
}

function isBlank(row: CellRow, start: number, end: number): boolean {
  for (let column = start; column < end; column++) {
    if (row.texts[column] !== " " || row.styles[column] !== plain) {
      return false;
    }
  }
  return true;
}

function overstrikes(shown: CellRow, column: number, text: string): boolean {
  const before = shown.styles[column] === unknownLook ? "_" : shown.texts[column];
  return text !== " " && before !== " " && (text === "_" || before === "_");
}

/** Near the end of a row only as much of a cluster as cannot run over it. */
function cutToFit(cluster: string, width: number, room: number): string {
  const [first = " "] = cluster;
  return widestCells(cluster, width) > room ? first : cluster;
}
