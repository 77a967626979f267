/** A clock that moves when the test says so. */
import type { Clock } from "../../../src/terminal/clock.ts";

export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** How many timers are running. */
  pending(): number;
}

export function createManualClock(): ManualClock {
  let now = 0;
  let timers: readonly Pending[] = [];
  const remove = (timer: Pending) => {
    timers = timers.filter((other) => other !== timer);
  };
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers = [...timers, timer];
      return { cancel: () => remove(timer) };
    },
    advance(ms) {
      const end = now + ms;
      for (let timer = earliest(timers, end); timer; timer = earliest(timers, end)) {
        now = timer.at;
        remove(timer);
        timer.run();
      }
      now = end;
    },
    pending: () => timers.length,
  };
}

interface Pending {
  readonly at: number;
  readonly run: () => void;
}

/** Of those due at the same time, the one that was set first. */
function earliest(timers: readonly Pending[], end: number): Pending | undefined {
  const [first] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
  return first;
}
