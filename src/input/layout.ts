/** Shows the text of the input in a few rows, with the cursor among them. It must not know keys, styles or terminals. */
import { type Frame, usableFrame } from "./row.ts";
import { createSheet, type InputRow, type RowPlace, type Sheet, type SheetText } from "./sheet.ts";
import type { WrappedLine } from "./wrap-line.ts";

export interface InputLayout {
  readonly rows: readonly InputRow[];
  readonly cursor: { readonly row: number; readonly column: number };
  /** Whether there is text above and below the rows. */
  readonly above: boolean;
  readonly below: boolean;
  /** For the next time, so that the rows scroll no further than they must. */
  readonly memory: LayoutMemory;
}

export interface LayoutMemory {
  readonly frame: Frame;
  readonly top: RowPlace;
  readonly long: readonly WrappedLine[];
}

/** Costs no more than the visible rows, also in a text of many lines or with one very long line. */
export function layOut(text: SheetText, given: Frame, maxRows: number, memory?: LayoutMemory): InputLayout {
  const frame = usableFrame(given);
  const limit = Math.max(1, maxRows);
  const sheet = createSheet(text, frame, limit, isAlike(memory?.frame, given) ? memory?.long : undefined);
  const top = chooseTop(sheet, memory?.top ?? { line: 0, row: 0 }, limit);
  const { places, more } = sheet.from(top, limit);
  const row = places.findIndex((place) => isSamePlace(place, sheet.cursor));
  return {
    rows: places.map(sheet.draw),
    cursor: { row, column: sheet.cursorColumn },
    above: top.line > 0 || top.row > 0,
    below: more,
    memory: { frame: given, top, long: sheet.long() },
  };
}

/** Stays where it was as long as the cursor is visible and no row is left empty. */
function chooseTop(sheet: Sheet, previous: RowPlace, limit: number): RowPlace {
  const lowest = sheet.back(sheet.cursor, limit - 1);
  const kept = isAbove(sheet.cursor, previous) ? sheet.cursor : previous;
  const top = sheet.existing(isAbove(kept, lowest) ? lowest : kept);
  const { places } = sheet.from(top, limit);
  const last = places.at(-1);
  return last && places.length < limit ? sheet.back(last, limit - 1) : top;
}

function isAlike(a: Frame | undefined, b: Frame): boolean {
  if (!a) return false;
  return (
    a.width === b.width &&
    a.indent === b.indent &&
    a.prompt === b.prompt &&
    a.continuation === b.continuation &&
    a.show === b.show
  );
}

function isAbove(a: RowPlace, b: RowPlace): boolean {
  return a.line < b.line || (a.line === b.line && a.row < b.row);
}

function isSamePlace(a: RowPlace, b: RowPlace): boolean {
  return a.line === b.line && a.row === b.row;
}
