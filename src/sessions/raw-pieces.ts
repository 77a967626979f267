/** Reads a file in large pieces of one buffer. It must not know what is in it. */
import { closeSync, constants, openSync, readSync } from "node:fs";

/** All the files that are read one after the other share it. */
const buffer = Buffer.allocUnsafe(1 << 20);

/**
 * Each piece begins with the last `overlap` bytes of the one before, and is good until the next is asked for; nobody
 * else may read meanwhile. Throws what the file system throws.
 */
export function* rawPieces(path: string, overlap: number): Generator<Buffer, void> {
  // Without O_NONBLOCK a named pipe would hang the program.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    let kept = 0;
    for (;;) {
      const read = readSync(file, buffer, kept, buffer.length - kept, null);
      if (read === 0) return;
      const end = kept + read;
      yield buffer.subarray(0, end);
      kept = Math.min(overlap, end);
      buffer.copyWithin(0, end - kept, end);
    }
  } finally {
    closeSync(file);
  }
}
