/** Bracketed paste: which strings frame it, and the text between them. It must not know keys or time. */
import { type ExtendedName, extendedName } from "../../terminfo/names.ts";
import type { Entry } from "../../terminfo/read.ts";

/** How this terminal is told to mark pastes, and how it does. */
export interface PasteMode {
  /** Capabilities to send. */
  readonly on: ExtendedName;
  readonly off: ExtendedName;
  /** What comes before and after a paste, as bytes. */
  readonly start: string;
  readonly end: string;
}

/** Undefined: the entry has no such mode, or not all of it. */
export function pasteModeOf({ strings }: Entry): PasteMode | undefined {
  const [on, off] = [extendedName("BE"), extendedName("BD")];
  const start = strings.get(extendedName("PS"));
  const end = strings.get(extendedName("PE"));
  if (!strings.get(on) || !strings.get(off) || !start || !end) {
    return undefined;
  }
  return { on, off, start, end };
}

/** Bytes of one paste that are kept. */
export const maxPaste = 16 * 1024 * 1024;

export interface Paste {
  readonly text: string;
  /** Whether it was longer than what is kept. */
  readonly truncated: boolean;
}

export interface PasteReader {
  /** Reads on from `from` and returns where it stopped: behind the end marker, or at the end of the chunk. */
  take(chunk: Uint8Array, from: number): number;
  hasEnded(): boolean;
  /** What there is, without the end marker. */
  paste(): Paste;
}

export interface PasteReaderOptions {
  readonly end: string;
  readonly utf8: boolean;
  readonly limit: number;
}

export function createPasteReader({ end, utf8, limit }: PasteReaderOptions): PasteReader {
  const marker = Buffer.from(end, "latin1");
  const fallbacks = fallbacksOf(marker);
  const kept: Buffer[] = [];
  let total = 0;
  let matched = 0;

  function keep(piece: Uint8Array): void {
    const room = limit - Math.min(total, limit);
    if (room > 0) {
      kept.push(Buffer.from(piece.subarray(0, room)));
    }
    total += piece.length;
  }

  return {
    take(chunk, from) {
      let at = from;
      while (at < chunk.length && matched < marker.length) {
        matched = advance(marker, fallbacks, matched, chunk[at] ?? 0);
        at += 1;
      }
      keep(chunk.subarray(from, at));
      return at;
    },
    hasEnded: () => matched === marker.length,
    paste() {
      const length = total - (matched === marker.length ? matched : 0);
      const truncated = length > limit;
      return {
        text: cleanPaste(decode(Buffer.concat(kept).subarray(0, length), utf8, truncated)),
        truncated,
      };
    },
  };
}

/** Knuth, Morris and Pratt: how much of the marker still matches when the next byte does not. */
function fallbacksOf(marker: Uint8Array): readonly number[] {
  const fallbacks = [0];
  for (let at = 1; at < marker.length; at += 1) {
    fallbacks.push(advance(marker, fallbacks, fallbacks[at - 1] ?? 0, marker[at] ?? 0));
  }
  return fallbacks;
}

function advance(marker: Uint8Array, fallbacks: readonly number[], matched: number, byte: number): number {
  let length = matched;
  while (length > 0 && marker[length] !== byte) {
    length = fallbacks[length - 1] ?? 0;
  }
  return marker[length] === byte ? length + 1 : 0;
}

/** A character that was cut by the limit is left out. */
function decode(bytes: Uint8Array, utf8: boolean, truncated: boolean): string {
  if (!utf8) {
    return Buffer.from(bytes).toString("latin1");
  }
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: truncated });
}

/** One kind of line break, and no control characters but that and tabs. */
export function cleanPaste(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}
