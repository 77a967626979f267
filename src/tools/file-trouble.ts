/** Turns what the file system refuses into one sentence for the model and the user. */
import type { Stats } from "node:fs";

/** A failure that is already a sentence: it is shown as it is, without "Error executing tool". */
export class FileTrouble extends Error {
  override readonly name = "FileTrouble";
}

/** The sentence for an error of the file system; other errors are bugs and come back as undefined. */
export function troubleSentence(error: unknown, given: string): string | undefined {
  if (error instanceof FileTrouble) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return sentences.get(code)?.(given);
}

/** Why this is no file that text can be read from or written to; undefined for regular files. */
export function notRegular(stats: Stats, given: string): FileTrouble | undefined {
  if (stats.isFile()) return undefined;
  const kind = kinds.find((entry) => entry.is(stats))?.name ?? "special file";
  return new FileTrouble(`${given} is a ${kind}, not a regular file.`);
}

const kinds: readonly { readonly name: string; readonly is: (stats: Stats) => boolean }[] = [
  { name: "directory", is: (stats) => stats.isDirectory() },
  { name: "named pipe (FIFO)", is: (stats) => stats.isFIFO() },
  { name: "socket", is: (stats) => stats.isSocket() },
  { name: "device", is: (stats) => stats.isCharacterDevice() || stats.isBlockDevice() },
  { name: "symbolic link", is: (stats) => stats.isSymbolicLink() },
];

const sentences: ReadonlyMap<string, (given: string) => string> = new Map([
  ["ENOENT", (given) => `File not found: ${given}`],
  ["ENOTDIR", (given) => `A part of ${given} is a file, not a directory.`],
  ["EEXIST", (given) => `A part of ${given} is a file, not a directory.`],
  ["EISDIR", (given) => `${given} is a directory, not a regular file.`],
  ["EACCES", (given) => `Permission denied: ${given}`],
  ["EPERM", (given) => `Permission denied: ${given}`],
  ["EROFS", (given) => `${given} is on a read-only file system.`],
  ["ENOSPC", (given) => `No space left on the device for ${given}; the file was not changed.`],
  ["EDQUOT", (given) => `Disk quota exceeded for ${given}; the file was not changed.`],
  ["ELOOP", (given) => `${given} goes through too many symbolic links, or one was put there just now.`],
  ["ENAMETOOLONG", (given) => `The name is too long for a file: ${given}`],
  ["EBUSY", (given) => `${given} is in use and cannot be replaced.`],
  ["ETXTBSY", (given) => `${given} is a program that is running and cannot be replaced.`],
]);
