/** Lets one piece of work at a time touch a file: calls of one answer run in parallel, edits of one file must not. */

export type FileLock = <T>(path: string, work: () => Promise<T>) => Promise<T>;

export function createFileLock(): FileLock {
  const last = new Map<string, Promise<unknown>>();
  return async (path, work) => {
    const before = last.get(path) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(path, mine);
    try {
      return await mine;
    } finally {
      if (last.get(path) === mine) last.delete(path);
    }
  };
}
