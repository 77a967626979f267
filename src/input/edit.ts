/** The state of the editor and the few ways to change it. Whatever happens, the cursor stays between seen characters. */
import { cut, type KillRing } from "./kill-ring.ts";
import {
  between,
  endOf,
  endOfText,
  isBefore,
  type Lines,
  linesOf,
  type Position,
  replaced,
  settled,
  textBegin,
} from "./text-buffer.ts";
import { type Change, continues, inverse, noChanges, recorded, type UndoLog } from "./undo.ts";
import type { ViState } from "./vi-state.ts";

/** What the last key did, for the commands that go on with it. */
export type LastAction =
  | "typed"
  | "cut"
  | "swapped"
  | "other"
  | { readonly yankedFrom: Position; readonly yankedTo: Position };

/** How the text came in: by keys alone, also by pasting, or whole from elsewhere. */
export type TextOrigin = "typed" | "pasted" | "filled";

export interface EditorState {
  readonly lines: Lines;
  readonly cursor: Position;
  /** The column on the screen that moving up and down aims for. */
  readonly goal: number | undefined;
  readonly undo: UndoLog;
  readonly kills: KillRing;
  readonly last: LastAction;
  readonly origin: TextOrigin;
  /** The first key of a command of two, as "ctrl-x". */
  readonly prefix: string;
  /** Present when the keys are those of vi. */
  readonly vi: ViState | undefined;
}

export function emptyState(vi?: ViState): EditorState {
  return {
    lines: [""],
    cursor: textBegin,
    goal: undefined,
    undo: noChanges,
    kills: [],
    last: "other",
    origin: "typed",
    prefix: "",
    vi,
  };
}

export function isEmpty({ lines }: Pick<EditorState, "lines">): boolean {
  return lines.length === 1 && lines[0] === "";
}

export function moveTo(state: EditorState, cursor: Position, goal?: number): EditorState {
  return { ...state, cursor: settled(state.lines, cursor), goal, last: "other" };
}

/** Replaces what stands between the two and puts the cursor behind it. */
export function replaceBetween(
  state: EditorState,
  from: Position,
  to: Position,
  text: string,
  merges: (last: Change | undefined, change: Change) => boolean = () => false,
): EditorState {
  const removed = between(state.lines, from, to);
  const inserted = linesOf(text);
  const lines = replaced(state.lines, from, to, inserted);
  const cursor = settled(lines, endOf(from, inserted));
  const change = { at: from, removed, inserted, before: state.cursor, after: cursor };
  const undo = recorded(state.undo, change, merges(state.undo.past.at(-1), change));
  const origin = isEmpty({ lines }) ? "typed" : state.origin;
  return { ...state, lines, cursor, undo, origin, goal: undefined, last: "other" };
}

export function insert(state: EditorState, text: string): EditorState {
  return replaceBetween(state, state.cursor, state.cursor, text);
}

/** Letters typed in a row are undone word by word. */
export function type(state: EditorState, text: string): EditorState {
  const goesOn = (last: Change | undefined, change: Change) =>
    state.last === "typed" && continues(last, change) && !beginsWord(last, text);
  const typed = replaceBetween(state, state.cursor, state.cursor, text, goesOn);
  return { ...typed, last: "typed" };
}

function beginsWord(last: Change | undefined, text: string): boolean {
  return /\s$/.test(last?.inserted.at(-1) ?? "") && /\S/.test(text);
}

export function deleteBetween(state: EditorState, a: Position, b: Position): EditorState {
  const [from, to] = isBefore(b, a) ? [b, a] : [a, b];
  if (from.line === to.line && from.column === to.column) return moveTo(state, from);
  return replaceBetween(state, from, to, "");
}

/** Deletes up to `target` and keeps it for pasting, together with what was cut just before. */
export function cutTo(state: EditorState, target: Position): EditorState {
  const backward = isBefore(target, state.cursor);
  const [from, to] = backward ? [target, state.cursor] : [state.cursor, target];
  const text = between(state.lines, from, to).join("\n");
  const join = state.last !== "cut" ? "new" : backward ? "before" : "after";
  return { ...deleteBetween(state, from, to), kills: cut(state.kills, text, join), last: "cut" };
}

/** The whole text; swapping one for another in a row, as going through the history does, is undone at once. */
export function swapText(state: EditorState, text: string): EditorState {
  const again = state.last === "swapped";
  const swapped = replaceBetween(state, textBegin, endOfText(state.lines), text, () => again);
  return { ...swapped, origin: text === "" ? "typed" : "filled", last: "swapped" };
}

export function undo(state: EditorState): EditorState {
  const change = state.undo.past.at(-1);
  if (!change) return moveTo(state, state.cursor);
  const { past, future } = state.undo;
  return applied(state, inverse(change), { past: past.slice(0, -1), future: [...future, change] });
}

export function redo(state: EditorState): EditorState {
  const change = state.undo.future.at(-1);
  if (!change) return moveTo(state, state.cursor);
  const { past, future } = state.undo;
  return applied(state, change, { past: [...past, change], future: future.slice(0, -1) });
}

function applied(state: EditorState, change: Change, log: UndoLog): EditorState {
  const lines = replaced(state.lines, change.at, endOf(change.at, change.removed), change.inserted);
  return { ...state, lines, cursor: change.after, undo: log, goal: undefined, last: "other" };
}
