/** The editor with its assistants: recall, search and completion. One key in, one new state and effects out. */
import {
  type Completion,
  type CompletionSource,
  completedWord,
  cycled,
  findCompletion,
  onlyWord,
} from "./completion.ts";
import { type EditorState, replaceBetween } from "./edit.ts";
import { clear, createEditor, paste, press, setText } from "./editor.ts";
import type { Assistance, Effect } from "./effect.ts";
import { type Key, keyLabel } from "./key.ts";
import { beginRecall, type History, type Recall, recalled, recallText, remembered } from "./recall.ts";
import type { Frame } from "./row.ts";
import { beginSearch, searchPrompt } from "./search.ts";
import { endSearch, type Searching, searchKey } from "./searching.ts";
import { endOfText, isSame, lineAt, textOf } from "./text-buffer.ts";

export interface InputLine {
  readonly editor: EditorState;
  readonly history: History;
  readonly recall: Recall | undefined;
  readonly searching: Searching | undefined;
  readonly completion: Completion | undefined;
}

export interface Surroundings {
  readonly frame: Frame;
  readonly sources: readonly CompletionSource[];
}

export interface Pressed {
  readonly line: InputLine;
  readonly effects: readonly Effect[];
}

export function createInputLine(
  options: { readonly history?: History; readonly vi?: boolean } = {},
): InputLine {
  const { history = [], vi = false } = options;
  return { ...unassisted, editor: createEditor({ vi }), history };
}

const unassisted = { recall: undefined, searching: undefined, completion: undefined } as const;

export function pressKey(line: InputLine, key: Key, around: Surroundings): Pressed {
  if (line.searching) return pressInSearch(line, line.searching, key, around);
  const listed = line.completion && pressInList(line, line.completion, key);
  if (listed) return { line: listed, effects: [] };
  const direction = walking(line, key);
  if (direction) return { line: recallEntry(line, direction), effects: [] };
  const { state, effects } = press(line.editor, key, around.frame);
  let next = withEditor(line, state, around);
  for (const effect of effects) next = assist(next, effect, around);
  return { line: next, effects: effects.filter(isForOthers) };
}

export function pasteText(line: InputLine, text: string, around: Surroundings): InputLine {
  return withEditor(line, paste(line.editor, text), around);
}

/** Puts in what comes from elsewhere, such as from $EDITOR. */
export function fillInput(line: InputLine, text: string): InputLine {
  return { ...line, ...unassisted, editor: setText(line.editor, text) };
}

export function clearInput(line: InputLine): InputLine {
  return { ...line, ...unassisted, editor: clear(line.editor) };
}

export function inputText({ editor }: InputLine): string {
  return textOf(editor.lines);
}

/** The search has a prompt of its own. */
export function inputPrompt({ searching }: InputLine, prompt: string): string {
  return searching ? searchPrompt(searching.search) : prompt;
}

/** A changed text ends what the assistants were at, and may begin a new offer. */
function withEditor(line: InputLine, editor: EditorState, around: Surroundings): InputLine {
  if (editor.lines !== line.editor.lines) {
    return { ...line, ...unassisted, editor, completion: offer(editor, around) };
  }
  const moved = editor.cursor !== line.editor.cursor;
  return { ...line, editor, completion: moved ? undefined : line.completion };
}

/** Further to the right nothing is offered. */
const lastOffer = 200;

function offer(editor: EditorState, { sources }: Surroundings): Completion | undefined {
  const { line, column } = editor.cursor;
  if (column === 0 || column > lastOffer) return undefined;
  const offered = sources.filter((source) => source.offered);
  return findCompletion(offered, lineAt(editor.lines, editor.cursor).slice(0, column), line);
}

type AnyEffect = Effect | Assistance;

const assistances: ReadonlySet<AnyEffect["type"]> = new Set(["recall", "search", "complete"]);

function isForOthers(effect: AnyEffect): effect is Effect {
  return !assistances.has(effect.type);
}

function assist(line: InputLine, effect: AnyEffect, around: Surroundings): InputLine {
  if (effect.type === "submit") return { ...line, history: remembered(line.history, effect.text) };
  if (effect.type === "recall") return recallEntry(line, effect.direction);
  if (effect.type === "complete") return complete(line, effect.direction, around);
  if (effect.type !== "search") return line;
  return { ...line, ...unassisted, searching: { search: beginSearch(line.history), draft: line.editor } };
}

const recallKeys: Readonly<Record<string, "older" | "newer">> = {
  up: "older",
  "ctrl-p": "older",
  down: "newer",
  "ctrl-n": "newer",
};

/** Behind an entry just recalled the arrows go on through the history, however many lines it has. */
function walking({ recall, editor }: InputLine, key: Key): "older" | "newer" | undefined {
  return recall && isSame(editor.cursor, endOfText(editor.lines)) ? recallKeys[keyLabel(key)] : undefined;
}

function recallEntry(line: InputLine, direction: "older" | "newer"): InputLine {
  const { editor, history } = line;
  const recall = recalled(history, line.recall ?? beginRecall(history, textOf(editor.lines)), direction);
  if (!recall) return line;
  return { ...line, ...unassisted, editor: setText(editor, recallText(history, recall)), recall };
}

function complete(line: InputLine, direction: "next" | "previous", around: Surroundings): InputLine {
  const { editor } = line;
  const before = lineAt(editor.lines, editor.cursor).slice(0, editor.cursor.column);
  const completion = line.completion ?? findCompletion(around.sources, before, editor.cursor.line);
  if (!completion) return line;
  const only = onlyWord(completion);
  if (only === undefined) return choose(line, completion, cycled(completion, direction));
  return withEditor(line, replaceWord(editor, completion, only, false), around);
}

const listKeys: Readonly<Record<string, "next" | "previous">> = {
  down: "next",
  "ctrl-n": "next",
  up: "previous",
  "ctrl-p": "previous",
};

/** Once a candidate is chosen the arrows go through the list; Escape always closes it. */
function pressInList(line: InputLine, completion: Completion, key: Key): InputLine | undefined {
  const label = keyLabel(key);
  const direction = listKeys[label];
  if (label === "escape" || label === "ctrl-g") {
    const back = choose(line, completion, { ...completion, chosen: undefined });
    return { ...back, completion: undefined };
  }
  if (completion.chosen === undefined || !direction) return undefined;
  return choose(line, completion, cycled(completion, direction));
}

function choose(line: InputLine, from: Completion, to: Completion): InputLine {
  if (from.chosen === to.chosen) return line;
  const editor = replaceWord(line.editor, from, completedWord(to), from.chosen !== undefined);
  return { ...line, ...unassisted, editor, completion: to };
}

function replaceWord(editor: EditorState, from: Completion, word: string, again: boolean): EditorState {
  const { line } = editor.cursor;
  const end = { line, column: from.start + completedWord(from).length };
  return replaceBetween(editor, { line, column: from.start }, end, word, () => again);
}

function pressInSearch(line: InputLine, searching: Searching, key: Key, around: Surroundings): Pressed {
  const { searching: next, editor } = searchKey(line.history, searching, key);
  if (next) return { line: { ...line, editor, searching: next }, effects: [] };
  const ended = { ...line, ...unassisted, editor };
  return endSearch(key) ? { line: ended, effects: [] } : pressKey(ended, key, around);
}
