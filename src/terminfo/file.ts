/** Reads an entry's file, which may be anything: a directory, a pipe, far too large. The only code here that touches files. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { maxEntryBytes } from "./read.ts";

export type FileRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "absent" }
  | { readonly kind: "unreadable"; readonly reason: string };

/** Never throws and never waits. */
export function readEntryFile(path: string): FileRead {
  let fd: number | undefined;
  try {
    // Without these a named pipe would hold us until somebody writes to it, and a terminal could become ours.
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    return readOpen(fd);
  } catch (error) {
    return explain(error);
  } finally {
    if (fd !== undefined) {
      closeSync(fd);
    }
  }
}

function readOpen(fd: number): FileRead {
  const stat = fstatSync(fd);
  if (!stat.isFile()) {
    return { kind: "unreadable", reason: "it is not a regular file" };
  }
  if (stat.size > maxEntryBytes) {
    return { kind: "unreadable", reason: `it is larger than ${maxEntryBytes} bytes` };
  }
  const buffer = Buffer.alloc(stat.size);
  const length = readSync(fd, buffer, 0, buffer.length, 0);
  return { kind: "bytes", bytes: buffer.subarray(0, length) };
}

const nothingThere: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

function explain(error: unknown): FileRead {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return nothingThere.has(code)
    ? { kind: "absent" }
    : { kind: "unreadable", reason: `it cannot be read (${String(code)})` };
}
