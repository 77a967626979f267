/**
 * The only maker of output bytes. It has two doors: capabilities, which the entry explains, and text, through which no
 * control character gets out. It must not know what is drawn.
 */
import type { Expand } from "../terminfo/expand.ts";
import type { StringName } from "../terminfo/names.ts";
import type { Piece } from "../terminfo/padding.ts";
import type { Entry } from "../terminfo/read.ts";
import type { Param } from "../terminfo/stack-machine.ts";
import type { Charset } from "./charset.ts";
import { createPieceBuffer, pieceCost } from "./piece-buffer.ts";

/** Takes what belongs together, in order: bytes (latin1), and waits that are due before the next bytes. */
export type Write = (pieces: readonly Piece[]) => void;

export interface Writer {
  /** False: the terminal has no such capability, and nothing was written. */
  put(capability: StringName, params?: readonly Param[], affectedLines?: number): boolean;
  /** `alternate`: bytes for the alternate character set, which is on. */
  text(text: string, alternate?: boolean): void;
  /** What `put` would send, in bytes; infinite where it must not be used. */
  cost(capability: StringName, params?: readonly Param[], affectedLines?: number): number;
  /** How many bytes wait to be flushed. */
  readonly pending: number;
  /** Runs `open` so that its bytes come before all that wait. */
  prepend(open: () => void): void;
  /** Hands everything on at once; nothing: hands on nothing. */
  flush(): void;
}

export interface WriterOptions {
  readonly entry: Entry;
  readonly expand: Expand;
  readonly write: Write;
  readonly charset: Charset;
}

const lineFeed = String.fromCharCode(10);
/** Such capabilities change what later ones send, so they must not be expanded only to be measured. */
const keepsState = /%[gP][A-Z]/;
const control = /\p{Cc}/gu;
const unprintable = /[^ -~\u00a0-\u00ff]/g;
const ascii = /^[ -~]*$/;
const unusable = Number.POSITIVE_INFINITY;

export function createWriter({ entry, expand, write, charset }: WriterOptions): Writer {
  const buffer = createPieceBuffer();
  const plainCosts = new Map<StringName, number>();

  function measure(capability: StringName, params: readonly Param[], affectedLines: number): number {
    const raw = entry.strings.get(capability) ?? "";
    if (raw === "") {
      return unusable;
    }
    return keepsState.test(raw) ? raw.length : costOf(expand(capability, params, affectedLines) ?? []);
  }

  return {
    put(capability, params, affectedLines) {
      const pieces = entry.strings.get(capability) ? expand(capability, params, affectedLines) : undefined;
      pieces?.forEach(buffer.add);
      return pieces !== undefined;
    },
    text(text, alternate = false) {
      if (ascii.test(text)) {
        buffer.add(text);
        return;
      }
      buffer.add(alternate ? text.replace(unprintable, "?") : charset.encode(text.replace(control, "?")));
    },
    cost(capability, params = [], affectedLines = 1) {
      if (params.length > 0 || affectedLines !== 1) {
        return measure(capability, params, affectedLines);
      }
      const known = plainCosts.get(capability) ?? measure(capability, params, affectedLines);
      plainCosts.set(capability, known);
      return known;
    },
    get pending() {
      return buffer.cost;
    },
    prepend: buffer.prepend,
    flush() {
      const pieces = buffer.take();
      if (pieces.length > 0) {
        write(pieces);
      }
    },
  };
}

function costOf(pieces: readonly Piece[]): number {
  return pieces.some(holdsLineFeed) && !isLineFeed(pieces)
    ? unusable
    : pieces.reduce((sum, piece) => sum + pieceCost(piece), 0);
}

/** The line discipline turns a line feed into CR LF (Node's raw mode keeps ONLCR), which tears a sequence apart. */
function holdsLineFeed(piece: Piece): boolean {
  return typeof piece === "string" && piece.includes(lineFeed);
}

function isLineFeed([first]: readonly Piece[]): boolean {
  return typeof first === "string" && first.startsWith(lineFeed);
}
