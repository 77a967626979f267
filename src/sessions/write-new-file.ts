/** Writes a whole file or none: under another name first, for its owner alone, then in its place. */
import { closeSync, fsyncSync, linkSync, lstatSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export type Written =
  | { readonly kind: "written"; readonly bytes: number; readonly replaced: boolean }
  | { readonly kind: "exists" }
  | { readonly kind: "failed"; readonly reason: string };

interface How {
  readonly replace: boolean;
  /** Keeps the temporary name apart from those of others. */
  readonly mark: string;
}

export function writeNewFile(path: string, pieces: Iterable<string>, { replace, mark }: How): Written {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${mark}.tmp`);
  try {
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory()) return { kind: "failed", reason: "it is a directory" };
    if (there && !replace) return { kind: "exists" };
    const bytes = writeAll(temporary, pieces);
    if (!replace && !claim(temporary, path)) return { kind: "exists" };
    if (replace) renameSync(temporary, path);
    return { kind: "written", bytes, replaced: there !== undefined };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(temporary, { force: true });
  }
}

const enough = 1 << 16;

function writeAll(path: string, pieces: Iterable<string>): number {
  const file = openSync(path, "wx", 0o600);
  let bytes = 0;
  let waiting = "";
  const flush = () => {
    const data = Buffer.from(waiting);
    for (let at = 0; at < data.length; ) at += writeSync(file, data, at);
    bytes += data.length;
    waiting = "";
  };
  try {
    for (const piece of pieces) {
      waiting += piece;
      if (waiting.length >= enough) flush();
    }
    flush();
    fsyncSync(file);
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** False when somebody has made a file of that name meanwhile. */
function claim(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
  }
  // Some file systems have no second names.
  if (lstatSync(path, { throwIfNoEntry: false })) return false;
  renameSync(temporary, path);
  return true;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
