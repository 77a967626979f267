/**
 * Tells pasting from typing where the terminal does not: nobody types many characters, or goes on behind an Enter,
 * within one read. So pasted line breaks never send half a prompt. It must not know bytes or sequences.
 */
import type { Clock, Timer } from "./clock.ts";
import type { Key } from "./key.ts";
import { cleanPaste, type Paste } from "./paste.ts";

export interface BurstRule {
  /** So many characters in one read are a paste. */
  readonly characters: number;
  /** Reads that follow so closely, each a byte or two as on serial lines, are not typed by hand... */
  readonly apartMs: number;
  /** ...so a line break behind so many of their characters belongs to a paste. */
  readonly closeCharacters: number;
  /** A paste goes on until so much time has passed without any of it. */
  readonly quietMs: number;
}

export const usualBurst: BurstRule = { characters: 16, apartMs: 10, closeCharacters: 8, quietMs: 60 };

export interface Burst {
  /** `pasted` is what the key would be in a paste; a key without it is never part of one. */
  key(key: Key, pasted?: string): void;
  readEnded(): void;
  /** Lets go of what is held back. */
  flush(): void;
}

export interface BurstOptions {
  readonly rule: BurstRule;
  readonly clock: Clock;
  readonly limit: number;
  onKey(key: Key): void;
  onPaste(paste: Paste): void;
}

interface Typed {
  readonly key: Key;
  readonly pasted: string;
}

interface State {
  readonly options: BurstOptions;
  /** Of this read, as long as it may be typing. */
  typed: Typed[];
  /** Of this and former reads, once it is a paste. */
  pasting: string[] | undefined;
  pastedLength: number;
  /** Characters of former reads that came closely one after the other. */
  close: number;
  timer: Timer | undefined;
}

export function createBurst(options: BurstOptions): Burst {
  const state: State = {
    options,
    typed: [],
    pasting: undefined,
    pastedLength: 0,
    close: 0,
    timer: undefined,
  };
  return {
    key: (key, pasted) => take(state, key, pasted),
    readEnded: () => endRead(state),
    flush: () => flush(state),
  };
}

function take(state: State, key: Key, pasted: string | undefined): void {
  if (pasted === undefined) {
    flush(state);
    state.options.onKey(key);
    return;
  }
  if (state.pasting !== undefined) {
    add(state, state.pasting, pasted);
    return;
  }
  state.typed.push({ key, pasted });
  if (isPaste(state)) {
    startPaste(state);
  }
}

function startPaste(state: State): void {
  const pasting: string[] = [];
  state.pastedLength = 0;
  for (const { pasted } of state.typed) {
    add(state, pasting, pasted);
  }
  state.typed = [];
  state.pasting = pasting;
}

function add(state: State, pasting: string[], text: string): void {
  state.pastedLength += text.length;
  if (state.pastedLength <= state.options.limit) {
    pasting.push(text);
  }
}

function endRead(state: State): void {
  const { clock, rule } = state.options;
  state.timer?.cancel();
  state.close += state.typed.length;
  letGo(state);
  if (state.pasting !== undefined || state.close > 0) {
    state.timer = clock.after(state.pasting === undefined ? rule.apartMs : rule.quietMs, () => flush(state));
  }
}

function flush(state: State): void {
  state.timer?.cancel();
  state.close = 0;
  letGo(state);
  deliver(state);
}

function letGo(state: State): void {
  const { typed } = state;
  state.typed = [];
  for (const { key } of typed) {
    state.options.onKey(key);
  }
}

function deliver(state: State): void {
  const { pasting, options } = state;
  if (pasting !== undefined) {
    state.pasting = undefined;
    options.onPaste({ text: cleanPaste(pasting.join("")), truncated: state.pastedLength > options.limit });
  }
}

/** Whether the last key makes it one. */
function isPaste({ typed, close, options: { rule } }: State): boolean {
  const last = typed.at(-1);
  const before = typed.at(-2);
  if (typed.length >= rule.characters) {
    return true;
  }
  if (last !== undefined && isBreak(last.pasted)) {
    return close >= rule.closeCharacters;
  }
  return before !== undefined && isBreak(before.pasted);
}

function isBreak(pasted: string): boolean {
  return pasted === "\r" || pasted === "\n";
}
