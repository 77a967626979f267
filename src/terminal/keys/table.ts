/** From a terminal's entry to the strings that its keys send. It must not know how bytes arrive. */
import type { Entry } from "../../terminfo/read.ts";
import { bytes, escapeText, isC1, isControl } from "./bytes.ts";
import { capabilityKey, ranks } from "./capability-keys.ts";
import { mayClaim } from "./control-keys.ts";
import type { Key } from "./key.ts";

export interface KeyString {
  readonly capability: string;
  /** As the entry has it: bytes, one character each. */
  readonly bytes: string;
  readonly key: Key;
  /** Not in the entry: see `otherForm`. */
  readonly isOtherForm: boolean;
}

export interface KeyTable {
  readonly strings: readonly KeyString[];
  /** Whether some key sends an 8-bit control, so that others may come as well. */
  readonly sendsC1: boolean;
}

/** The keys that this terminal has: what a help screen can promise. */
export function keysOf(entry: Entry): readonly KeyString[] {
  return keyTable(entry, { utf8: true }).strings.filter(({ isOtherForm }) => !isOtherForm);
}

/** Every string once; where the entry gives one to several keys, the most useful of them has it. */
export function keyTable(entry: Entry, { utf8 }: { readonly utf8: boolean }): KeyTable {
  const claimed = new Map<string, KeyString>();
  for (const { rank: _, ...claim } of claims(entry).sort((a, b) => a.rank - b.rank)) {
    if (!claimed.has(claim.bytes) && isUsable(claim, entry.strings.get("kbs"), utf8)) {
      claimed.set(claim.bytes, claim);
    }
  }
  const strings = [...claimed.values()];
  return { strings, sendsC1: strings.some((string) => isC1(string.bytes.charCodeAt(0))) };
}

type Claim = KeyString & { readonly rank: number };

function claims(entry: Entry): Claim[] {
  const names = new Set<string>(entry.strings.keys());
  return [...entry.strings].flatMap(([capability, string]) => {
    const found = capabilityKey(capability, (name) => names.has(name));
    if (found === undefined) {
      return [];
    }
    const claim = { capability, bytes: string, isOtherForm: false, ...found };
    return [claim, ...otherForm(claim)];
  });
}

const cursorKeys: ReadonlySet<string> = new Set(["kcuu1", "kcud1", "kcub1", "kcuf1", "khome", "kend"]);
const cursorString = /^([[O])([A-Za-z])$/;

/**
 * Arrows come as `ESC O A` or `ESC [ A`, depending on a mode that others may have changed. This form ranks before
 * what some entries say of it (putty: kind is `ESC [ B`), but not before the string of another key proper.
 */
function otherForm(claim: Claim): Claim[] {
  if (!cursorKeys.has(claim.capability) || !claim.bytes.startsWith(escapeText)) {
    return [];
  }
  const [, opener, final = ""] = cursorString.exec(claim.bytes.slice(1)) ?? [];
  if (opener === undefined) {
    return [];
  }
  const other = `${escapeText}${opener === "O" ? "[" : "O"}${final}`;
  return [{ ...claim, bytes: other, isOtherForm: true, rank: ranks.otherForm }];
}

/** Not every string can be told from typing: what would take typed text or ^C away is left out. */
function isUsable({ capability, bytes: string }: KeyString, kbs: string | undefined, utf8: boolean): boolean {
  const first = string.charCodeAt(0);
  if (string.length === 1 && isControl(first)) {
    return mayClaim(capability, first, kbs);
  }
  if (first === bytes.space || first === bytes.enter || first === bytes.interrupt) {
    return false;
  }
  return !/^[ -~]*$/.test(string) && !(utf8 && startsCharacter(first));
}

/** Whether a character of several bytes can start so in UTF-8. 0x9b and 0xff cannot, so keys may. */
function startsCharacter(byte: number): boolean {
  return byte >= 0xc2 && byte <= 0xf4;
}
