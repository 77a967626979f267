/** Draws one row of a line: what fits a frame, as it will be seen. It must not know the other lines or the cursor. */
import { clusterEnd } from "../text/cluster-boundaries.ts";
import { type Cluster, clustersOf, textWidth } from "../text/clusters.ts";

export interface Frame {
  /** In columns, at least 2. */
  readonly width: number;
  /** In front of the first line, and of every other one. */
  readonly prompt: string;
  readonly continuation: string;
  /** How far a row that goes on with a line is moved in. */
  readonly indent: number;
  /** What is drawn for a piece of the text. Printable ASCII must stay as it is, and tabs are drawn here. */
  readonly show: (text: string) => string;
}

/** Every line is one row. */
export const boundless: Frame = {
  width: Number.POSITIVE_INFINITY,
  prompt: "",
  continuation: "",
  indent: 0,
  show: (text) => text,
};

export function usableFrame(frame: Frame): Frame {
  const width = Math.max(2, frame.width);
  return { ...frame, width, indent: frame.indent + 2 <= width ? frame.indent : 0 };
}

export interface Row {
  /** Where the row ends in the line. */
  readonly end: number;
  readonly text: string;
  /** The column after the last one used. */
  readonly column: number;
}

const tabStop = 8;

/** Draws the line from `start` on, which is at `column`, until the row is full or `stop` is reached. */
export function fillRow(line: string, start: number, column: number, frame: Frame, stop = line.length): Row {
  const row = { end: start, text: "", column };
  while (row.end < stop) {
    const plain = plainRun(line, row.end, Math.min(frame.width - row.column, stop - row.end));
    row.text += line.slice(row.end, plain);
    row.column += plain - row.end;
    row.end = plain;
    if (plain >= stop) break;
    const piece = pieceAt(line, plain, row.column, frame);
    if (row.column + piece.width > frame.width) break;
    row.text += piece.text;
    row.column += piece.width;
    row.end = piece.end;
  }
  return { ...row, text: row.text.replace(endsInJoiner, "") };
}

/** The last place in the row that is not right of `target`. */
export function placeAt(
  line: string,
  start: number,
  end: number,
  column: number,
  target: number,
  frame: Frame,
): number {
  let at = start;
  for (let reached = column; at < end; ) {
    const piece = pieceAt(line, at, reached, frame);
    reached += piece.width;
    if (reached > target) break;
    at = piece.end;
  }
  return at;
}

interface Piece {
  readonly end: number;
  readonly text: string;
  readonly width: number;
}

function pieceAt(line: string, at: number, column: number, frame: Frame): Piece {
  const end = clusterEnd(line, at);
  if (line[at] === "\t") {
    const width = Math.min(tabStop - (column % tabStop), Math.max(1, frame.width - column));
    return { end, text: " ".repeat(width), width };
  }
  const { text, width } = drawn(line, at, end, frame);
  if (width <= frame.width - frame.indent) return { end, text, width };
  const part = fitted(text, frame.width - frame.indent);
  return { end, text: part, width: textWidth(part) };
}

const endsInJoiner = /\p{Join_Control}$/u;

/** A joiner is judged together with the letter that it joins to, which is the next seen character. */
function drawn(line: string, at: number, end: number, { show }: Frame): Cluster {
  const cluster = line.slice(at, end);
  if (cluster.length === 1 || end >= line.length || !endsInJoiner.test(cluster)) return look(cluster, show);
  const pair = cluster + String.fromCodePoint(line.codePointAt(end) ?? 0);
  return show(pair) === pair ? { text: cluster, width: textWidth(cluster) } : look(cluster, show);
}

/** What was asked before, because measuring takes a hundred times as long as looking it up. */
const looks = new WeakMap<Frame["show"], Map<string, Cluster>>();
const mostLooks = 5000;

function look(cluster: string, show: Frame["show"]): Cluster {
  const known = looks.get(show) ?? new Map<string, Cluster>();
  const found = known.get(cluster);
  if (found) return found;
  const text = show(cluster);
  const measured = { text, width: textWidth(text) };
  if (known.size >= mostLooks) known.clear();
  looks.set(show, known.set(cluster, measured));
  return measured;
}

function fitted(text: string, width: number): string {
  let kept = "";
  let room = width;
  for (const cluster of clustersOf(text)) {
    room -= cluster.width;
    if (room < 0) break;
    kept += cluster.text;
  }
  return kept;
}

/** The end of the printable ASCII from here on, without a last letter that may carry marks. */
function plainRun(line: string, start: number, room: number): number {
  const stop = Math.min(line.length, start + room);
  let end = start;
  while (end < stop && isPlain(line.charCodeAt(end))) end++;
  const carriesMarks = end > start && end < line.length && line.charCodeAt(end) >= firstMark;
  return carriesMarks ? end - 1 : end;
}

const firstMark = 0x300;

function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}
