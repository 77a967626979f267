/**
 * One writer for each session: a lock beside the journal that names its owner. It is a symbolic link to nowhere, since
 * that is made whole or not at all; what a killed process left behind is recognised by its owner being gone.
 */
import { lstatSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";

/** What there is to know of processes; a mark tells one from every other, also from later ones with its number. */
export interface Owners {
  readonly self: string;
  /** `sinceMs`: how long ago the lock was taken or the session was written to. */
  isAlive(mark: string, sinceMs: number): boolean;
  /** In words. */
  describe(mark: string): string;
  now(): number;
}

export type Lock =
  | { readonly kind: "taken"; readonly release: () => void }
  /** By whom, in words. */
  | { readonly kind: "held"; readonly by: string };

export function lockPath(journal: string): string {
  return `${journal.replace(/\.jsonl$/, "")}.lock`;
}

/** Throws what the file system throws. */
export function takeLock(journal: string, owners: Owners): Lock {
  const path = lockPath(journal);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    if (make(path, owners.self)) return { kind: "taken", release: () => release(path, owners.self) };
    const mark = holder(path);
    if (mark === undefined) continue;
    if (owners.isAlive(mark, idleMs(journal, path, owners)))
      return { kind: "held", by: owners.describe(mark) };
    if (!removeStale(path, mark, owners.self)) return { kind: "held", by: "another treadle" };
  }
  return { kind: "held", by: "another treadle" };
}

/** Whether somebody else, or we ourselves, are writing to it. */
export function isLocked(journal: string, owners: Owners): boolean {
  const path = lockPath(journal);
  const mark = holder(path);
  return mark !== undefined && owners.isAlive(mark, idleMs(journal, path, owners));
}

function make(path: string, mark: string): boolean {
  try {
    symlinkSync(mark, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function holder(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function idleMs(journal: string, path: string, owners: Owners): number {
  const times = [journal, path].map((name) => lstatSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return owners.now() - Math.max(...times);
}

/** Somebody else may be about to do the same: what we took away must be what we looked at. */
function removeStale(path: string, mark: string, self: string): boolean {
  const aside = `${path}.${self.replaceAll(/[^\w.-]/g, "_").slice(0, 80)}`;
  try {
    renameSync(path, aside);
  } catch {
    return true;
  }
  const taken = holder(aside);
  rmSync(aside, { force: true });
  if (taken === mark || taken === undefined) return true;
  make(path, taken);
  return false;
}

function release(path: string, mark: string): void {
  try {
    if (holder(path) === mark) rmSync(path, { force: true });
  } catch {
    // It is recognised as left behind once we are gone.
  }
}
