/** Rows of cells as the terminal shows or is to show them, in arrays that are made once. It must not know bytes. */
import { plain, type Style } from "./style.ts";

export interface CellRow {
  readonly texts: string[];
  /** What `Looks` gave, or `unknownLook`. */
  readonly styles: Int32Array;
  /** The wanted row that these cells were made equal to, while they are. */
  source: CellRow | undefined;
  /** Of a wanted row, which never changes, once it was asked for. */
  hash: number | undefined;
}

/** In the place of a style: what the cell shows is unknown. Equal to no style. */
export const unknownLook: Style = -1;

export function createRow(columns: number): CellRow {
  return {
    texts: new Array<string>(columns).fill(" "),
    styles: new Int32Array(columns),
    source: undefined,
    hash: undefined,
  };
}

export function makeBlank(row: CellRow): void {
  row.texts.fill(" ");
  row.styles.fill(plain);
  row.source = undefined;
}

export function makeUnknown(row: CellRow): void {
  row.styles.fill(unknownLook);
  row.source = undefined;
}

export function sameCell(a: CellRow, b: CellRow, column: number): boolean {
  return a.styles[column] === b.styles[column] && a.texts[column] === b.texts[column];
}

/** The first column from `start` on where they differ; the number of columns if nowhere. */
export function firstDifference(a: CellRow, b: CellRow, start = 0): number {
  const columns = a.texts.length;
  let column = start;
  while (column < columns && sameCell(a, b, column)) {
    column++;
  }
  return column;
}

export function lastDifference(a: CellRow, b: CellRow): number {
  let column = a.texts.length - 1;
  while (column >= 0 && sameCell(a, b, column)) {
    column--;
  }
  return column;
}

export function isShown(want: CellRow, shown: CellRow): boolean {
  return shown.source === want || firstDifference(want, shown) === want.texts.length;
}

/** The column from which on the row is blank in one style. */
export function tailStart(row: CellRow): number {
  const columns = row.texts.length;
  const look = row.styles[columns - 1];
  let column = columns;
  while (column > 0 && row.texts[column - 1] === " " && row.styles[column - 1] === look) {
    column--;
  }
  return column;
}

export function isPlainBlank(row: CellRow): boolean {
  return row.styles[row.texts.length - 1] === plain && tailStart(row) === 0;
}

/** What the cells from one column up to another show, if it is ASCII (but for `~`, which some lack) that may be sent again. */
export function typableText(
  row: CellRow,
  from: number,
  to: number,
  isAllowed: (text: string, look: Style) => boolean,
): string | undefined {
  let typed = "";
  for (let column = from; column < to; column++) {
    const text = row.texts[column] ?? "";
    const isAscii = text.length === 1 && text >= " " && text < "~";
    if (!isAscii || !isAllowed(text, row.styles[column] ?? unknownLook)) {
      return undefined;
    }
    typed += text;
  }
  return typed;
}
