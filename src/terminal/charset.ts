/**
 * Which characters a terminal can show and how: as UTF-8, as bytes of an 8-bit set, from the alternate character set
 * (`acsc`), or as ASCII. It must not know colours or positions.
 */
import { extendedName } from "../terminfo/names.ts";
import type { Entry } from "../terminfo/read.ts";
import { type Encoding, encodingOf, type Locale } from "./locale.ts";
import { alternateLetters, asciiFor } from "./stand-ins.ts";

export interface Charset {
  readonly encoding: Encoding["kind"];
  /** Whether some glyphs come from the alternate set, so that `enacs` is due. */
  readonly hasAlternates: boolean;
  /** What to send for a cluster that takes `width` cells; it takes as many. */
  glyph(cluster: string, width: number): Glyph;
  /** Text as bytes (latin1); what the encoding lacks becomes `?`. */
  encode(text: string): string;
}

export interface Glyph {
  readonly text: string;
  /** To be sent while the alternate character set is on. */
  readonly alternate: boolean;
}

export interface CharsetOptions {
  readonly entry: Entry;
  readonly locale: Locale;
  /** Nothing but ASCII, whatever the terminal can do. */
  readonly ascii?: boolean | undefined;
}

const ascii = /^[ -~]*$/;
const mostGlyphs = 4096;

export function createCharset({ entry, locale, ascii: forced = false }: CharsetOptions): Charset {
  const encoding: Encoding = forced ? { kind: "ascii" } : encodingOf(locale);
  const alternates = forced || encoding.kind === "utf-8" ? new Map<string, string>() : alternatesOf(entry);
  const lacksTilde = entry.flags.has("hz");
  const narrow = new Map<string, Glyph>();
  const wide = new Map<string, Glyph>();

  function make(cluster: string, width: number): Glyph {
    if (lacksTilde && cluster === "~") {
      return { text: "`", alternate: false };
    }
    if (ascii.test(cluster) || encoding.kind === "utf-8" || canEncode(encoding, cluster)) {
      return { text: cluster, alternate: false };
    }
    const alternate = width === 1 ? alternates.get(cluster) : undefined;
    return alternate === undefined
      ? { text: asciiFor(cluster).padEnd(width), alternate: false }
      : { text: alternate, alternate: true };
  }

  return {
    encoding: encoding.kind,
    hasAlternates: alternates.size > 0,
    glyph(cluster, width) {
      const glyphs = width === 1 ? narrow : wide;
      const known = glyphs.get(cluster);
      if (known !== undefined) {
        return known;
      }
      if (glyphs.size >= mostGlyphs) {
        glyphs.clear();
      }
      const glyph = make(cluster, width);
      glyphs.set(cluster, glyph);
      return glyph;
    },
    encode: encoders[encoding.kind](encoding),
  };
}

const encoders: Readonly<Record<Encoding["kind"], (encoding: Encoding) => (text: string) => string>> = {
  "utf-8": () => (text) => Buffer.from(text, "utf8").toString("latin1"),
  "8-bit": (encoding) => (text) => Array.from(text, (character) => byteFor(encoding, character)).join(""),
  ascii: () => (text) => text.replace(/[^ -~]/gu, "?"),
};

function byteFor(encoding: Encoding, character: string): string {
  if (ascii.test(character)) {
    return character;
  }
  return (encoding.kind === "8-bit" ? encoding.bytes.get(character) : undefined) ?? "?";
}

function canEncode(encoding: Encoding, cluster: string): boolean {
  return encoding.kind === "8-bit" && encoding.bytes.has(cluster);
}

/** The characters that `acsc` offers. */
function alternatesOf(entry: Entry): Map<string, string> {
  const acsc = entry.strings.get("acsc") ?? "";
  const switches = Boolean(entry.strings.get("smacs")) && Boolean(entry.strings.get("rmacs"));
  // U8 says that the alternate set does not work in UTF-8 mode, and the terminal may be in it whatever the locale is.
  const broken = (entry.numbers.get(extendedName("U8")) ?? 0) > 0 || takesCells(entry);
  const bytes = new Map<string, string>();
  for (let index = 0; !broken && index + 1 < acsc.length; index += 2) {
    const letter = acsc.charAt(index);
    const byte = acsc.charAt(index + 1);
    if (isUsable(letter, byte, switches)) {
      bytes.set(letter, byte);
    }
  }
  return new Map([...alternateLetters].flatMap(([character, letter]) => pair(character, bytes.get(letter))));
}

/** Where attributes take up cells and the character set is one of them. */
function takesCells({ numbers, strings }: Entry): boolean {
  return (numbers.get("xmc") ?? 0) > 0 && strings.get("rmacs") === strings.get("sgr0");
}

/** Some entries map to control bytes. Without smacs a letter that maps to itself would be seen as that letter. */
function isUsable(letter: string, byte: string, switches: boolean): boolean {
  const isPrintable = /[ -~\u00a0-\u00ff]/.test(byte);
  return isPrintable && (switches || byte !== letter);
}

function pair(character: string, byte: string | undefined): readonly (readonly [string, string])[] {
  return byte === undefined ? [] : [[character, byte]];
}
