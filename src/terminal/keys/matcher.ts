/**
 * Finds the strings of a trie in a stream of bytes: always the longest, whatever the reads. It must not know what
 * they mean, nor what becomes of bytes that are in none.
 */
import { bytes } from "./bytes.ts";
import type { Trie } from "./trie.ts";

export interface Matcher {
  push(byte: number): void;
  isPending(): boolean;
  /** What is pending, one character for each byte. */
  pending(): string;
  /** Whether what is pending may well be a key that was pressed alone. */
  isKeyPress(): boolean;
  /** Decides now, with the bytes there are: some may be pending afterwards, but fewer. */
  settle(): void;
}

export interface MatcherOptions<Value> {
  readonly trie: Trie<Value>;
  onMatch(value: Value): void;
  /** A byte with which no string starts, or only strings that did not come. */
  onOther(byte: number): void;
  /** A byte that was read ahead. */
  again(byte: number): void;
}

interface Match<Value> {
  readonly value: Value;
  readonly length: number;
}

export function createMatcher<Value>({ trie, onMatch, onOther, again }: MatcherOptions<Value>): Matcher {
  let node = trie;
  let pending: number[] = [];
  let match: Match<Value> | undefined;

  function settle(): void {
    const [ahead, found] = [pending, match];
    [node, pending, match] = [trie, [], undefined];
    if (found !== undefined) {
      onMatch(found.value);
    } else if (ahead[0] !== undefined) {
      onOther(ahead[0]);
    }
    for (const byte of ahead.slice(found?.length ?? 1)) {
      again(byte);
    }
  }

  return {
    push(byte) {
      const next = node.next.get(byte);
      if (next === undefined) {
        if (pending.length === 0) {
          onOther(byte);
          return;
        }
        settle();
        again(byte);
        return;
      }
      node = next;
      pending.push(byte);
      if (next.value !== undefined) {
        match = { value: next.value, length: pending.length };
      }
      if (next.next.size === 0) {
        settle();
      }
    },
    isPending: () => pending.length > 0,
    pending: () => String.fromCharCode(...pending),
    isKeyPress: () => match !== undefined || !isControlSequence(pending),
    settle,
  };
}

/** Nobody presses the keys `ESC [` one after the other. */
function isControlSequence([first, second]: readonly number[]): boolean {
  if (first === bytes.escape) {
    return second === "[".charCodeAt(0);
  }
  return first === bytes.controlSequence;
}
