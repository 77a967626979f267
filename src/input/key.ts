/** The part of a key press that the editor reads; the keys of src/terminal have this shape. It knows no bytes. */

export interface Key {
  /** "a", "space", "enter", "newline", "tab", "back-tab", "backspace", "delete", "up", "page-up" ... */
  readonly name: string;
  /** The one code point to insert; absent with `ctrl` or `meta`. */
  readonly text?: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
}

/** How the tables of keys name it: "ctrl-alt-shift-up". */
export function keyLabel({ name, ctrl, meta, shift }: Key): string {
  return `${ctrl ? "ctrl-" : ""}${meta ? "alt-" : ""}${shift ? "shift-" : ""}${name}`;
}
