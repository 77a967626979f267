/** For tests of the editor: texts with the cursor as a bar, keys by their labels. */
import type { EditorState } from "../../src/input/edit.ts";
import { createEditor, press, setText } from "../../src/input/editor.ts";
import type { Step } from "../../src/input/effect.ts";
import type { Key } from "../../src/input/key.ts";
import { boundless, type Frame } from "../../src/input/row.ts";
import { offsetOf, textOf } from "../../src/input/text-buffer.ts";
import { noChanges } from "../../src/input/undo.ts";

/** "ctrl-a", "alt-b", "up", "x", "space". */
export function key(label: string): Key {
  const parts = /^(ctrl-)?(alt-)?(shift-)?(.+)$/su.exec(label) ?? [];
  const [, ctrl, meta, shift, name = ""] = parts;
  const modifiers = { ctrl: ctrl !== undefined, meta: meta !== undefined, shift: shift !== undefined };
  const character = name === "space" ? " " : [...name].length === 1 ? name : undefined;
  const text = ctrl || meta ? undefined : character;
  return { name, ...modifiers, ...(text === undefined ? {} : { text }) };
}

/** Keys parted by spaces. */
export function keys(labels: string): readonly Key[] {
  return labels.split(" ").map(key);
}

/** A text with its cursor: "ab|cd". */
export function editorWith(marked: string, options: { readonly vi?: boolean } = {}): EditorState {
  const offset = marked.indexOf("|");
  const state = setText(createEditor(options), marked.replace("|", ""), offset);
  return { ...state, undo: noChanges, last: "other", origin: "typed" };
}

export function marked({ lines, cursor }: EditorState): string {
  const text = textOf(lines);
  const offset = offsetOf(lines, cursor);
  return `${text.slice(0, offset)}|${text.slice(offset)}`;
}

/** The last state and all effects. */
export function pressAll(state: EditorState, pressed: readonly Key[], frame: Frame = boundless): Step {
  return pressed.reduce<Step>(
    (before, one) => {
      const after = press(before.state, one, frame);
      return { state: after.state, effects: [...before.effects, ...after.effects] };
    },
    { state, effects: [] },
  );
}
