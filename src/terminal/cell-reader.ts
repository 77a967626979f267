/**
 * Reads a row of a frame into cells that this terminal can show. Whatever the frame holds, the result is well-formed:
 * a wide character has its right half, and none straddles the last column. It must not know what the screen shows.
 */

import { mayBeWide } from "./clusters.ts";
import type { Row } from "./frame.ts";
import type { Looks } from "./looks.ts";
import { type CellRow, createRow } from "./screen-rows.ts";
import { plain } from "./style.ts";

/** Below this a character by itself is never wide. */
const firstWide = 0x300;

export function readCells(row: Row, columns: number, looks: Looks): CellRow {
  const into = createRow(columns);
  for (let column = 0; column < columns; column++) {
    const text = row.texts[column] ?? " ";
    if (text === "" && hasLeftHalf(into, column)) {
      into.texts[column] = "";
      into.styles[column] = into.styles[column - 1] ?? plain;
      continue;
    }
    const style = row.styles[column] ?? plain;
    const isBlank = text === "" || text === " " || (column === columns - 1 && mayBeWide(text));
    into.texts[column] = isBlank ? " " : text;
    into.styles[column] = isBlank ? looks.ofBlank(style) : looks.ofText(style);
  }
  return into;
}

function hasLeftHalf(row: CellRow, column: number): boolean {
  const left = column > 0 ? (row.texts[column - 1] ?? "") : "";
  return left.length > 1 || left.charCodeAt(0) >= firstWide;
}
