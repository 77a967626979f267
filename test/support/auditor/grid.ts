/** The cells of a screen and what can be done to them: write, erase, shift, scroll. It knows no cursor. */
import { defaultColour, plainRendition, type Rendition } from "./rendition.ts";

export interface Cell {
  /** A cluster; the right half of a wide one is empty. */
  readonly text: string;
  readonly rendition: Rendition;
}

/** Nobody knows what such a cell shows: it was never written, or the terminal may have spoilt it. */
export const unknownCell: Cell = { text: "¿", rendition: plainRendition };

export type Grid = Cell[][];

export function unknownGrid(columns: number, rows: number): Grid {
  return Array.from({ length: rows }, () => new Array<Cell>(columns).fill(unknownCell));
}

/** What an erased cell is: where the terminal has `bce`, the background stays. */
export function blankCell(background: number): Cell {
  return background === defaultColour
    ? { text: " ", rendition: plainRendition }
    : { text: " ", rendition: { ...plainRendition, bg: background } };
}

/** Overwrites cells; what is left of a wide character that was cut in two is unknown. */
export function writeCells(row: Cell[], column: number, cells: readonly Cell[]): void {
  spoilHalves(row, column, column + cells.length);
  for (const [offset, cell] of cells.entries()) {
    if (column + offset < row.length) {
      row[column + offset] = cell;
    }
  }
}

function spoilHalves(row: Cell[], from: number, to: number): void {
  if (row[from]?.text === "" && from > 0) {
    row[from - 1] = unknownCell;
  }
  if (row[to]?.text === "") {
    row[to] = unknownCell;
  }
}

export function eraseCells(row: Cell[], from: number, to: number, blank: Cell): void {
  writeCells(row, from, new Array<Cell>(Math.max(0, to - from)).fill(blank));
}

export function insertCells(row: Cell[], column: number, count: number, blank: Cell): void {
  spoilHalves(row, column, column);
  row.splice(column, 0, ...new Array<Cell>(count).fill(blank));
  row.splice(row.length - count, count);
}

export function deleteCells(row: Cell[], column: number, count: number, blank: Cell): void {
  const gone = Math.min(count, row.length - column);
  spoilHalves(row, column, column + gone);
  row.splice(column, gone);
  row.push(...new Array<Cell>(gone).fill(blank));
}

/** Removes rows at `from` and adds as many in front of what was row `to + 1`. */
export function moveRows(grid: Grid, from: number, to: number, count: number, filler: Cell): void {
  const columns = grid[0]?.length ?? 0;
  const fresh = Array.from({ length: count }, () => new Array<Cell>(columns).fill(filler));
  grid.splice(from, count);
  grid.splice(to + 1 - count, 0, ...fresh);
}
