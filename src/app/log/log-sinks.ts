/** Where the log goes: a file that is put aside when it is full, or the standard error. Neither ever throws. */
import { appendFileSync, closeSync, constants, mkdirSync, openSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { OutputStream } from "../host.ts";

export interface LogSink {
  /** Why the line is not kept; undefined where it is. */
  append(line: string): string | undefined;
}

export const largestLog = 1_000_000;
/** All in all: the file, and those that were put aside as `.1`, `.2` and so on. */
export const keptLogs = 3;

/** A pipe without a reader is an error, not a wait. */
const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** Opened for each line: there are few of them, and several programs may share the file. */
export function createFileSink(path: string, largest = largestLog): LogSink {
  function append(line: string): void {
    const { size, isOdd } = look(path);
    if (isOdd) throw new Error(`${path} is not a regular file`);
    if (size > 0 && size + Buffer.byteLength(line) > largest) putAside(path);
    const descriptor = openSync(path, flags, 0o600);
    try {
      // Unlike writeSync, this one goes on after a short write.
      appendFileSync(descriptor, line);
    } finally {
      closeSync(descriptor);
    }
  }
  return {
    append(line) {
      try {
        append(line);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}

/** Makes the directory where there is none. */
function look(path: string): { readonly size: number; readonly isOdd: boolean } {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return { size: found?.size ?? 0, isOdd: found !== undefined && !found.isFile() };
}

/** The oldest goes. Another program may be doing the same. */
function putAside(path: string): void {
  for (let number = keptLogs - 1; number > 0; number -= 1) {
    const from = number === 1 ? path : `${path}.${number - 1}`;
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${path}.${number}`);
  }
}

export function createStreamSink(stream: OutputStream): LogSink {
  return {
    append(line) {
      stream.write(line);
      return undefined;
    },
  };
}
