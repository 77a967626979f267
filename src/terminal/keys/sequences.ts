/**
 * Reads what no key string of the entry explains: characters, control characters, Alt (an ESC in front) and whole
 * control sequences, known or not, so that no part of one is ever taken for text. It must not know entries or time.
 */
import { bytes, eightBitForm, isC1, isControl } from "./bytes.ts";
import { controlKey } from "./control-keys.ts";
import { type Key, namedKey, textKey, withMeta } from "./key.ts";
import { isKeyPress, letterOf, type OpenSequence, openedBy } from "./open-sequence.ts";
import { controlSequenceKey, singleShiftKey } from "./standard-keys.ts";
import { createUtf8Decoder, replacement, type Utf8Decoder } from "./utf8.ts";

export interface Sequences {
  /** A key that was found elsewhere; Alt may have come before it. */
  emit(key: Key, pasted?: string): void;
  /** The first byte of something. */
  begin(byte: number): void;
  /** A further byte of what is open. */
  next(byte: number): void;
  isOpen(): boolean;
  /** Whether what is open may well be a key that was pressed alone, so that waiting long would be felt. */
  isKeyPress(): boolean;
  /** No more bytes came in time. */
  expire(): void;
  /** Forgets what has begun. */
  drop(): void;
}

export interface SequencesOptions {
  readonly utf8: boolean;
  /** Whether 8-bit controls introduce sequences. */
  readonly c1: boolean;
  /** `pasted` is what the key would be in a paste. */
  onKey(key: Key, pasted?: string): void;
  /** A byte that turned out to start something new. */
  again(byte: number): void;
}

interface Machine extends SequencesOptions {
  open: OpenSequence | undefined;
  /** An ESC came before what is being read. */
  meta: boolean;
  readonly characters: Utf8Decoder;
}

type Reader<Kind extends OpenSequence["kind"]> = (
  machine: Machine,
  open: Extract<OpenSequence, { kind: Kind }>,
  byte: number,
) => void;

export function createSequences(options: SequencesOptions): Sequences {
  const machine: Machine = {
    ...options,
    open: undefined,
    meta: false,
    characters: createUtf8Decoder(),
  };
  return {
    emit: (key, pasted) => emit(machine, key, pasted),
    begin: (byte) => begin(machine, byte),
    next: (byte) => next(machine, byte),
    isOpen: () => machine.open !== undefined,
    isKeyPress: () => isKeyPress(machine.open),
    expire: () => expire(machine),
    drop: () => close(machine),
  };
}

function emit(machine: Machine, key: Key, pasted?: string): void {
  const { meta } = machine;
  close(machine);
  if (meta) {
    machine.onKey(withMeta(key));
    return;
  }
  machine.onKey(key, pasted);
}

/** Back to the start; what was open is dropped unless it has been emitted. */
function close(machine: Machine): void {
  machine.open = undefined;
  machine.meta = false;
}

const asciiKeys: readonly Key[] = Array.from({ length: 0x7f }, (_, byte) =>
  textKey(String.fromCharCode(byte)),
);

/** What control characters are in pasted text. */
const pastedControls: Readonly<Record<number, string>> = {
  [bytes.tab]: "\t",
  [bytes.newline]: "\n",
  [bytes.enter]: "\r",
};

export function pastedControl(byte: number): string | undefined {
  return pastedControls[byte];
}

function begin(machine: Machine, byte: number): void {
  if (byte === bytes.escape) {
    machine.open = { kind: "escape" };
    return;
  }
  if (isControl(byte)) {
    emit(machine, controlKey(byte), pastedControls[byte]);
    return;
  }
  const ascii = asciiKeys[byte];
  if (ascii !== undefined) {
    emit(machine, ascii, ascii.text);
    return;
  }
  beginHigh(machine, byte);
}

function beginHigh(machine: Machine, byte: number): void {
  const introduced = machine.c1 && isC1(byte) ? openedBy(byte) : undefined;
  if (introduced !== undefined) {
    machine.open = introduced;
    return;
  }
  if (machine.utf8) {
    machine.open = { kind: "character" };
    next(machine, byte);
    return;
  }
  emitText(machine, String.fromCharCode(byte));
}

/** Characters that are controls are dropped. */
function emitText(machine: Machine, text: string): void {
  if (/^\p{Cc}/u.test(text)) {
    close(machine);
    return;
  }
  emit(machine, textKey(text), text);
}

const readers: { readonly [Kind in OpenSequence["kind"]]: Reader<Kind> } = {
  escape: readEscape,
  csi: readControlSequence,
  ss3: readSingleShift,
  string: readString,
  rest: readRest,
  character: readCharacter,
};

function next(machine: Machine, byte: number): void {
  const { open } = machine;
  if (open === undefined) {
    begin(machine, byte);
    return;
  }
  const read = readers[open.kind] as Reader<OpenSequence["kind"]>;
  read(machine, open, byte);
}

/** Alt is an ESC before any key, even one of several bytes. Two of them are an escape and an Alt. */
function readEscape(machine: Machine, _: OpenSequence, byte: number): void {
  const introduced = openedBy(eightBitForm(byte));
  if (introduced !== undefined) {
    machine.open = introduced;
    return;
  }
  if (machine.meta) {
    close(machine);
    machine.onKey(controlKey(bytes.escape));
  }
  machine.open = undefined;
  machine.meta = true;
  machine.again(byte);
}

/** More of them mean nothing to us. */
const maxParameters = 64;

/** The Linux console sends `ESC [ [ A`, and `ESC [ M` is followed by button, column and row. */
const followers: Readonly<Record<string, number>> = { "[": 1, M: 3 };

function readControlSequence(
  machine: Machine,
  open: Extract<OpenSequence, { kind: "csi" | "ss3" }>,
  byte: number,
): void {
  if (isControl(byte) || byte >= 0x80) {
    close(machine);
    machine.again(byte);
    return;
  }
  const char = String.fromCharCode(byte);
  if (byte < 0x40) {
    open.parameters += open.parameters.length < maxParameters ? char : "";
    return;
  }
  const left = open.parameters === "" ? followers[char] : undefined;
  if (left !== undefined) {
    machine.open = { kind: "rest", left };
    return;
  }
  emitFound(machine, controlSequenceKey(open.parameters, char));
}

function emitFound(machine: Machine, key: Key | undefined): void {
  if (key === undefined) {
    close(machine);
    return;
  }
  emit(machine, key, key.text);
}

function readSingleShift(
  machine: Machine,
  open: Extract<OpenSequence, { kind: "csi" | "ss3" }>,
  byte: number,
): void {
  const char = String.fromCharCode(byte);
  if (/[0-9;]/.test(char)) {
    open.parameters += open.parameters.length < maxParameters ? char : "";
    return;
  }
  if (byte >= 0x40 && byte < bytes.delete) {
    emitFound(machine, singleShiftKey(open.parameters, char));
    return;
  }
  expire(machine);
  machine.again(byte);
}

/** OSC, DCS and their kin end with BEL or ST. Any other control cannot be in them, so it is a new key. */
function readString(machine: Machine, open: Extract<OpenSequence, { kind: "string" }>, byte: number): void {
  if (open.escaped) {
    close(machine);
    if (String.fromCharCode(byte) !== "\\") {
      machine.again(bytes.escape);
      machine.again(byte);
    }
    return;
  }
  if (byte === bytes.bell || (byte === bytes.stringTerminator && machine.c1)) {
    close(machine);
    return;
  }
  open.isEmpty = false;
  open.escaped = byte === bytes.escape;
  if (isControl(byte) && !open.escaped) {
    close(machine);
    machine.again(byte);
  }
}

/** Controls are not among them: one is a new key. */
function readRest(machine: Machine, open: Extract<OpenSequence, { kind: "rest" }>, byte: number): void {
  open.left -= 1;
  if (open.left === 0 || isControl(byte)) {
    close(machine);
  }
  if (isControl(byte)) {
    machine.again(byte);
  }
}

function readCharacter(machine: Machine, _: OpenSequence, byte: number): void {
  const decoded = machine.characters.push(byte);
  if (decoded === undefined) {
    return;
  }
  emitText(machine, decoded.text);
  if (decoded.again) {
    machine.again(byte);
  }
}

function expire(machine: Machine): void {
  const { open, meta } = machine;
  if (open?.kind === "character") {
    machine.characters.reset();
    emitText(machine, replacement);
    return;
  }
  close(machine);
  if (open?.kind === "escape") {
    for (const _ of meta ? [1, 2] : [1]) {
      machine.onKey(controlKey(bytes.escape));
    }
    return;
  }
  const letter = letterOf(open);
  if (letter !== undefined) {
    machine.onKey(namedKey(letter, { meta: true }));
  }
}
