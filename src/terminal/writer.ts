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
/** A byte on a line of 9600 baud takes about as long. */
const bytesPerMs = 1;
/** Such capabilities change what later ones send, so they must not be expanded only to be measured. */
const keepsState = /%[gP][A-Z]/;
const control = /\p{Cc}/gu;
const unprintable = /[^ -~\u00a0-\u00ff]/g;
const ascii = /^[ -~]*$/;

export function createWriter({ entry, expand, write, charset }: WriterOptions): Writer {
  let pieces: Piece[] = [];
  let bytes = "";
  let pending = 0;
  const plainCosts = new Map<StringName, number>();

  function add(piece: Piece): void {
    pending += pieceCost(piece);
    if (typeof piece === "string") {
      bytes += piece;
      return;
    }
    closeBytes();
    pieces.push(piece);
  }

  function closeBytes(): void {
    if (bytes !== "") {
      pieces.push(bytes);
      bytes = "";
    }
  }

  function measure(capability: StringName, params: readonly Param[], affectedLines: number): number {
    const raw = entry.strings.get(capability) ?? "";
    if (raw === "" || keepsState.test(raw)) {
      return raw.length === 0 ? Number.POSITIVE_INFINITY : raw.length;
    }
    const expanded = expand(capability, params, affectedLines) ?? [];
    return expanded.some(holdsLineFeed) && !isLineFeed(expanded)
      ? Number.POSITIVE_INFINITY
      : expanded.reduce((sum, piece) => sum + pieceCost(piece), 0);
  }

  return {
    put(capability, params, affectedLines) {
      const expanded = (entry.strings.get(capability) ?? "") && expand(capability, params, affectedLines);
      if (!expanded) {
        return false;
      }
      expanded.forEach(add);
      return true;
    },
    text(text, alternate = false) {
      if (ascii.test(text)) {
        add(text);
        return;
      }
      add(alternate ? text.replace(unprintable, "?") : charset.encode(text.replace(control, "?")));
    },
    cost(capability, params = [], affectedLines = 1) {
      if (params.length > 0 || affectedLines !== 1) {
        return measure(capability, params, affectedLines);
      }
      let known = plainCosts.get(capability);
      if (known === undefined) {
        known = measure(capability, params, affectedLines);
        plainCosts.set(capability, known);
      }
      return known;
    },
    get pending() {
      return pending;
    },
    prepend(open) {
      closeBytes();
      const later = pieces;
      pieces = [];
      open();
      closeBytes();
      pieces.push(...later);
    },
    flush() {
      closeBytes();
      if (pieces.length === 0) {
        return;
      }
      const whole = joinBytes(pieces);
      pieces = [];
      pending = 0;
      write(whole);
    },
  };
}

function pieceCost(piece: Piece): number {
  return typeof piece === "string" ? piece.length : piece.waitMs * bytesPerMs;
}

/** The line discipline turns a line feed into CR LF (Node's raw mode keeps ONLCR), which tears a sequence apart. */
function holdsLineFeed(piece: Piece): boolean {
  return typeof piece === "string" && piece.includes(lineFeed);
}

function isLineFeed([first]: readonly Piece[]): boolean {
  return typeof first === "string" && first.startsWith(lineFeed);
}

function joinBytes(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === "string" && typeof last === "string") {
      joined[joined.length - 1] = last + piece;
    } else {
      joined.push(piece);
    }
  }
  return joined;
}
