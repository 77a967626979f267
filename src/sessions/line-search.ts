/** Finds the few lines of a large file that begin with something, at the speed of reading it. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { readLines } from "./lines.ts";

const chunkSize = 1 << 20;

/** Not the first line. Throws what the file system throws. */
export function* linesBeginning(path: string, start: string): Generator<string, void> {
  const wanted = Buffer.from(`\n${start}`);
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) return;
    const chunk = Buffer.allocUnsafe(chunkSize);
    for (let position = 0; ; ) {
      const count = readSync(file, chunk, 0, chunk.length, position);
      const bytes = chunk.subarray(0, count);
      for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
        const [line] = readLines(path, { from: position + at + 1 });
        if (line?.text !== undefined) yield line.text;
      }
      if (count < wanted.length) return;
      // The next chunk begins with what could be the start of one.
      position += count - (wanted.length - 1);
    }
  } finally {
    closeSync(file);
  }
}
