/** Says at long intervals that work goes on, but only where nothing else has been written meanwhile. */
import type { Clock, Timer } from "../display.ts";

const intervalMs = 30_000;

export interface Reminder {
  start(): void;
  stop(): void;
}

export interface ReminderOptions {
  readonly clock: Clock;
  /** Grows with everything that is written. */
  readonly written: () => number;
  readonly say: (seconds: number) => void;
}

export function createReminder({ clock, written, say }: ReminderOptions): Reminder {
  let timer: Timer | undefined;

  function wait(seconds: number): void {
    const before = written();
    timer = clock.after(intervalMs, () => {
      const now = seconds + intervalMs / 1000;
      if (written() === before) say(now);
      wait(now);
    });
  }

  function stop(): void {
    timer?.cancel();
  }

  return {
    start() {
      stop();
      wait(0);
    },
    stop,
  };
}
