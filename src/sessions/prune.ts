/** Which old sessions go, and their removal. A session that has a name or is in use stays, and so does what is not ours. */
import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkpointDirectory } from "./checkpoint.ts";
import { damagedName } from "./journal-file.ts";
import { type Owners, takeLock } from "./lock.ts";
import { listSessions, peekSession, type SessionFile, sessionName } from "./session-files.ts";

/** 0: no limit. */
export interface PruneRules {
  readonly sessions: number;
  readonly days: number;
}

const dayMs = 86_400_000;

/** `files`: the newest first. */
export function outdated(
  files: readonly SessionFile[],
  { sessions, days }: PruneRules,
  now: number,
): readonly SessionFile[] {
  const isOld = ({ updated }: SessionFile) => days > 0 && now - updated > days * dayMs;
  return files.filter((file, index) => isOld(file) || (sessions > 0 && index >= sessions));
}

/** How many were removed. What cannot be removed stays. */
export function pruneSessions(directory: string, rules: PruneRules, owners: Owners): number {
  const isTask = ({ path }: SessionFile) => peekSession(path).taskOf !== undefined;
  const files = listSessions(directory);
  // Nobody loses a conversation because much was run beside it.
  const kinds = [files.filter((file) => !isTask(file)), files.filter(isTask)];
  const old = kinds.flatMap((kind) => outdated(kind, rules, owners.now()));
  return old.filter((file) => isQuietly(() => removeSession(directory, file, owners))).length;
}

function removeSession(directory: string, { id, path, updated }: SessionFile, owners: Owners): boolean {
  if (sessionName(path) !== undefined || peekSession(path).cwd === undefined) return false;
  const lock = takeLock(path, owners);
  if (lock.kind !== "taken") return false;
  try {
    // Somebody may have gone on with it while we looked.
    if (lstatSync(path).mtimeMs !== updated) return false;
    rmSync(path);
    rmSync(damagedName(path), { force: true });
    rmSync(join(directory, checkpointDirectory(id)), { recursive: true, force: true });
    return true;
  } finally {
    lock.release();
  }
}

function isQuietly(run: () => boolean): boolean {
  try {
    return run();
  } catch {
    return false;
  }
}
