/** The session files there are, the one that was written last first. Opens none of them. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

export interface SessionFile {
  readonly id: string;
  readonly path: string;
  /** When it was last written, in milliseconds since the epoch. */
  readonly updated: number;
}

/** None where there is no such directory. Throws what the file system throws otherwise. */
export function listSessionFiles(directory: string): readonly SessionFile[] {
  return namesIn(directory)
    .flatMap((name) => sessionFile(directory, name))
    .sort((a, b) => b.updated - a.updated || (a.id < b.id ? -1 : 1));
}

const sessionName = /^([A-Za-z0-9._-]+)\.jsonl$/;

function sessionFile(directory: string, name: string): readonly SessionFile[] {
  const id = sessionName.exec(name)?.[1];
  if (id === undefined) return [];
  const path = join(directory, name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? [{ id, path, updated: stats.mtimeMs }] : [];
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
