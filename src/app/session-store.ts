/** Where sessions lie, and how the journal of one is come by: a new one, an old one, a copy. Writes nothing by itself. */
import { createJournal, type Journal } from "../sessions/journal.ts";
import { copyJournalFile, keepDamaged, makeJournalFile, openJournalFile } from "../sessions/journal-file.ts";
import { type Lock, type Owners, takeLock } from "../sessions/lock.ts";
import type { Host } from "./host.ts";
import { createLockOwners } from "./lock-owners.ts";
import { sessionDirectory } from "./session-directory.ts";
import { sessionId } from "./session-id.ts";

export interface SessionStore {
  readonly directory: string;
  readonly owners: () => Owners;
  /** Throws what the file system throws. */
  lock(path: string): Lock;
  /** `taskOf`: the session that it runs beside, in the background. */
  fresh(taskOf?: string): Journal;
  /** `size`: what was read of it. */
  reopen(source: SessionSource, release: () => void): Journal;
  fork(source: SessionSource): Journal;
}

export interface SessionSource {
  readonly id: string;
  readonly path: string;
  readonly size: number;
  /** It is to be kept as it is, before anything is added to it. */
  readonly damaged?: boolean;
}

/** Undefined where there is no directory for it. */
export function openSessionStore(host: Host): SessionStore | undefined {
  const directory = sessionDirectory(host);
  return directory === undefined ? undefined : createSessionStore(host, directory);
}

export function createSessionStore(host: Host, directory: string): SessionStore {
  let known: Owners | undefined;
  const owners = () => {
    known ??= createLockOwners(host);
    return known;
  };

  /** The lock is a courtesy to others here: nobody else knows this session yet. */
  function locking(path: string): () => void {
    try {
      const lock = takeLock(path, owners());
      return lock.kind === "taken" ? lock.release : () => {};
    } catch {
      return () => {};
    }
  }

  function begin(make: (id: string) => ReturnType<typeof makeJournalFile>): Journal {
    const id = sessionId(host.now());
    let release = () => {};
    return createJournal({
      id,
      open() {
        const opened = make(id);
        release = locking(opened.path);
        return opened;
      },
      onClose: () => release(),
    });
  }

  const head = (id: string) => ({ id, cwd: host.cwd, now: host.now() });

  return {
    directory,
    owners,
    lock: (path) => takeLock(path, owners()),
    fresh: (taskOf) =>
      begin((id) => makeJournalFile(directory, { ...head(id), ...(taskOf !== undefined && { taskOf }) })),
    reopen: ({ id, path, size, damaged }, release) =>
      createJournal({
        ...{ id, path, onClose: release },
        open() {
          if (damaged) keepDamaged(path);
          return openJournalFile(path, size);
        },
      }),
    fork: ({ id: parent, path, size }) =>
      begin((id) => copyJournalFile(path, size, directory, { ...head(id), parent })),
  };
}
