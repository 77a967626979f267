/** Redraws in steady steps while something moves, and not at all while nothing does. */
import type { Clock, Timer } from "../display.ts";

export interface Ticker {
  /** To be called whenever what moves may have begun or ended. */
  set(moving: boolean): void;
}

export function createTicker(clock: Clock, stepMs: number, tick: () => void): Ticker {
  let timer: Timer | undefined;

  function run(): void {
    timer = clock.after(stepMs, run);
    tick();
  }

  return {
    set(moving) {
      if (moving) timer ??= clock.after(stepMs, run);
      if (moving || !timer) return;
      timer.cancel();
      timer = undefined;
    },
  };
}
