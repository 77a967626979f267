/** Text as lines, and the one way to change it. It must not know cursors' meanings, keys or widths. */
import { boundaryFrom } from "../text/cluster-boundaries.ts";

/** Never empty: no text is one empty line. */
export type Lines = readonly string[];

/** Between two characters; the column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export const textBegin: Position = { line: 0, column: 0 };

export function linesOf(text: string): Lines {
  return text.split("\n");
}

export function textOf(lines: Lines): string {
  return lines.join("\n");
}

/** As an editor may hold it: line feeds and tabs are the only control characters, and no pair is broken. */
export function cleaned(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .replace(/\p{Cs}/gu, "\uFFFD");
}

export function lineAt(lines: Lines, { line }: Position): string {
  return lines[line] ?? "";
}

export function endOfText(lines: Lines): Position {
  const line = lines.length - 1;
  return { line, column: lines[line]?.length ?? 0 };
}

export function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

export function isSame(a: Position, b: Position): boolean {
  return a.line === b.line && a.column === b.column;
}

export function between(lines: Lines, from: Position, to: Position): Lines {
  if (from.line === to.line) return [lineAt(lines, from).slice(from.column, to.column)];
  const whole = lines.slice(from.line + 1, to.line);
  return [lineAt(lines, from).slice(from.column), ...whole, lineAt(lines, to).slice(0, to.column)];
}

/** Where a text ends that begins at `start`. */
export function endOf(start: Position, lines: Lines): Position {
  const last = lines[lines.length - 1]?.length ?? 0;
  if (lines.length === 1) return { line: start.line, column: start.column + last };
  return { line: start.line + lines.length - 1, column: last };
}

/** Puts `inserted` in the place of what stands between the two. */
export function replaced(lines: Lines, from: Position, to: Position, inserted: Lines): Lines {
  const head = lineAt(lines, from).slice(0, from.column);
  const tail = lineAt(lines, to).slice(to.column);
  const middle = inserted.with(0, head + (inserted[0] ?? ""));
  const last = middle.length - 1;
  middle[last] = (middle[last] ?? "") + tail;
  if (last === 0 && from.line === to.line) return lines.with(from.line, middle[0] ?? "");
  return lines.slice(0, from.line).concat(middle, lines.slice(to.line + 1));
}

/** Moves on to the end of the seen character where the position is inside one, and back to the end of a line. */
export function settled(lines: Lines, { line, column }: Position): Position {
  if (line >= lines.length) return endOfText(lines);
  return { line, column: boundaryFrom(lines[line] ?? "", column) };
}

/** Counting UTF-16 units and one for each line break; past the end is the end. */
export function positionOf(lines: Lines, offset: number): Position {
  let rest = Math.max(0, offset);
  for (const [line, text] of lines.entries()) {
    if (rest <= text.length) return { line, column: rest };
    rest -= text.length + 1;
  }
  return endOfText(lines);
}

export function offsetOf(lines: Lines, { line, column }: Position): number {
  return lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, column);
}
