/** What is in a directory, for completing paths. What cannot be read is empty. */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";

export interface FileName {
  readonly name: string;
  readonly isDirectory: boolean;
}

/** More than anyone goes through by hand. */
const mostFiles = 2000;

/** `~/` is the home. */
export function listFiles(
  { cwd, home }: { readonly cwd: string; readonly home: string },
  directory: string,
): readonly FileName[] {
  try {
    const entries = readdirSync(resolve(cwd, directory.replace(/^~(?=\/)/, home)), {
      withFileTypes: true,
    }).slice(0, mostFiles);
    return entries.map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }));
  } catch {
    return [];
  }
}
