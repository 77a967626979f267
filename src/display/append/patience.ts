/** Waiting for input to fall silent, although we ourselves may have been too busy to read it. */
import type { Clock, Timer } from "../display.ts";

/**
 * Runs after `ms`, and after input that waits by then has been read: a timer that is late would otherwise run
 * before the input that was in time.
 */
export function afterReading(clock: Clock, ms: number, run: () => void): Timer {
  let timer = clock.after(ms, () => {
    timer = clock.after(0, run);
  });
  return { cancel: () => timer.cancel() };
}
