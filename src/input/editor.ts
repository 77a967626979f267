/** The line editor: a state and a key make a new state and what is asked of others. It must not know terminals or time. */
import { type EditorState, emptyState, insert, isEmpty, moveTo, swapText, type as typeText } from "./edit.ts";
import { editCommands } from "./edit-commands.ts";
import { type Step, step } from "./effect.ts";
import { type Key, keyLabel } from "./key.ts";
import { keymap, prefixes } from "./keymap.ts";
import { boundless, type Frame } from "./row.ts";
import { cleaned, positionOf } from "./text-buffer.ts";
import { pressVi, restVi, strokeVi } from "./vi-mode.ts";
import { viInsert } from "./vi-state.ts";

export function createEditor(options: { readonly vi?: boolean } = {}): EditorState {
  return emptyState(options.vi ? viInsert : undefined);
}

/** The frame tells how the text is shown, for going up and down. */
export function press(state: EditorState, key: Key, frame: Frame = boundless): Step {
  return (
    (state.vi && pressVi(state, key, frame, { press, pressPlain, paste })) ?? pressPlain(state, key, frame)
  );
}

/** As one insertion, whatever its size. */
export function paste(state: EditorState, text: string): EditorState {
  const stroked = strokeVi(state, { paste: text });
  return restVi({ ...insert(stroked, cleaned(text)), origin: "pasted", prefix: "" });
}

/** Puts another text in, with the cursor at its end or after so many UTF-16 units. It can be undone. */
export function setText(state: EditorState, text: string, offset?: number): EditorState {
  const swapped = swapText(state, cleaned(text));
  if (offset === undefined) return restVi(swapped);
  return restVi({ ...moveTo(swapped, positionOf(swapped.lines, offset)), last: swapped.last });
}

/** Undo brings the text back. */
export function clear(state: EditorState): EditorState {
  return { ...swapText(state, ""), last: "other" };
}

function pressPlain(state: EditorState, key: Key, frame: Frame): Step {
  const label = state.prefix ? `${state.prefix} ${keyLabel(key)}` : keyLabel(key);
  const ready = state.prefix ? { ...state, prefix: "" } : state;
  if (prefixes.has(label)) return step({ ...moveTo(state, state.cursor), prefix: label });
  const name = keymap[label];
  if (name) return editCommands[name](ready, frame);
  if (state.prefix) return step(ready);
  if (key.text === undefined) return step(ready, { type: "unused", key });
  if (key.text === "?" && isEmpty(state)) return step(ready, { type: "help" });
  const text = cleaned(key.text);
  return step(text === "" ? ready : typeText(ready, text));
}
