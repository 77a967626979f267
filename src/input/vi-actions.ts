/** What the letters of vi's normal mode do to the text. It must not know how they are typed or counted. */
import { cutTo, deleteBetween, type EditorState, insert, moveTo, replaceBetween, undo } from "./edit.ts";
import { cut } from "./kill-ring.ts";
import {
  firstVisible,
  kindAfter,
  left,
  lineEnd,
  lineStart,
  type Motion,
  nextWord,
  previousWord,
  right,
  wordEnd,
} from "./motions.ts";
import { between, isBefore, lineAt, type Position } from "./text-buffer.ts";

export type Operator = "d" | "c" | "y";
export type Action = (state: EditorState, count: number) => EditorState;

const inLine =
  (motion: Motion): Motion =>
  (lines, from) => {
    const to = motion(lines, from);
    return to.line === from.line ? to : from;
  };

export const viMotions: Readonly<Record<string, Motion>> = {
  h: inLine(left),
  l: inLine(right),
  w: nextWord,
  b: previousWord,
  e: (lines, from) => left(lines, wordEnd(lines, from)),
  "0": lineStart,
  "^": firstVisible,
  $: lineEnd,
};

export function viMove(state: EditorState, key: string, count: number): Position {
  const motion = viMotions[key] ?? lineStart;
  let at = state.cursor;
  for (let turn = 0; turn < count; turn++) at = motion(state.lines, at);
  return at;
}

export function operate(state: EditorState, operator: Operator, key: string, count: number): EditorState {
  return apply(state, operator, operatorTarget(state, operator, key, count));
}

/** A word is cut up to the end of its line, and changed without the space behind it; `e` takes the last letter too. */
function operatorTarget(state: EditorState, operator: Operator, key: string, count: number): Position {
  const { lines, cursor } = state;
  const inWord = kindAfter(lines, cursor) !== "space";
  const wanted = operator === "c" && key === "w" && inWord ? "e" : key;
  const target = viMove(state, wanted, count);
  if (wanted === "e") return right(lines, target);
  return key === "w" && target.line > cursor.line ? lineEnd(lines, cursor) : target;
}

function apply(state: EditorState, operator: Operator, target: Position): EditorState {
  if (operator !== "y") {
    const rest = { ...cutTo({ ...state, last: "other" }, target), last: "other" as const };
    return operator === "c" ? inserting(rest) : rest;
  }
  const [from, to] = isBefore(target, state.cursor) ? [target, state.cursor] : [state.cursor, target];
  const text = between(state.lines, from, to).join("\n");
  return { ...moveTo(state, from), kills: cut(state.kills, text, "new") };
}

/** Whole lines; what is kept of them ends with a line break. */
export function operateLines(state: EditorState, operator: Operator, count: number): EditorState {
  const { lines, cursor } = state;
  const last = Math.min(lines.length, cursor.line + count) - 1;
  const from = { line: cursor.line, column: 0 };
  const to = { line: last, column: lines[last]?.length ?? 0 };
  const text = `${between(lines, from, to).join("\n")}\n`;
  const kept = { ...state, kills: cut(state.kills, text, "new") };
  if (operator === "y") return moveTo(kept, cursor);
  if (operator === "c") return inserting(deleteBetween(kept, from, to));
  if (last + 1 < lines.length) return deleteBetween(kept, from, { line: last + 1, column: 0 });
  const rest = deleteBetween(kept, left(lines, from), to);
  return moveTo(rest, lineStart(rest.lines, rest.cursor));
}

export const viActions: Readonly<Record<string, Action>> = {
  x: (state, count) => operate(state, "d", "l", count),
  X: (state, count) => operate(state, "d", "h", count),
  D: (state) => operate(state, "d", "$", 1),
  C: (state) => operate(state, "c", "$", 1),
  s: (state, count) => operate(state, "c", "l", count),
  S: (state, count) => operateLines(state, "c", count),
  Y: (state, count) => operateLines(state, "y", count),
  i: (state) => inserting(state),
  a: (state) => inserting(moveTo(state, viMove(state, "l", 1))),
  A: (state) => inserting(moveTo(state, lineEnd(state.lines, state.cursor))),
  I: (state) => inserting(moveTo(state, firstVisible(state.lines, state.cursor))),
  o: (state) => inserting(insert(moveTo(state, lineEnd(state.lines, state.cursor)), "\n")),
  O: (state) => inserting(openAbove(state)),
  p: (state, count) => put(state, count, "after"),
  P: (state, count) => put(state, count, "before"),
  u: (state, count) => {
    let undone = state;
    for (let turn = 0; turn < count; turn++) undone = undo(undone);
    return undone;
  },
};

function inserting(state: EditorState): EditorState {
  return state.vi ? { ...state, vi: { ...state.vi, mode: "insert" } } : state;
}

function openAbove(state: EditorState): EditorState {
  const start = lineStart(state.lines, state.cursor);
  return moveTo(replaceBetween(state, start, start, "\n"), start);
}

function put(state: EditorState, count: number, side: "after" | "before"): EditorState {
  const text = state.kills[0];
  if (text === undefined) return state;
  if (text.endsWith("\n")) return putLines(state, text.repeat(count), side);
  const at = side === "after" ? viMove(state, "l", 1) : state.cursor;
  const done = replaceBetween(state, at, at, text.repeat(count));
  return moveTo(done, left(done.lines, done.cursor));
}

function putLines(state: EditorState, text: string, side: "after" | "before"): EditorState {
  const { line } = state.cursor;
  if (side === "before") {
    const start = { line, column: 0 };
    return moveTo(replaceBetween(state, start, start, text), start);
  }
  const end = { line, column: lineAt(state.lines, state.cursor).length };
  const done = replaceBetween(state, end, end, `\n${text.slice(0, -1)}`);
  return moveTo(done, { line: line + 1, column: 0 });
}
