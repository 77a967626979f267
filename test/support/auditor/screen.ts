/** A terminal as its entry describes it: grid, cursor, rendition, modes. It knows no bytes. */
import type { Entry } from "../../../src/terminfo/read.ts";
import { alternateCharacters, type Encoding } from "./glyphs.ts";
import {
  blankCell,
  type Cell,
  eraseCells,
  type Grid,
  insertCells,
  moveRows,
  unknownCell,
  unknownGrid,
  writeCells,
} from "./grid.ts";
import type { Size } from "./instances.ts";
import { hasAttribute, plainRendition, type Rendition } from "./rendition.ts";

export interface Position {
  readonly row: number;
  readonly column: number;
}

export interface Screen {
  readonly entry: Entry;
  readonly problems: string[];
  /** What bytes show in the alternate character set. */
  readonly glyphs: ReadonlyMap<string, string>;
  /** Whether they show it in the usual character set too: there is no other, and text is ASCII. */
  readonly glyphsStandAlone: boolean;
  columns: number;
  rows: number;
  grid: Grid;
  /** Undefined: nobody knows. */
  cursor: Position | undefined;
  /** Behind the last column, where terminals with `xenl` differ. */
  hung: boolean;
  /** Behind a cluster that terminals measure differently. */
  drifting: boolean;
  saved: Position | undefined;
  rendition: Rendition;
  alternate: boolean;
  region: { readonly top: number; readonly bottom: number };
  inserts: boolean;
  wraps: boolean;
  /** Modes that are on and have a way to be turned off again. */
  readonly modes: Set<string>;
  inStatusLine: boolean;
}

export function createScreen(entry: Entry, size: Size, encoding: Encoding): Screen {
  return {
    entry,
    problems: [],
    glyphs: alternateCharacters(entry),
    glyphsStandAlone: !entry.strings.has("smacs") && encoding === "ascii",
    columns: size.columns,
    rows: size.rows,
    grid: unknownGrid(size.columns, size.rows),
    cursor: undefined,
    hung: false,
    drifting: false,
    saved: undefined,
    rendition: plainRendition,
    alternate: false,
    region: { top: 0, bottom: size.rows - 1 },
    inserts: false,
    wraps: entry.flags.has("am"),
    modes: new Set(),
    inStatusLine: false,
  };
}

/** What a byte shows by `acsc`; undefined: nothing special. */
export function glyphFor(screen: Screen, byte: string): string | undefined {
  const isGraphic = byte >= " " && byte !== "\x7f";
  const counts = screen.alternate || (screen.glyphsStandAlone && byte > "\x9f");
  return isGraphic && counts ? screen.glyphs.get(byte) : undefined;
}

/** Where the cursor is; that somebody relied on it where nobody can know is a problem. */
export function whereIs(screen: Screen, user: string): Position {
  if (screen.cursor === undefined) {
    screen.problems.push(`${user} relies on the cursor, whose position is unknown`);
    return { row: 0, column: 0 };
  }
  if (screen.hung && screen.entry.flags.has("xenl")) {
    screen.problems.push(`${user} relies on the cursor behind the last column`);
  }
  if (screen.drifting) {
    screen.problems.push(`${user} relies on the column behind a cluster of uncertain width`);
  }
  return screen.cursor;
}

export function moveTo(screen: Screen, row: number, column: number): void {
  if (hasAttribute(screen.rendition) && !screen.entry.flags.has("msgr")) {
    screen.problems.push("the cursor moved while attributes were on, but the entry has no msgr");
  }
  screen.cursor = {
    row: Math.max(0, Math.min(screen.rows - 1, row)),
    column: Math.max(0, Math.min(screen.columns - 1, column)),
  };
  screen.hung = false;
  screen.drifting = false;
}

export function loseCursor(screen: Screen): void {
  screen.cursor = undefined;
  screen.hung = false;
  screen.drifting = false;
}

export function blank(screen: Screen): Cell {
  return blankCell(screen.entry.flags.has("bce") ? screen.rendition.bg : plainRendition.bg);
}

/** Writes one cluster where the cursor is. Width 0 joins the cell before. */
export function write(screen: Screen, text: string, width: number): void {
  if (screen.inStatusLine) {
    return;
  }
  if (width === 0) {
    return join(screen, text);
  }
  const { row, column } = placeFor(screen);
  if (column + width > screen.columns) {
    screen.problems.push(`a wide character straddles the right edge of row ${row}`);
    return;
  }
  const cells = screen.grid[row] ?? [];
  const rendition = overGlitch(screen, cells[column]);
  const overstrikes = screen.entry.flags.has("ul") && mixesUnderscore(cells[column]?.text, text);
  if (screen.inserts) {
    insertCells(cells, column, width, blank(screen));
  }
  writeCells(cells, column, [
    { text, rendition },
    ...new Array<Cell>(width - 1).fill({ text: "", rendition }),
  ]);
  if (overstrikes) {
    cells[column] = unknownCell;
  }
  advance(screen, row, column + width);
  screen.drifting = [...text].length > 1;
}

/** Where the next character goes: a hung cursor wraps first. */
function placeFor(screen: Screen): Position {
  if (screen.cursor === undefined || screen.drifting) {
    return whereIs(screen, "text");
  }
  if (screen.hung) {
    screen.hung = false;
    if (screen.wraps) {
      wrap(screen, screen.cursor.row);
    }
  }
  return screen.cursor;
}

/** Where an underscore overstrikes (`ul`), it and what comes or was there are seen together. */
function mixesUnderscore(before: string | undefined, now: string): boolean {
  return (before === "_") !== (now === "_") && before !== " " && now !== " ";
}

/** Where standout is a glitch (`xhp`), writing over a cell does not take its attributes away. */
function overGlitch(screen: Screen, before: Cell | undefined): Rendition {
  const sticks = screen.entry.flags.has("xhp") && before !== undefined && hasAttribute(before.rendition);
  return sticks
    ? { ...before.rendition, fg: screen.rendition.fg, bg: screen.rendition.bg }
    : screen.rendition;
}

function advance(screen: Screen, row: number, column: number): void {
  screen.cursor = { row, column: Math.min(column, screen.columns - 1) };
  if (column < screen.columns || !screen.wraps) {
    return;
  }
  if (screen.entry.flags.has("xenl")) {
    screen.hung = true;
    return;
  }
  wrap(screen, row);
}

function wrap(screen: Screen, row: number): void {
  goDown(screen, row, 0);
}

function join(screen: Screen, text: string): void {
  const at = screen.cursor;
  const column = at === undefined ? -1 : at.column - (screen.hung ? 0 : 1);
  const row = screen.grid[at?.row ?? -1];
  const base = row?.[column]?.text === "" ? column - 1 : column;
  const cell = row?.[base];
  if (row === undefined || cell === undefined) {
    screen.problems.push("a combining character has no cell to join");
    return;
  }
  row[base] = { ...cell, text: cell.text + text };
  screen.drifting = true;
}

/** One row down, which scrolls at the bottom of the region. */
export function goDown(screen: Screen, row: number, column: number): void {
  if (row === screen.region.bottom) {
    scrollUp(screen, 1);
    screen.cursor = { row, column };
    return;
  }
  screen.cursor = { row: Math.min(screen.rows - 1, row + 1), column };
}

export function scrollUp(screen: Screen, count: number): void {
  const { top, bottom } = screen.region;
  moveRows(screen.grid, top, bottom, Math.min(count, bottom - top + 1), incoming(screen, "db", bottom));
}

export function scrollDown(screen: Screen, count: number): void {
  const { top, bottom } = screen.region;
  const moved = Math.min(count, bottom - top + 1);
  insertRows(screen, top, moved);
}

/** Rows that come in from outside: blank, unless the terminal keeps what was scrolled off there. */
function incoming(screen: Screen, keeps: "da" | "db", row: number): Cell {
  const isEdge = keeps === "da" ? row === 0 : row === screen.rows - 1;
  return isEdge && screen.entry.flags.has(keeps) ? unknownCell : blank(screen);
}

export function insertRows(screen: Screen, row: number, count: number): void {
  const { bottom } = screen.region;
  const moved = Math.min(count, bottom - row + 1);
  const filler = incoming(screen, "da", row);
  screen.grid.splice(bottom + 1 - moved, moved);
  const fresh = Array.from({ length: moved }, () => new Array<Cell>(screen.columns).fill(filler));
  screen.grid.splice(row, 0, ...fresh);
}

export function deleteRows(screen: Screen, row: number, count: number): void {
  const { bottom } = screen.region;
  moveRows(screen.grid, row, bottom, Math.min(count, bottom - row + 1), incoming(screen, "db", bottom));
}

/** From a cell to the end of the screen. */
export function eraseBelow(screen: Screen, row: number, column: number): void {
  eraseCells(screen.grid[row] ?? [], column, screen.columns, blank(screen));
  for (const cells of screen.grid.slice(row + 1)) {
    cells.fill(blank(screen));
  }
}
