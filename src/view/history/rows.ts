/** The rows of parts at the present width, made once for each and kept for a while. It must not know blocks. */
import { layOut } from "../layout.ts";
import type { Line } from "../line.ts";
import type { Part } from "../part.ts";
import { type LongLine, wrap } from "../wrap.ts";
import { createBoundedCache } from "./bounded-cache.ts";
import { countMatches, highlight, patternOf } from "./search.ts";

export interface Rows {
  of(part: Part): readonly Line[];
  /** What was made for another width is forgotten. */
  setWidth(width: number): void;
  width(): number;
  /** What to highlight everywhere. */
  setQuery(query: string): void;
  matches(part: Part): number;
  /** Shows one match unlike the others. */
  setCurrent(current: CurrentMatch | undefined): void;
  /** The row that the current match begins on. */
  currentRow(part: Part): number;
}

export interface CurrentMatch {
  readonly part: Part;
  readonly number: number;
}

/** In rows. */
const mostKept = 2000;

/** `onWrapped` is told how many rows were made. */
export function createRows(onWrapped: (rows: number) => void = () => {}): Rows {
  const kept = createBoundedCache<Part, readonly Line[]>(mostKept);
  let width = 80;
  let pattern: RegExp | undefined;
  let current: CurrentMatch | undefined;
  /** What was made last: text that grows is made again and again, and most of its rows stay as they are. */
  let latest: readonly Line[] = [];

  function make(part: Part): readonly Line[] {
    const lines = layOut(part, width);
    const shown = pattern ? highlight(lines, pattern, numberIn(part)) : lines;
    return shown.flatMap((line: LongLine) => wrap(line, width));
  }

  function numberIn(part: Part): number | undefined {
    return current?.part === part ? current.number : undefined;
  }

  function rowsOf(part: Part): readonly Line[] {
    const known = kept.get(part);
    if (known) return known;
    const rows = withKnown(make(part), latest);
    latest = rows;
    onWrapped(rows.length);
    kept.set(part, rows, rows.length + 1);
    return rows;
  }

  return {
    of: rowsOf,
    setWidth(next) {
      if (next === width) return;
      width = next;
      kept.clear();
    },
    width: () => width,
    setQuery(query) {
      pattern = patternOf(query);
      current = undefined;
      kept.clear();
    },
    matches: (part) => (pattern ? countMatches(layOut(part, width), pattern) : 0),
    setCurrent(next) {
      if (current) kept.delete(current.part);
      if (next) kept.delete(next.part);
      current = next;
    },
    currentRow(part) {
      const row = rowsOf(part).findIndex((line) => line.some(({ role }) => role === "selection"));
      return Math.max(0, row);
    },
  };
}

/** Rows that look as they did at the same place are the same objects as there, so that nothing is done for them again. */
function withKnown(rows: readonly Line[], known: readonly Line[]): readonly Line[] {
  return rows.map((row, index) => {
    const before = known[index];
    return before !== undefined && isAlike(row, before) ? before : row;
  });
}

function isAlike(one: Line, other: Line): boolean {
  return (
    one.length === other.length &&
    one.every(({ role, text }, index) => text === other[index]?.text && role === other[index]?.role)
  );
}
