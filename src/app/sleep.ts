/** Waiting that can be called off. */
import type { Clock } from "../display/display.ts";

/** Resolves when the time is over or the signal aborts, whichever is first. */
export function sleep(clock: Clock): (ms: number, signal: AbortSignal) => Promise<void> {
  return (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        timer.cancel();
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = clock.after(ms, done);
      signal.addEventListener("abort", done, { once: true });
    });
}
