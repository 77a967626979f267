/** The lines of a file, one at a time: memory holds one chunk and one line. It must not know what they mean. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

export interface FileLine {
  /** From 1. */
  readonly number: number;
  /** Where its first byte is. */
  readonly offset: number;
  /** Without the end of the line. Undefined: longer than anything we write, and not read. */
  readonly text: string | undefined;
  /** It has no end: the file stops within it, or right after it. */
  readonly unended?: true;
}

export interface LineOptions {
  /** Where to begin: the first byte of a line. */
  readonly from?: number;
  /** Where to stop: what comes later was written later. */
  readonly to?: number;
  readonly chunk?: number;
  readonly longest?: number;
}

const newline = 10;

/** Throws what the file system throws, and for anything that is no plain file. */
export function* readLines(path: string, options: LineOptions = {}): Generator<FileLine, void> {
  const { chunk = 128 * 1024, longest = 256 * 1024 * 1024 } = options;
  // Without O_NONBLOCK a named pipe would hang the program.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is not a file`);
    yield* linesOf(file, options, Buffer.allocUnsafe(chunk), longest);
  } finally {
    closeSync(file);
  }
}

function* linesOf(
  file: number,
  { from = 0, to = Number.POSITIVE_INFINITY }: LineOptions,
  chunk: Buffer,
  longest: number,
): Generator<FileLine, void> {
  let number = 1;
  let offset = from;
  let position = from;
  /** The line so far, from earlier chunks. */
  const begun = createPiece();
  const length = () => position - offset;

  function textWith(last: Buffer): string {
    if (begun.length() === 0) return last.toString();
    begun.add(last);
    return begun.take();
  }

  for (;;) {
    const count = readSync(file, chunk, 0, Math.min(chunk.length, to - position), position);
    const read = chunk.subarray(0, count);
    let start = 0;
    for (let end = read.indexOf(newline); end >= 0; end = read.indexOf(newline, start)) {
      const tooLong = length() + (end - start) > longest;
      if (tooLong) begun.drop();
      yield { number, offset, text: tooLong ? undefined : textWith(read.subarray(start, end)) };
      position += end + 1 - start;
      number += 1;
      offset = position;
      start = end + 1;
    }
    if (count === 0) break;
    const rest = count - start;
    if (length() + rest > longest) begun.drop();
    else if (rest > 0) begun.add(read.subarray(start));
    position += rest;
  }
  if (length() === 0) return;
  const text = length() > longest ? undefined : textWith(Buffer.alloc(0));
  yield { number, offset, text, unended: true };
}

/** Bytes that are put together, always in the same place: what long lines leave behind would soon be more than they are. */
function createPiece() {
  let bytes = Buffer.alloc(0);
  let used = 0;
  return {
    length: () => used,
    add(more: Buffer): void {
      if (used + more.length > bytes.length) {
        const larger = Buffer.allocUnsafe(2 * (used + more.length));
        bytes.copy(larger, 0, 0, used);
        bytes = larger;
      }
      more.copy(bytes, used);
      used += more.length;
    },
    take(): string {
      const text = bytes.toString("utf8", 0, used);
      used = 0;
      return text;
    },
    drop(): void {
      used = 0;
    },
  };
}
