/**
 * Sends the difference between what a row shows and what it is to show: text, erasures, and moves over what is the
 * same. It must not know other rows.
 */
import type { Capabilities } from "./capabilities.ts";
import type { Charset } from "./charset.ts";
import { isTrusted, widestCells } from "./clusters.ts";
import type { Cursor } from "./cursor.ts";
import type { Pen } from "./pen.ts";
import {
  type CellRow,
  firstDifference,
  lastDifference,
  sameCell,
  tailStart,
  unknownLook,
} from "./screen-rows.ts";
import { backgroundOf, flagBits, flags, plain, type Style } from "./style.ts";
import type { Writer } from "./writer.ts";

export interface Brush {
  readonly capabilities: Capabilities;
  readonly charset: Charset;
  readonly writer: Writer;
  readonly cursor: Cursor;
  readonly pen: Pen;
}

export interface Place {
  readonly row: number;
  readonly isLastRow: boolean;
}

/** Afterwards `shown` equals `want`, except for a last cell that cannot be written. */
export type PaintRow = (want: CellRow, shown: CellRow, place: Place) => void;

const longestBridge = 8;
const shortestErasure = 6;
const flagMask = flags.reduce((sum, flag) => sum | flagBits[flag], 0);
const drawnMask = flagBits.reverse | flagBits.underline;

export function createRowPainter({ capabilities, charset, writer, cursor, pen }: Brush): PaintRow {
  const { facts } = capabilities;
  const trustsAll = charset.encoding !== "utf-8";

  function paintRow(want: CellRow, shown: CellRow, place: Place): void {
    const columns = want.texts.length;
    const tail = isErasable(want, columns - 1) ? tailStart(want) : columns;
    let column = firstDifference(want, shown);
    while (column < columns) {
      if (column >= tail && eraseTail(want, shown, column, place)) {
        return;
      }
      column = firstDifference(want, shown, paintAt(want, shown, column, place));
    }
  }

  /** Returns the column from which on nothing is done yet. */
  function paintAt(want: CellRow, shown: CellRow, column: number, place: Place): number {
    const lead = want.texts[column] === "" ? column - 1 : column;
    const erased = eraseRun(want, shown, lead, place);
    if (erased > lead) {
      return erased;
    }
    if (place.isLastRow && lead === want.texts.length - 1 && facts.lastCell === "scrolls") {
      return lead + 1;
    }
    approach(shown, lead, place.row);
    return writeCell(want, shown, lead, place);
  }

  /** Goes there, by sending once more what lies between where that is shorter. */
  function approach(shown: CellRow, column: number, row: number): void {
    const from = cursor.row === row ? (cursor.column ?? column) : column;
    const gap = column - from;
    if (gap > 0 && gap <= longestBridge && canBridge(shown, from, column) && gap <= moveCost(row, column)) {
      pen.useAlternate(false);
      for (let between = from; between < column; between++) {
        writer.text(shown.texts[between] ?? " ");
      }
      cursor.advanceTo(column);
      return;
    }
    cursor.moveTo(row, column);
  }

  function moveCost(row: number, column: number): number {
    const restyling = facts.movesInAttributes || pen.style === plain ? 0 : 2 * writer.cost("sgr0");
    return cursor.costTo(row, column) + restyling;
  }

  function canBridge(shown: CellRow, from: number, to: number): boolean {
    for (let column = from; column < to; column++) {
      const text = shown.texts[column] ?? "";
      const isAscii = text.length === 1 && text >= " " && text < "~";
      if (!isAscii || (text === "_" && facts.underscoreOverstrikes) || !fits(shown.styles[column], text)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a cell with this look can be written with the pen as it is. */
  function fits(look: Style | undefined, text: string): boolean {
    const held = pen.style;
    if (look === held || held === undefined || look === undefined || look === unknownLook || text !== " ") {
      return look === held && held !== undefined;
    }
    return ((look | held) & drawnMask) === 0 && backgroundOf(look) === backgroundOf(held);
  }

  function writeCell(want: CellRow, shown: CellRow, column: number, place: Place): number {
    const text = want.texts[column] ?? " ";
    const look = want.styles[column] ?? plain;
    const width = want.texts[column + 1] === "" ? 2 : 1;
    const end = column + width;
    const trusted = trustsAll || isTrusted(text, width);
    clearUnder(shown, column, end, text, trusted, place.row);
    if (!fits(look, text)) {
      pen.use(look);
    }
    const atEnd = end === want.texts.length;
    const guarded = atEnd && place.isLastRow && facts.lastCell === "needs-rmam";
    if (guarded) {
      writer.put("rmam");
    }
    sendGlyph(trusted ? text : cutToFit(text, width, want.texts.length - column), width);
    if (guarded) {
      writer.put("smam");
    }
    take(want, shown, column, end);
    if (!trusted) {
      spoil(shown, end, column + widestCells(text, width));
    }
    settle(end, atEnd, trusted);
    return end;
  }

  /** Where the cursor is after a glyph. */
  function settle(end: number, atEnd: boolean, trusted: boolean): void {
    if (atEnd) {
      cursor.forget();
    } else if (trusted) {
      cursor.advanceTo(end);
    } else {
      cursor.forgetColumn();
    }
  }

  function sendGlyph(text: string, width: number): void {
    const glyph = charset.glyph(text, width);
    pen.useAlternate(glyph.alternate);
    writer.text(glyph.text, glyph.alternate);
  }

  /** Blanks what would be seen beside or below a new character. */
  function clearUnder(
    shown: CellRow,
    column: number,
    end: number,
    text: string,
    trusted: boolean,
    row: number,
  ): void {
    const showsThrough = facts.underscoreOverstrikes && overstrikes(shown, column, text);
    const leavesRest = !trusted && !isBlank(shown, column + 1, end);
    if (!showsThrough && !leavesRest) {
      return;
    }
    // Two blanks at the very end of the screen could scroll it.
    const atEnd = end === shown.texts.length;
    pen.use(plain);
    pen.useAlternate(false);
    writer.text(" ".repeat(atEnd ? end - column - 1 : end - column));
    cursor.advanceTo(atEnd ? end - 1 : end);
    cursor.moveTo(row, column);
  }

  /** To the end of the row; false: spaces are shorter. */
  function eraseTail(want: CellRow, shown: CellRow, column: number, { row, isLastRow }: Place): boolean {
    const columns = want.texts.length;
    const cost = writer.cost("el");
    const cannotWrite = isLastRow && facts.lastCell === "scrolls";
    const spaces = lastDifference(want, shown) + 1 - column;
    if (
      cost === Number.POSITIVE_INFINITY ||
      (spaces <= cost && !(cannotWrite && column + spaces === columns))
    ) {
      return false;
    }
    cursor.moveTo(row, column);
    prepareErasure(want.styles[column] ?? plain);
    writer.put("el");
    take(want, shown, column, columns);
    return true;
  }

  /** Erases blanks in the midst of a row; returns where they end, or `column` if it did nothing. */
  function eraseRun(want: CellRow, shown: CellRow, column: number, { row }: Place): number {
    const look = want.styles[column];
    if (want.texts[column] !== " " || !isErasable(want, column)) {
      return column;
    }
    let end = column;
    while (want.texts[end] === " " && want.styles[end] === look && !sameCell(want, shown, end)) {
      end++;
    }
    const count = end - column;
    if (count < shortestErasure || count <= writer.cost("ech", [count]) + longestBridge / 2) {
      return column;
    }
    cursor.moveTo(row, column);
    prepareErasure(look ?? plain);
    writer.put("ech", [count]);
    take(want, shown, column, end);
    return end;
  }

  function isErasable(want: CellRow, column: number): boolean {
    const look = want.styles[column] ?? unknownLook;
    return look === plain || (facts.erasesInColour && (look & flagMask) === 0 && look !== unknownLook);
  }

  function prepareErasure(look: Style): void {
    const held = pen.style;
    const sameGround =
      held !== undefined && (held & flagMask) === 0 && backgroundOf(held) === backgroundOf(look);
    if (!sameGround) {
      pen.use(look);
    }
  }

  return paintRow;
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
