/** What the keys can do, by name. It must not know which keys. */
import { clusterEnd, clusterStart } from "../text/cluster-boundaries.ts";
import {
  cutTo,
  deleteBetween,
  type EditorState,
  emptyState,
  insert,
  isEmpty,
  moveTo,
  redo,
  replaceBetween,
  undo,
} from "./edit.ts";
import { type Command, type Effect, type ScrollStep, type Step, step } from "./effect.ts";
import { rotated } from "./kill-ring.ts";
import {
  bigWordLeft,
  left,
  lineEnd,
  lineStart,
  type Motion,
  right,
  textEnd,
  textStart,
  wordLeft,
  wordRight,
} from "./motions.ts";
import { submission } from "./submission.ts";
import { endOf, isSame, lineAt, linesOf, textOf } from "./text-buffer.ts";
import { rowAbove, rowBelow } from "./vertical.ts";
import { viInsert } from "./vi-state.ts";

export const editCommands = {
  left: move(left),
  right: move(right),
  "word-left": move(wordLeft),
  "word-right": move(wordRight),
  "line-start": move(lineStart),
  "line-end": move(lineEnd),
  "text-start": move(textStart),
  "text-end": move(textEnd),
  up: (state, frame) => {
    const above = rowAbove(state, frame);
    if (above) return step(moveTo(state, above.cursor, above.goal));
    return step(state, { type: "recall", direction: "older" });
  },
  down: (state, frame) => {
    const below = rowBelow(state, frame);
    if (below) return step(moveTo(state, below.cursor, below.goal));
    return step(state, { type: "recall", direction: "newer" });
  },
  older: (state) => step(state, { type: "recall", direction: "older" }),
  newer: (state) => step(state, { type: "recall", direction: "newer" }),
  find: ask({ type: "find" }),
  search: (state) => step(state, { type: "search" }),
  complete: (state) => step(state, { type: "complete", direction: "next" }),
  "complete-back": (state) => step(state, { type: "complete", direction: "previous" }),
  "delete-left": change((state) => deleteBetween(state, left(state.lines, state.cursor), state.cursor)),
  "delete-right": change(deleteRight),
  "delete-right-or-quit": (state) =>
    isEmpty(state) ? step(state, { type: "quit" }) : step(deleteRight(state)),
  "cut-to-line-end": cutBy((lines, from) => farther(lineEnd(lines, from), from, right(lines, from))),
  "cut-to-line-start": cutBy((lines, from) => farther(lineStart(lines, from), from, left(lines, from))),
  "cut-word-right": cutBy(wordRight),
  "cut-word-left": cutBy(wordLeft),
  "cut-big-word-left": cutBy(bigWordLeft),
  yank: change(yank),
  "yank-older": change(yankOlder),
  transpose: change(transpose),
  undo: change(undo),
  redo: change(redo),
  newline: change((state) => insert(state, "\n")),
  submit,
  interrupt: ask({ type: "interrupt" }),
  cancel: ask({ type: "cancel" }),
  suspend: ask({ type: "suspend" }),
  repaint: ask({ type: "repaint" }),
  "open-editor": (state) => step(state, { type: "open-editor", text: textOf(state.lines) }),
  "page-up": scroll("page-up"),
  "page-down": scroll("page-down"),
  "half-page-up": scroll("half-page-up"),
  "half-page-down": scroll("half-page-down"),
  "scroll-line-up": scroll("line-up"),
  "scroll-line-down": scroll("line-down"),
  "scroll-top": scroll("top"),
  "scroll-bottom": scroll("bottom"),
  "previous-message": scroll("previous-message"),
  "next-message": scroll("next-message"),
  toggle: ask({ type: "toggle" }),
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof editCommands;

function change(run: (state: EditorState) => EditorState): Command {
  return (state) => step(run(state));
}

function move(motion: Motion): Command {
  return change((state) => moveTo(state, motion(state.lines, state.cursor)));
}

function cutBy(motion: Motion): Command {
  return change((state) => cutTo(state, motion(state.lines, state.cursor)));
}

function ask(effect: Effect): Command {
  return (state) => step(state, effect);
}

function scroll(by: ScrollStep): Command {
  return ask({ type: "scroll", step: by });
}

function deleteRight(state: EditorState): EditorState {
  return deleteBetween(state, state.cursor, right(state.lines, state.cursor));
}

/** At the end of a line it is the line break that is cut. */
function farther(target: ReturnType<Motion>, from: ReturnType<Motion>, next: ReturnType<Motion>) {
  return isSame(target, from) ? next : target;
}

function yank(state: EditorState): EditorState {
  const text = state.kills[0];
  if (text === undefined) return moveTo(state, state.cursor);
  const from = state.cursor;
  return { ...insert(state, text), last: { yankedFrom: from, yankedTo: endOf(from, linesOf(text)) } };
}

/** Only directly after a yank, which it replaces. */
function yankOlder(state: EditorState): EditorState {
  if (typeof state.last === "string") return moveTo(state, state.cursor);
  const kills = rotated(state.kills);
  const text = kills[0] ?? "";
  const { yankedFrom, yankedTo } = state.last;
  const last = { yankedFrom, yankedTo: endOf(yankedFrom, linesOf(text)) };
  return { ...replaceBetween(state, yankedFrom, yankedTo, text), kills, last };
}

/** Swaps the characters around the cursor; at the end of a line the two before it. */
function transpose(state: EditorState): EditorState {
  const text = lineAt(state.lines, state.cursor);
  const { line, column } = state.cursor;
  const middle = column === text.length && column > 0 ? clusterStart(text, column) : column;
  if (middle === 0) return moveTo(state, state.cursor);
  const start = clusterStart(text, middle);
  const end = clusterEnd(text, middle);
  const swapped = text.slice(middle, end) + text.slice(start, middle);
  return replaceBetween(state, { line, column: start }, { line, column: end }, swapped);
}

/** A backslash before the cursor, or a block that is still open, makes it a line break. */
function submit(state: EditorState): Step {
  const { line, column } = state.cursor;
  if (lineAt(state.lines, state.cursor)[column - 1] === "\\") {
    return step(replaceBetween(state, { line, column: column - 1 }, state.cursor, "\n"));
  }
  if (state.lines.every((text) => text.trim() === "")) return step(state);
  const text = submission(state.lines, state.origin);
  if (text === undefined) return step(insert(state, "\n"));
  const vi = state.vi && { ...viInsert, change: state.vi.change };
  const effect: Effect = { type: "submit", text, pasted: state.origin === "pasted" };
  return step({ ...emptyState(vi), kills: state.kills }, effect);
}
