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

export function createBurst({ rule, clock, limit, onKey, onPaste }: BurstOptions): Burst {
  /** Of this read, as long as it may be typing. */
  let typed: Typed[] = [];
  /** Of this and former reads, once it is a paste. */
  let pasting: string[] | undefined;
  let length = 0;
  /** Characters of former reads that came closely one after the other. */
  let close = 0;
  let timer: Timer | undefined;

  function letGo(): void {
    const keys = typed;
    typed = [];
    for (const { key } of keys) {
      onKey(key);
    }
  }

  function deliver(): void {
    if (pasting === undefined) {
      return;
    }
    const text = pasting.join("");
    pasting = undefined;
    onPaste({ text: cleanPaste(text), truncated: length > limit });
  }

  function add(text: string): void {
    length += text.length;
    if (length <= limit) {
      pasting?.push(text);
    }
  }

  function startPaste(): void {
    pasting = [];
    length = 0;
    for (const { pasted } of typed) {
      add(pasted);
    }
    typed = [];
  }

  function flush(): void {
    timer?.cancel();
    letGo();
    deliver();
    close = 0;
  }

  return {
    key(key, pasted) {
      if (pasted === undefined) {
        flush();
        onKey(key);
        return;
      }
      if (pasting !== undefined) {
        add(pasted);
        return;
      }
      typed.push({ key, pasted });
      if (isPaste(typed, close, rule)) {
        startPaste();
      }
    },
    readEnded() {
      timer?.cancel();
      close += typed.length;
      letGo();
      if (pasting !== undefined || close > 0) {
        timer = clock.after(pasting === undefined ? rule.apartMs : rule.quietMs, flush);
      }
    },
    flush,
  };
}

/** Whether the last key makes it one. */
function isPaste(typed: readonly Typed[], close: number, rule: BurstRule): boolean {
  const last = typed.at(-1);
  const before = typed.at(-2);
  if (last === undefined || typed.length >= rule.characters) {
    return last !== undefined;
  }
  if (isBreak(last.pasted)) {
    return close >= rule.closeCharacters;
  }
  return before !== undefined && isBreak(before.pasted);
}

function isBreak(pasted: string): boolean {
  return pasted === "\r" || pasted === "\n";
}
