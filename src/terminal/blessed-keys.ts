/** Our keys as blessed names them. It must not know widgets or bytes. */
import type { Key } from "./keys/key.ts";

export interface BlessedKey {
  readonly name: string;
  /** With its modifiers: "C-c", "S-tab". */
  readonly full: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
  readonly sequence: string;
}

export interface KeyPress {
  /** What the widgets insert. */
  readonly text: string | undefined;
  readonly key: BlessedKey;
}

const names: ReadonlyMap<string, string> = new Map([
  ["page-up", "pageup"],
  ["page-down", "pagedown"],
  ["back-tab", "tab"],
  ["newline", "linefeed"],
]);
const upperCase = /^[A-Z]$/;

/** blessed tells Enter twice, as "enter" and as "return"; here it is one key, "enter", which all widgets know. */
export function keyPress(key: Key): KeyPress {
  const name = names.get(key.name) ?? (upperCase.test(key.name) ? key.name.toLowerCase() : key.name);
  const { ctrl, meta } = key;
  const shift = key.shift || key.name === "back-tab" || upperCase.test(key.name);
  const full = `${ctrl ? "C-" : ""}${meta ? "M-" : ""}${shift ? "S-" : ""}${name}`;
  const text = key.name === "newline" ? "\n" : key.text;
  return { text, key: { name, full, ctrl, meta, shift, sequence: text ?? "" } };
}
