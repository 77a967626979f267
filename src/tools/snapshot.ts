/** What a file is now, so that it can be that again. Follows no link; knows no session. */
import { lstat, realpath, rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { FileTrouble, notRegular, troubleSentence } from "./file-trouble.ts";
import { replaceFile, statsOf, withOpenFile } from "./regular-file.ts";
import type { ResolvedPath } from "./resolve-path.ts";

export type Snapshot =
  /** Nor are these directories, the outermost first. */
  | { readonly kind: "absent"; readonly directories: readonly string[] }
  | { readonly kind: "file"; readonly content: Uint8Array; readonly mode: number }
  /** Too large, or no regular file; `reason` is a sentence. */
  | { readonly kind: "unkept"; readonly reason: string };

/** Never rejects for what the file system says. */
export async function takeSnapshot(file: ResolvedPath, maxBytes: number): Promise<Snapshot> {
  try {
    const stats = await statsOf(file);
    if (stats === undefined) return { kind: "absent", directories: await missingDirectories(file.real) };
    return await withOpenFile(file, async ({ handle, stats: { size, mode } }) => {
      if (size > maxBytes) return { kind: "unkept", reason: `It is larger than ${maxBytes / 2 ** 20} MB.` };
      return { kind: "file", content: await handle.readFile(), mode: mode & 0o777 };
    });
  } catch (error) {
    const reason = troubleSentence(error, file.given);
    if (reason === undefined) throw error;
    return { kind: "unkept", reason };
  }
}

export function restoreFile(file: ResolvedPath, content: Uint8Array, mode: number): Promise<void> {
  return replaceFile(file, content, mode);
}

/** Removes the file, and then those of the directories that are empty. */
export async function removeFile(file: ResolvedPath, directories: readonly string[]): Promise<void> {
  if (!(await isInPlace(file.real))) {
    throw new FileTrouble(`${file.given} was moved or replaced while it was being removed.`);
  }
  const trouble = notRegular(await lstat(file.real), file.given);
  if (trouble) throw trouble;
  await unlink(file.real);
  for (const directory of directories.toReversed()) {
    // It holds something else, or is something else by now: it stays, and so do those around it.
    if (!(await isInPlace(directory)) || !(await removed(directory))) return;
  }
}

/** Whether no directory on the way to it is a link. */
async function isInPlace(path: string): Promise<boolean> {
  return (await realpath(dirname(path))) === dirname(path);
}

function removed(directory: string): Promise<boolean> {
  return rmdir(directory).then(
    () => true,
    () => false,
  );
}

async function missingDirectories(path: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let directory = dirname(path); !(await isThere(directory)); directory = dirname(directory)) {
    missing.unshift(directory);
  }
  return missing;
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => dirname(path) === path,
  );
}
