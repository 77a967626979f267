/** Finds rows that moved up or down as a block, so that they need not be sent again. Pure; it must not know terminals. */
import { type CellRow, firstDifference, isPlainBlank, isShown, sameCell, tailStart } from "./screen-rows.ts";

export interface Shift {
  /** The first and the last row of the region that scrolls. */
  readonly top: number;
  readonly bottom: number;
  /** How far its rows move up; down if negative. */
  readonly lines: number;
  /** Whether it spares more than so many bytes, about, not counting what it costs. */
  readonly sparesMoreThan: (bytes: number) => boolean;
}

/** Fewer rows than this are sent as quickly as scrolled. */
const fewestRows = 3;
/** An erasure to the end of a row costs about as much. */
const erasureCost = 4;
/** Of FNV. */
const hashFactor = 0x01000193;

/** What is looked through: both screens, between the outermost rows that differ. */
export interface Search {
  readonly want: readonly CellRow[];
  readonly shown: readonly CellRow[];
  readonly first: number;
  readonly last: number;
}

/** The region lies between `first` and `last`. */
export function findShift(search: Search): Shift | undefined {
  if (search.last - search.first + 1 < fewestRows) {
    return undefined;
  }
  const lines = likeliestShift(search);
  if (lines === 0) {
    return undefined;
  }
  const block = widen(longestBlock(search, lines), search, lines);
  const top = block.start + Math.min(0, lines);
  const bottom = block.end + Math.max(0, lines);
  return { top, bottom, lines, sparesMoreThan: (bytes) => gainsMore(search, { top, bottom, lines }, bytes) };
}

/** The distance that most rows have moved by, judged by rows that occur once; 0: none. */
function likeliestShift({ want, shown, first, last }: Search): number {
  const places = new Map<number, number>();
  for (let row = first; row <= last; row++) {
    const hash = hashOfShown(shown[row]);
    if (hash !== blankHash) {
      places.set(hash, places.has(hash) ? ambiguous : row);
    }
  }
  const votes = new Map<number, number>();
  for (let row = first; row <= last; row++) {
    const place = places.get(hashOfWanted(want[row])) ?? ambiguous;
    if (place !== ambiguous && place !== row) {
      votes.set(place - row, (votes.get(place - row) ?? 0) + 1);
    }
  }
  let best = 0;
  for (const [lines, count] of votes) {
    best = count > (votes.get(best) ?? 0) ? lines : best;
  }
  return best;
}

const ambiguous = -1;
const blankHash = 0;

/** Rows that only moved are not hashed again. */
function hashOfShown(row: CellRow | undefined): number {
  return row?.source === undefined ? hashCells(row) : hashOfWanted(row.source);
}

function hashOfWanted(row: CellRow | undefined): number {
  if (row === undefined) {
    return blankHash;
  }
  row.hash ??= hashCells(row);
  return row.hash;
}

/** 0 for a blank row. */
function hashCells(row: CellRow | undefined): number {
  if (row === undefined || isPlainBlank(row)) {
    return blankHash;
  }
  let hash = 1;
  for (let column = 0; column < row.texts.length; column++) {
    const text = row.texts[column] ?? "";
    hash = Math.imul(hash ^ (row.styles[column] ?? 0), hashFactor) ^ (text.codePointAt(0) ?? 0);
    hash = Math.imul(hash, hashFactor);
  }
  return hash | 1;
}

interface Block {
  readonly start: number;
  readonly end: number;
}

/** The longest run of rows that are to show what the rows `lines` below them show now. */
function longestBlock(search: Search, lines: number): Block {
  const { first, last } = search;
  let best: Block = { start: first, end: first - 1 };
  let start = first;
  for (let row = first; row <= last + 1; row++) {
    const pair = pairAt(search, row, lines);
    if (pair !== undefined && isShown(pair.wanted, pair.moved)) {
      continue;
    }
    if (row - start > best.end - best.start + 1) {
      best = { start, end: row - 1 };
    }
    start = row + 1;
  }
  return best;
}

/** Takes in the rows beside it that changed while they moved, as the last line of a growing text does. */
function widen({ start, end }: Block, search: Search, lines: number): Block {
  let from = start;
  let to = end;
  while (movedRather(search, from - 1, lines)) {
    from--;
  }
  while (movedRather(search, to + 1, lines)) {
    to++;
  }
  return { start: from, end: to };
}

function movedRather(search: Search, row: number, lines: number): boolean {
  const pair = pairAt(search, row, lines);
  return pair !== undefined && costOf(pair.wanted, pair.moved) < costOf(pair.wanted, pair.there);
}

interface Pair {
  readonly wanted: CellRow;
  readonly moved: CellRow;
  readonly there: CellRow;
}

/** A row, what it shows, and what it would show after the shift; undefined: that is not within the search. */
function pairAt({ want, shown, first, last }: Search, row: number, lines: number): Pair | undefined {
  const source = row + lines;
  if (Math.min(row, source) < first || Math.max(row, source) > last) {
    return undefined;
  }
  const [wanted, moved, there] = [want[row], shown[source], shown[row]];
  return wanted && moved && there ? { wanted, moved, there } : undefined;
}

/** Rows that moved as they are can only add to what is gained, so no more of them are compared than it takes. */
function gainsMore({ want, shown }: Search, shift: Omit<Shift, "sparesMoreThan">, bytes: number): boolean {
  const { top, bottom, lines } = shift;
  let gain = 0;
  const intact: number[] = [];
  for (let row = top; row <= bottom; row++) {
    const [wanted, there] = [want[row], shown[row]];
    if (wanted === undefined || there === undefined) {
      return false;
    }
    const source = row + lines;
    const moved = source >= top && source <= bottom ? shown[source] : undefined;
    if (moved?.source === wanted) {
      intact.push(row);
      continue;
    }
    gain += costOf(wanted, there) - (moved === undefined ? tailStart(wanted) : costOf(wanted, moved));
  }
  for (const row of intact) {
    const [wanted, there] = [want[row], shown[row]];
    if (gain > bytes) {
      break;
    }
    gain += wanted && there ? costOf(wanted, there) : 0;
  }
  return gain > bytes;
}

/** About how many bytes it takes to turn one row into another. */
function costOf(wanted: CellRow, shown: CellRow): number {
  if (shown.source === wanted) {
    return 0;
  }
  const tail = tailStart(wanted);
  let cost = 0;
  for (let column = 0; column < tail; column++) {
    cost += sameCell(wanted, shown, column) ? 0 : 1;
  }
  return cost + Math.min(erasureCost, wanted.texts.length - firstDifference(wanted, shown, tail));
}
