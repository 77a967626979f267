/** Bytes that are appended and read back, in a file that nobody else can find. It must not know what they mean. */
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

export interface SpillFile {
  /** Throws when the disk refuses. What was appended before can still be read. */
  append(bytes: Uint8Array): void;
  /** Undefined when not all of it can be read. */
  read(offset: number, length: number): Buffer | undefined;
  /** How much was appended. */
  size(): number;
  close(): void;
}

/** In the first directory that lets us. Throws where none does. */
export function openSpillFile(directories: readonly string[]): SpillFile {
  const problems: unknown[] = [];
  for (const directory of directories) {
    try {
      return spillFileIn(directory);
    } catch (error) {
      problems.push(error);
    }
  }
  throw problems.at(-1) ?? new Error("there is no directory for temporary files");
}

function spillFileIn(directory: string): SpillFile {
  const place = mkdtempSync(join(directory, "treadle-"));
  try {
    const { O_RDWR, O_CREAT, O_EXCL } = constants;
    const file = openSync(join(place, "history"), O_RDWR | O_CREAT | O_EXCL, 0o600);
    return { ...contentOf(file), close: () => closeAndRemove(file, place) };
  } finally {
    // Without a name it is gone with the process, however that ends. Some systems refuse: they remove it on closing.
    remove(place);
  }
}

function contentOf(file: number): Omit<SpillFile, "close"> {
  let size = 0;
  return {
    append(bytes) {
      for (let done = 0; done < bytes.length; ) {
        const count = writeSync(file, bytes, done, bytes.length - done, size + done);
        if (count === 0) throw new Error("nothing more can be written");
        done += count;
      }
      size += bytes.length;
    },
    read(offset, length) {
      const bytes = Buffer.allocUnsafe(length);
      return fill(file, bytes, offset) ? bytes : undefined;
    },
    size: () => size,
  };
}

function fill(file: number, bytes: Buffer, offset: number): boolean {
  try {
    for (let done = 0; done < bytes.length; ) {
      const count = readSync(file, bytes, done, bytes.length - done, offset + done);
      if (count === 0) return false;
      done += count;
    }
    return true;
  } catch {
    return false;
  }
}

function closeAndRemove(file: number, place: string): void {
  try {
    closeSync(file);
  } catch {
    // It was the last thing to be done with it.
  }
  remove(place);
}

function remove(place: string): void {
  try {
    rmSync(place, { recursive: true, force: true });
  } catch {
    // Tried again when the file is closed.
  }
}
