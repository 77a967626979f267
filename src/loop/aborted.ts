/** Waiting for promises or for cancellation, whichever comes first. */

export const aborted: unique symbol = Symbol("aborted");

/**
 * Resolves to `aborted` as soon as the signal aborts, even if `promise` never settles. What `promise` does
 * later is ignored, a rejection included.
 */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | typeof aborted> {
  const watch = watchAbort(signal);
  return watch.wait(promise).finally(watch.end);
}

export interface AbortWatch {
  /** As `orAborted` does. To be called again only when the wait before it is over. */
  wait<T>(promise: Promise<T>): Promise<T | typeof aborted>;
  end(): void;
}

/** For many waits, one after the other: listening to a signal costs more than most of them. */
export function watchAbort(signal: AbortSignal): AbortWatch {
  let stopWaiting: (() => void) | undefined;
  const onAbort = () => stopWaiting?.();
  signal.addEventListener("abort", onAbort, { once: true });
  return {
    wait<T>(promise: Promise<T>) {
      return new Promise<T | typeof aborted>((resolve, reject) => {
        stopWaiting = () => resolve(aborted);
        if (signal.aborted) stopWaiting();
        promise.then((value) => resolve(signal.aborted ? aborted : value), reject);
      });
    },
    end: () => signal.removeEventListener("abort", onAbort),
  };
}
