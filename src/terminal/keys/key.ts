/**
 * What a key press is, for everyone who reads keys. It must not know bytes or terminals.
 *
 * Names: a character stands for itself ("a", "A", "é", "/"), but a space is "space". The others are
 * - up down left right home end page-up page-down insert delete, begin (the middle of a keypad)
 * - enter (^M), newline (^J, a line break within the text), tab, back-tab, backspace, escape
 * - f0 to f63
 * - what only some keyboards have: scroll-up, clear, find, select, help, undo ... (capability-keys.ts)
 *
 * A control character that has no name of its own is its letter with `ctrl`: ^A is "a". Terminals rarely tell whether
 * shift is held, so `shift` is set only for keys that say so (a shifted arrow), never for an upper-case letter.
 */

export interface Modifiers {
  readonly ctrl: boolean;
  /** Alt, or an ESC in front. */
  readonly meta: boolean;
  readonly shift: boolean;
}

export interface Key extends Modifiers {
  readonly name: string;
  /** The one code point to insert. Never a control character; absent with `ctrl` or `meta`. */
  readonly text?: string;
}

const noModifiers: Modifiers = { ctrl: false, meta: false, shift: false };

export function namedKey(name: string, modifiers: Partial<Modifiers> = {}): Key {
  return { name, ...noModifiers, ...modifiers };
}

export function textKey(text: string): Key {
  return { name: nameOfText(text), text, ...noModifiers };
}

export function nameOfText(text: string): string {
  return text === " " ? "space" : text;
}

/** The same key with Alt held. */
export function withMeta({ name, ctrl, shift }: Key): Key {
  return { name, ctrl, meta: true, shift };
}

/** For people: "ctrl-shift-up". */
export function keyLabel({ name, ctrl, meta, shift }: Key): string {
  return `${ctrl ? "ctrl-" : ""}${meta ? "alt-" : ""}${shift ? "shift-" : ""}${name}`;
}

/** The modifiers of xterm's numbers, which end names such as kUP5 and parameters such as those of `CSI 1;5A`. */
export function modifiersOf(number: number): Modifiers {
  const bits = number - 1;
  return { shift: (bits & 1) !== 0, meta: (bits & (2 | 32)) !== 0, ctrl: (bits & 4) !== 0 };
}
