/** What is being done and no turn may begin before it has ended: slash commands, the composing of a prompt. */

export interface Errands {
  any(): boolean;
  /** `stopper`: how it is ended early, where it can be. What is undefined is done already. */
  follow(work: Promise<void> | undefined, stopper?: AbortController): void;
  /** Ends those that can be ended; false when there is none. */
  stop(): boolean;
}

export function createErrands(onDone: () => void): Errands {
  let running = 0;
  const stoppers = new Set<AbortController>();
  return {
    any: () => running > 0,
    follow(work, stopper) {
      if (!work) return;
      running += 1;
      if (stopper) stoppers.add(stopper);
      work.then(() => {
        running -= 1;
        if (stopper) stoppers.delete(stopper);
        onDone();
      });
    },
    stop() {
      for (const stopper of stoppers) stopper.abort();
      return stoppers.size > 0;
    },
  };
}
