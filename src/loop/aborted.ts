/** Waiting for a promise or for cancellation, whichever comes first. */

export const aborted: unique symbol = Symbol("aborted");

/**
 * Resolves to `aborted` as soon as the signal aborts, even if `promise` never settles. What `promise` does
 * later is ignored, a rejection included.
 */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | typeof aborted> {
  if (signal.aborted) {
    promise.catch(() => {});
    return Promise.resolve(aborted);
  }
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(aborted);
    signal.addEventListener("abort", onAbort, { once: true });
    promise
      .then(
        (value) => resolve(signal.aborted ? aborted : value),
        (error) => reject(error),
      )
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}
