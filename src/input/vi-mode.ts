/** vi's two modes on top of the editor: how keys become counted commands, and how the last change is repeated. */
import { clusterStart } from "../text/cluster-boundaries.ts";
import { type EditorState, moveTo } from "./edit.ts";
import { editCommands } from "./edit-commands.ts";
import { type Step, step } from "./effect.ts";
import type { Key } from "./key.ts";
import type { Frame } from "./row.ts";
import { lineAt } from "./text-buffer.ts";
import { type Operator, operate, operateLines, viActions, viMotions, viMove } from "./vi-actions.ts";
import { inOrder, type Stroke, type ViState } from "./vi-state.ts";

/** The editor's own ways, which vi's keys fall back to. */
export interface PlainEditor {
  press(state: EditorState, key: Key, frame: Frame): Step;
  pressPlain(state: EditorState, key: Key, frame: Frame): Step;
  paste(state: EditorState, text: string): EditorState;
}

/** Undefined where the keys are not vi's. */
export function pressVi(state: EditorState, key: Key, frame: Frame, plain: PlainEditor): Step | undefined {
  if (!state.vi) return undefined;
  if (state.vi.mode === "normal") return pressNormal(state, state.vi, key, frame, plain);
  if (key.name === "escape") return step(leaveInsert(state, state.vi, key));
  return plain.pressPlain(strokeVi(state, key), key, frame);
}

/** Notes what is done while a change is being made. */
export function strokeVi(state: EditorState, stroke: Stroke): EditorState {
  const { vi } = state;
  if (vi?.mode !== "insert" || !vi.strokes) return state;
  return { ...state, vi: { ...vi, strokes: { stroke, earlier: vi.strokes } } };
}

/** In normal mode the cursor stands on a character, not behind the last. */
export function restVi(state: EditorState): EditorState {
  const text = lineAt(state.lines, state.cursor);
  if (state.vi?.mode !== "normal" || text === "" || state.cursor.column < text.length) return state;
  return { ...state, cursor: { ...state.cursor, column: clusterStart(text, text.length) } };
}

function leaveInsert(state: EditorState, vi: ViState, key: Key): EditorState {
  const change = vi.strokes ? { stroke: key, earlier: vi.strokes } : vi.change;
  const left = moveTo(state, viMove(state, "h", 1));
  return { ...left, prefix: "", vi: { mode: "normal", pending: "", strokes: undefined, change } };
}

function pressNormal(state: EditorState, vi: ViState, key: Key, frame: Frame, plain: PlainEditor): Step {
  const stroked: ViState = { ...vi, strokes: { stroke: key, earlier: vi.strokes } };
  if (key.text !== undefined && !state.prefix)
    return typeNormal({ ...state, vi: stroked }, stroked, key.text, frame, plain);
  const idle = { ...state, vi: { ...vi, pending: "", strokes: undefined } };
  if (key.name === "escape" && vi.pending) return step(idle);
  if (key.name === "backspace") return step(moveTo(idle, viMove(idle, "h", 1)));
  const { state: next, effects } = plain.pressPlain(idle, key, frame);
  return { state: restVi(next), effects };
}

const grammar = /^([1-9]\d*)?([dcy])?([1-9]\d*)?(.*)$/su;
const mostTurns = 999;

function typeNormal(state: EditorState, vi: ViState, text: string, frame: Frame, plain: PlainEditor): Step {
  const typed = vi.pending + text;
  const [, first = "1", operator, second = "1", command = ""] = grammar.exec(typed) ?? [];
  if (command === "") return step({ ...state, vi: { ...vi, pending: typed } });
  const count = Math.min(mostTurns, Number(first) * Number(second));
  if (command === "." && !operator) return repeat(state, vi, frame, plain);
  if (operator) return step(finished(state, vi, runOperator(state, operator as Operator, command, count)));
  const vertical = verticals[command];
  if (vertical) return goVertical(state, vi, vertical, count, frame);
  if (Object.hasOwn(viMotions, command))
    return step(finished(state, vi, moveTo(state, viMove(state, command, count))));
  const done = Object.hasOwn(viActions, command) ? viActions[command]?.(state, count) : undefined;
  return step(finished(state, command === "u" ? { ...vi, strokes: undefined } : vi, done ?? state));
}

const verticals: Readonly<Record<string, "up" | "down">> = { j: "down", k: "up" };

function goVertical(state: EditorState, vi: ViState, way: "up" | "down", count: number, frame: Frame): Step {
  let last = step(state);
  for (let turn = 0; turn < count && last.effects.length === 0; turn++)
    last = editCommands[way](last.state, frame);
  return { state: finished(state, vi, last.state), effects: last.effects };
}

function runOperator(state: EditorState, operator: Operator, command: string, count: number): EditorState {
  if (command === operator) return operateLines(state, operator, count);
  return Object.hasOwn(viMotions, command) ? operate(state, operator, command, count) : state;
}

/** A command is over: it is what the dot repeats if it changed the text, and later if it began an insertion. */
function finished(before: EditorState, vi: ViState, after: EditorState): EditorState {
  if (after.vi?.mode === "insert") return { ...after, vi: { ...vi, mode: "insert", pending: "" } };
  const change = after.lines !== before.lines && vi.strokes ? vi.strokes : vi.change;
  return restVi({ ...after, vi: { mode: "normal", pending: "", strokes: undefined, change } });
}

function repeat(state: EditorState, vi: ViState, frame: Frame, plain: PlainEditor): Step {
  let now: EditorState = { ...state, vi: { ...vi, pending: "", strokes: undefined } };
  for (const stroke of inOrder(vi.change)) {
    now = "paste" in stroke ? plain.paste(now, stroke.paste) : plain.press(now, stroke, frame).state;
  }
  return step(now);
}
