/** Reads text: bytes to characters, in the usual character set and in the alternate one (`acsc`). */
import type { Entry } from "../../../src/terminfo/read.ts";

export type Encoding = "utf-8" | "ascii";

/** What the names in `acsc` stand for; a byte that several share is the first of them. */
export const glyphNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    q: "─",
    x: "│",
    l: "┌",
    k: "┐",
    m: "└",
    j: "┘",
    t: "├",
    u: "┤",
    v: "┴",
    w: "┬",
    n: "┼",
    a: "▒",
    h: "░",
    "0": "█",
    "~": "·",
    "`": "◆",
    f: "°",
    g: "±",
    o: "⎺",
    p: "⎻",
    r: "⎼",
    s: "⎽",
    y: "≤",
    z: "≥",
    "{": "π",
    "|": "≠",
    "}": "£",
    "+": "→",
    ",": "←",
    ".": "↓",
    "-": "↑",
    i: "␋",
  }),
);

/** From the byte that is sent to what it shows. */
export function alternateCharacters(entry: Entry): ReadonlyMap<string, string> {
  const pairs = (entry.strings.get("acsc") ?? "").match(/../gs) ?? [];
  const byName = new Map(pairs.map((pair) => [pair.slice(0, 1), pair.slice(1)]));
  const shown = new Map<string, string>();
  for (const [name, glyph] of glyphNames) {
    const byte = byName.get(name);
    if (byte !== undefined && !shown.has(byte)) {
      shown.set(byte, glyph);
    }
  }
  return shown;
}

/** What must be sent for a glyph; entries may have one byte for several (hpterm: `+` for every corner). */
export function alternateByte(entry: Entry, glyph: string): string | undefined {
  const pairs = (entry.strings.get("acsc") ?? "").match(/../gs) ?? [];
  return pairs.find((pair) => glyphNames.get(pair.slice(0, 1)) === glyph)?.slice(1);
}

/** The character that starts at `at` and how many bytes it takes; undefined: it is not text. */
export interface Read {
  readonly char: string;
  readonly length: number;
}

export function readCharacter(stream: string, at: number, encoding: Encoding): Read | undefined {
  const byte = stream.charCodeAt(at);
  if (byte >= 0x20 && byte < 0x7f) {
    return { char: stream.charAt(at), length: 1 };
  }
  return encoding === "utf-8" ? readUtf8(stream, at) : undefined;
}

const lengths: readonly (readonly [number, number, number])[] = [
  [0xc2, 0xdf, 2],
  [0xe0, 0xef, 3],
  [0xf0, 0xf4, 4],
];

function readUtf8(stream: string, at: number): Read | undefined {
  const lead = stream.charCodeAt(at);
  const length = lengths.find(([from, to]) => lead >= from && lead <= to)?.[2];
  if (length === undefined) {
    return undefined;
  }
  const bytes = Buffer.from(stream.slice(at, at + length), "latin1");
  const char = bytes.toString("utf-8");
  // What was not UTF-8 comes back as other bytes.
  const isWhole = [...char].length === 1 && bytes.equals(Buffer.from(char)) && !/\p{Cc}/u.test(char);
  return isWhole ? { char, length } : undefined;
}
