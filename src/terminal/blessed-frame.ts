/** What blessed has drawn, as a frame. It must not know widgets, nor what becomes of the frame. */

import { clusterWidth } from "../text/width.ts";
import { isInvisible, styleOfAttr } from "./blessed-attr.ts";
import type { Cell, Line, Screen } from "./blessed-types.ts";
import type { Frame, Position, Row } from "./frame.ts";
import { plain, type Style } from "./style.ts";

interface Drawn {
  readonly line: Line;
  readonly row: Row;
}

/** Rows that look as they did in the frame before are the same objects as there. `ready`: what needs no drawing. */
export function createFramer(): (screen: Screen, ready?: readonly Row[]) => Frame {
  let drawn: readonly Drawn[] = [];

  function drawnRows({ lines }: Screen): readonly Row[] {
    drawn = lines.map((line, y) => draw(line, drawn[y]));
    return drawn.map(({ row }) => row);
  }

  return (screen, ready) => {
    const frame = { columns: screen.program.cols, rows: ready ?? drawnRows(screen) };
    const cursor = cursorOf(screen);
    return cursor ? { ...frame, cursor } : frame;
  };
}

/** `draw` of blessed would have reset the marks. A new line is not marked, but it is another object. */
function draw(line: Line, before: Drawn | undefined): Drawn {
  if (before?.line === line && !line.dirty) return before;
  line.dirty = false;
  const row = rowOfLine(line);
  return { line, row: before && sameRow(before.row, row) ? before.row : row };
}

function cursorOf({ program, lines }: Screen): Position | undefined {
  const { x, y, cols, cursorHidden } = program;
  const outside = x < 0 || y < 0 || x >= cols || y >= lines.length;
  return cursorHidden || outside ? undefined : { row: y, column: x };
}

function rowOfLine(line: Line): Row {
  const texts: string[] = [];
  const styles: Style[] = [];
  for (let x = 0; x < line.length; x++) {
    const cell = line[x];
    if (cell === undefined) continue;
    const isRightHalf = isContinuation(cell) && isWide(texts.at(-1));
    texts.push(isRightHalf ? "" : textOf(cell, line[x + 1]));
    styles.push(isRightHalf ? (styles.at(-1) ?? plain) : styleOfAttr(cell[0]));
  }
  return { texts, styles };
}

/** A wide cluster that something else covers by half is not seen at all. */
function textOf(cell: Cell, next: Cell | undefined): string {
  const text = cell[1];
  if (isInvisible(cell[0])) return " ";
  const width = clusterWidth(text);
  if (width === 2) return next !== undefined && isContinuation(next) ? text : " ";
  return width === 1 ? text : " ";
}

function isWide(text: string | undefined): boolean {
  return text !== undefined && clusterWidth(text) === 2;
}

const endOfText = String.fromCharCode(3);

/** Ours is empty; blessed puts an ETX behind each wide character, and marks behind that. */
function isContinuation([, text]: Cell): boolean {
  return text === "" || text.startsWith(endOfText);
}

function sameRow(one: Row, other: Row): boolean {
  return (
    one.texts.length === other.texts.length &&
    one.texts.every((text, x) => text === other.texts[x] && one.styles[x] === other.styles[x])
  );
}
