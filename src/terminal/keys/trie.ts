/** A tree of byte strings, to find the longest one that input starts with, byte by byte. */

export interface Trie<Value> {
  readonly next: ReadonlyMap<number, Trie<Value>>;
  /** What the string that ends here stands for. */
  readonly value?: Value;
}

interface Draft<Value> {
  readonly next: Map<number, Draft<Value>>;
  value?: Value;
}

/** Strings are bytes, one character each. Of two that are equal the first counts. */
export function buildTrie<Value>(strings: Iterable<readonly [bytes: string, value: Value]>): Trie<Value> {
  const root: Draft<Value> = { next: new Map() };
  for (const [bytes, value] of strings) {
    let node = root;
    for (const byte of Buffer.from(bytes, "latin1")) {
      const next: Draft<Value> = node.next.get(byte) ?? { next: new Map() };
      node.next.set(byte, next);
      node = next;
    }
    node.value ??= value;
  }
  return root;
}
