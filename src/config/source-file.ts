/** Reads a settings file as text, within bounds, and says in words why it could not. Knows no syntax. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

interface SourceFile {
  /** The file exactly as it is on disk. */
  readonly bytes: Uint8Array;
  /** The same without a byte order mark. */
  readonly text: string;
}

type SourceReading =
  | { readonly kind: "read"; readonly file: SourceFile }
  | { readonly kind: "failed"; readonly reason: string };

const maxBytes = 1_000_000;

export function readSourceFile(path: string, most = maxBytes): SourceReading {
  const bytes = readBytes(path, most);
  if (typeof bytes === "string") return { kind: "failed", reason: bytes };
  const text = decode(bytes);
  if (text === undefined) return { kind: "failed", reason: "it is not UTF-8 text" };
  if (text.includes("\0")) return { kind: "failed", reason: "it holds a NUL byte, so it is not a text file" };
  return { kind: "read", file: { bytes, text } };
}

/** A string is the reason of a failure. */
function readBytes(path: string, most: number): Uint8Array | string {
  try {
    // Without O_NONBLOCK a named pipe would hang the program.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return unfit(file, most) ?? readFileSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return reasonOf(error);
  }
}

function unfit(file: number, most: number): string | undefined {
  const stat = fstatSync(file);
  if (stat.isDirectory()) return "it is a directory";
  if (!stat.isFile()) return "it is not a regular file";
  return stat.size > most ? `it is larger than ${most / 1_000_000} MB` : undefined;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "one of its directories is a file",
  EISDIR: "it is a directory",
  EEXIST: "a file is in the way",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENXIO: "it is not a regular file",
  ELOOP: "its symbolic links go in a circle",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
};

/** Why the system refused, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return reasons[code] ?? `the system reports ${code}`;
}
