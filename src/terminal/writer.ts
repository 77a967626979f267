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
import { createExpansions } from "./expansions.ts";
import { createPieceBuffer } from "./piece-buffer.ts";

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

const control = /\p{Cc}/gu;
const unprintable = /[^ -~\u00a0-\u00ff]/g;
const ascii = /^[ -~]*$/;
const noParams: readonly Param[] = [];

export function createWriter({ entry, expand, write, charset }: WriterOptions): Writer {
  const buffer = createPieceBuffer();
  const expansions = createExpansions(entry, expand);

  return {
    put(capability, params = noParams, affectedLines = 1) {
      const pieces = expansions.pieces(capability, params, affectedLines);
      if (pieces === undefined) {
        return false;
      }
      for (const piece of pieces) {
        buffer.add(piece);
      }
      return true;
    },
    text(text, alternate = false) {
      if (ascii.test(text)) {
        buffer.add(text);
        return;
      }
      buffer.add(alternate ? text.replace(unprintable, "?") : charset.encode(text.replace(control, "?")));
    },
    cost: (capability, params = noParams, affectedLines = 1) =>
      expansions.cost(capability, params, affectedLines),
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
