/** Lines cut to a width, counted in cells: between words, or anywhere. It must not know what the text means. */
import { type Cluster, clustersOf, textWidth } from "../text/clusters.ts";
import { clusterWidth } from "../text/width.ts";
import type { Line, Span } from "./line.ts";
import { slice } from "./safe-text.ts";
import { type SafeText, safeText } from "./sanitise.ts";

/** A line as long as its text, before it is cut to a width. */
export interface LongLine {
  readonly body: Line;
  /** Before the first row, and before each further one. */
  readonly first?: Line;
  readonly rest?: Line;
  readonly cut: Cut;
}

/** `words`: blanks where a row ends are dropped. `cells`: nothing is. `clip`: one row, what is too long is left out. */
export type Cut = "words" | "cells" | "clip";

/** No row is wider than `width`, but none is narrower than a wide character can be. */
export function wrap({ body, first = [], rest = first, cut }: LongLine, width: number): readonly Line[] {
  const room = Math.max(2, width);
  const indent = Math.min(Math.max(lineWidth(first), lineWidth(rest)), room - bodyRoom(room));
  const rows = cut === "clip" ? [clipLine(body, room - indent)] : wrapBody(body, room - indent, cut);
  if (indent === 0) return rows;
  return rows.map((row, index) => [...cropLine(index === 0 ? first : rest, indent), ...row]);
}

/** However deep something is nested, so much is left for the text. */
function bodyRoom(width: number): number {
  return Math.max(2, Math.min(16, Math.ceil(width / 2)));
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + textWidth(text), 0);
}

export function lineText(line: Line): SafeText {
  return line.map(({ text }) => text).join("") as SafeText;
}

const ellipsis = safeText`…`;

/** As much as fits, and a sign that something was left out. */
export function clipLine(line: Line, width: number): Line {
  if (lineWidth(line) <= width) return line;
  const cropped = cropLine(line, width - 1);
  return [...cropped, { role: cropped.at(-1)?.role ?? "muted", text: ellipsis }];
}

/** As much as fits. */
export function cropLine(line: Line, width: number): Line {
  const pieces = measure(line);
  const beyond = pieces.find((piece) => piece.column + piece.width > width);
  return beyond ? sliceLine(line, 0, beyond.start) : line;
}

interface Piece {
  /** Offset in the text of the line. */
  readonly start: number;
  readonly width: number;
  readonly blank: boolean;
  /** Where it would stand in an endless row. */
  readonly column: number;
}

const printableAscii = /^[ -~]*$/;

/** Each span by itself: that is how a terminal gets them. */
function measure(line: Line): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let column = 0;
  for (const { text } of line) {
    for (const piece of clustersOf(text).flatMap(smallPieces)) {
      pieces.push({ start, column, width: piece.width, blank: piece.text === " " });
      start += piece.text.length;
      column += piece.width;
    }
  }
  return pieces;
}

/** Some scripts have clusters of any width: what no cell can hold is cut into code points. */
function smallPieces(cluster: Cluster): Cluster | readonly Cluster[] {
  if (cluster.width <= 2) return cluster;
  return Array.from(cluster.text, (text) => ({ text, width: clusterWidth(text) }));
}

function wrapBody(line: Line, width: number, cut: Exclude<Cut, "clip">): readonly Line[] {
  const text = lineText(line);
  if (printableAscii.test(text)) return wrapAscii(line, text, width, cut);
  const pieces = measure(line);
  return sliceRows(line, cut === "cells" ? cellRows(pieces, width) : wordRows(text, pieces, width));
}

/** Most text is plain: no need to look at every character. */
function wrapAscii(line: Line, text: string, width: number, cut: Exclude<Cut, "clip">): readonly Line[] {
  if (text.length <= width) return [line];
  if (cut === "words" && text.startsWith(" ")) return sliceRows(line, wordRows(text, measure(line), width));
  return sliceRows(line, asciiRows(text, width, cut));
}

function asciiRows(text: string, width: number, cut: Exclude<Cut, "clip">): readonly Range[] {
  const rows: Range[] = [];
  let from = 0;
  while (text.length - from > width) {
    const blank = cut === "words" ? text.lastIndexOf(" ", from + width) : -1;
    const found = blank > from;
    rows.push([from, found ? skip(text, blank, -1) : from + width]);
    from = found ? skip(text, blank, 1) : from + width;
  }
  return from < text.length ? [...rows, [from, text.length]] : rows;
}

/** Past the blanks around one, to either side. */
function skip(text: string, blank: number, step: 1 | -1): number {
  let at = blank;
  while (text[step === 1 ? at : at - 1] === " ") at += step;
  return at;
}

/** Offsets in the text of the line: from, and up to but not including. */
type Range = readonly [from: number, to: number];

function cellRows(pieces: readonly Piece[], width: number): readonly Range[] {
  const rows: Range[] = [];
  let from = 0;
  let origin = 0;
  for (const piece of pieces) {
    if (piece.column + piece.width - origin <= width) continue;
    rows.push([from, piece.start]);
    from = piece.start;
    origin = piece.column;
  }
  return [...rows, [from, Number.POSITIVE_INFINITY]];
}

/** What must not stand at the start of a row, although a wide character before it would allow to break there. */
const clinging = /^[\p{Pe}\p{Pf}\p{Po}ー々ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;

interface Chance {
  /** The row would end here, and the next one begin there. */
  readonly end: number;
  readonly next: Piece;
}

/** Greedy: a row takes all words that fit. A word that is longer than a row begins on a row of its own, and is cut. */
function wordRows(text: string, pieces: readonly Piece[], width: number): readonly Range[] {
  const rows: Range[] = [];
  let from = 0;
  let origin = 0;
  let chance: Chance | undefined;
  let wordEnd = 0;

  const breakAt = (end: number, next: Piece): void => {
    rows.push([from, end]);
    from = next.start;
    origin = next.column;
    chance = undefined;
  };

  pieces.forEach((piece, index) => {
    const before = pieces[index - 1];
    if (piece.blank) {
      if (before && !before.blank) wordEnd = piece.start;
      return;
    }
    const end = before?.blank ? Math.max(from, wordEnd) : piece.start;
    if (before && end > from && mayBreak(text, before, piece)) chance = { end, next: piece };
    if (piece.column + piece.width - origin <= width) return;
    if (chance) breakAt(chance.end, chance.next);
    if (piece.column + piece.width - origin > width) breakAt(end, piece);
  });
  const last = pieces.at(-1);
  const overhangs = last?.blank && last.column + last.width - origin > width;
  return [...rows, [from, overhangs ? Math.max(from, wordEnd) : Number.POSITIVE_INFINITY]];
}

function mayBreak(text: string, before: Piece, piece: Piece): boolean {
  if (before.blank) return true;
  if (before.width < 2 && piece.width < 2) return false;
  return piece.width > 0 && !clinging.test(text.slice(piece.start, piece.start + 2));
}

function sliceRows(line: Line, rows: readonly Range[]): readonly Line[] {
  let index = 0;
  let offset = 0;
  return rows.map(([from, to]) => {
    const row: Span[] = [];
    for (let span = line[index]; span; span = line[index]) {
      const end = offset + span.text.length;
      if (offset >= to) break;
      if (end > from) row.push(part(span, from - offset, to - offset));
      if (end > to) break;
      offset = end;
      index += 1;
    }
    return row;
  });
}

export function sliceLine(line: Line, from: number, to: number): Line {
  return sliceRows(line, [[from, to]])[0] ?? [];
}

function part(span: Span, from: number, to: number): Span {
  if (from <= 0 && to >= span.text.length) return span;
  return { role: span.role, text: slice(span.text, Math.max(0, from), to) };
}
