/** Every string that the entry says may come in, and what each of them is. It must not know how they are read. */
import type { Key } from "./key.ts";
import type { MouseMode } from "./mouse.ts";
import type { PasteMode } from "./paste.ts";
import { pastedControl } from "./sequences.ts";
import type { KeyString } from "./table.ts";
import { buildTrie, type Trie } from "./trie.ts";

/** What a string of the entry does. */
export type Action =
  | { readonly kind: "key"; readonly key: Key; readonly pasted: string | undefined }
  | { readonly kind: "paste"; readonly end: string }
  | { readonly kind: "report"; readonly mode: MouseMode }
  | { readonly kind: "nothing" };

/** The end of a paste that had none of the beginning, or came too late, is no key. */
export function inputTrie(
  strings: readonly KeyString[],
  mode: PasteMode | undefined,
  mouse: MouseMode | undefined,
): Trie<Action> {
  const reports: [string, Action][] = mouse ? [[mouse.start, { kind: "report", mode: mouse }]] : [];
  const marks: [string, Action][] = mode
    ? [
        [mode.start, { kind: "paste", end: mode.end }],
        [mode.end, { kind: "nothing" }],
      ]
    : [];
  const keys = strings.map(({ bytes, key }): [string, Action] => [
    bytes,
    { kind: "key", key, pasted: pastedAs(bytes, key) },
  ]);
  return buildTrie([...reports, ...marks, ...keys]);
}

/** A paste may hold the control characters that are keys here. */
function pastedAs(bytes: string, key: Key): string | undefined {
  return bytes.length === 1 ? pastedControl(bytes.charCodeAt(0)) : key.text;
}
