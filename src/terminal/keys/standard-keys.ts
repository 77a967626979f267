/**
 * What a control sequence means where the entry does not know it: the keys that all ECMA-48 terminals send alike.
 * Replies to queries, reports of mouse and focus and all the rest are no keys. It must not know how bytes arrive.
 */
import { bytes } from "./bytes.ts";
import { controlKey } from "./control-keys.ts";
import { type Key, type Modifiers, modifiersOf, namedKey, nameOfText, textKey } from "./key.ts";

const byFinal: Readonly<Record<string, string>> = {
  ...{ A: "up", B: "down", C: "right", D: "left", E: "begin", F: "end", H: "home" },
  ...{ P: "f1", Q: "f2", S: "f4", Z: "back-tab" },
};

/** The first parameter of `CSI n ~`. */
const byNumber: Readonly<Record<number, string>> = {
  ...{ 1: "home", 2: "insert", 3: "delete", 4: "end", 5: "page-up", 6: "page-down", 7: "home", 8: "end" },
  ...{ 11: "f1", 12: "f2", 13: "f3", 14: "f4", 15: "f5", 17: "f6", 18: "f7", 19: "f8", 20: "f9", 21: "f10" },
  ...{
    23: "f11",
    24: "f12",
    25: "f13",
    26: "f14",
    28: "f15",
    29: "f16",
    31: "f17",
    32: "f18",
    33: "f19",
    34: "f20",
  },
};

/** `CSI 27 ; modifiers ; code ~`: a key that usually is one byte (xterm's modifyOtherKeys). */
const otherKeysNumber = 27;

/** Of `CSI parameters final`. Undefined: no key. A lone `CSI R` with parameters is where the cursor is, never f3. */
export function controlSequenceKey(parameters: string, final: string): Key | undefined {
  if (!/^[0-9;:]*$/.test(parameters)) {
    return undefined;
  }
  const fields = parameters.split(";").map(parseField);
  const [[number = 1] = [], [modifiers = 1, event] = [], [third] = []] = fields;
  if (fields.length > maxFields || event === released || !isHeld(modifiers)) {
    return undefined;
  }
  if (final === "u") {
    return parameters === "" ? undefined : codeKey(fields[0] ?? [], modifiers);
  }
  if (final === "~" && number === otherKeysNumber) {
    return third === undefined ? undefined : codeKey([third], modifiers);
  }
  const name = final === "~" ? byNumber[number] : number === 1 ? byFinal[final] : undefined;
  return name === undefined ? undefined : withModifiers(namedKey(name), modifiers);
}

const maxFields = 3;
/** kitty's third kind of event, after presses and repeats. */
const released = 3;

/** `5:1`, a number and what refines it; an empty one is absent. */
function parseField(field: string): readonly (number | undefined)[] {
  return field.split(":").map((part) => (part === "" ? undefined : Number(part)));
}

/** Of `SS3 final`, or `SS3 modifiers final` as some old terminals have it. The keypad types what is on its keys. */
export function singleShiftKey(parameters: string, final: string): Key | undefined {
  if (parameters !== "") {
    const modifiers = parameters.includes(";") ? parameters : `1;${parameters}`;
    return controlSequenceKey(modifiers, final);
  }
  if (final === "M") {
    return namedKey("enter");
  }
  if (final === "R") {
    return namedKey("f3");
  }
  if (/^[j-yX]$/.test(final)) {
    return textKey(String.fromCharCode(final === "X" ? 0x3d : final.charCodeAt(0) - 0x40));
  }
  return controlSequenceKey("", final);
}

/** Super and hyper, which no binding of ours has; caps lock (64) and num lock (128) do not matter. */
const foreignModifiers = 8 | 16;

function isHeld(number: number): boolean {
  return number >= 1 && number <= 256 && ((number - 1) & foreignModifiers) === 0;
}

function withModifiers(key: Key, number: number): Key {
  return { ...key, ...merge(key, modifiersOf(number)) };
}

function merge(a: Modifiers, b: Modifiers): Modifiers {
  return { ctrl: a.ctrl || b.ctrl, meta: a.meta || b.meta, shift: a.shift || b.shift };
}

/** A key by its code point, as `CSI u` tells it; the second is what it becomes with shift. */
function codeKey([code, shifted]: readonly (number | undefined)[], number: number): Key | undefined {
  if (code === undefined) {
    return undefined;
  }
  if (code < bytes.space || code === bytes.delete) {
    return withModifiers(tabBack(controlKey(code), number), number);
  }
  return isCharacter(code) ? characterKey(code, shifted, number) : undefined;
}

function tabBack(key: Key, number: number): Key {
  return key.name === "tab" && modifiersOf(number).shift ? namedKey("back-tab") : key;
}

/** Not a surrogate, a C1 control or a private number, which kitty uses for keys without a character. */
function isCharacter(code: number): boolean {
  if (code < 0xa0) {
    return code < bytes.delete;
  }
  return code <= 0x10ffff && (code < 0xd800 || code > 0xf8ff);
}

function characterKey(code: number, shifted: number | undefined, number: number): Key {
  const { ctrl, meta, shift } = modifiersOf(number);
  const plain = String.fromCodePoint(code);
  if (ctrl && /^[@-_a-z ]$/.test(plain)) {
    // As the control character would be: ctrl-j is newline however it comes.
    return { ...controlKey(code & 0x1f), meta };
  }
  if (ctrl || meta) {
    return namedKey(nameOfText(plain), { ctrl, meta, shift });
  }
  return textKey(shift ? upperCase(plain, shifted) : plain);
}

function upperCase(plain: string, shifted: number | undefined): string {
  const upper =
    shifted !== undefined && isCharacter(shifted) ? String.fromCodePoint(shifted) : plain.toUpperCase();
  return [...upper].length === 1 ? upper : plain;
}
