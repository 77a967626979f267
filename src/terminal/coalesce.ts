/** Many calls become few: one at the end of each span of time in which there was any. Knows only the clock. */
import type { Clock, Timer } from "./clock.ts";

export interface Coalesced {
  /** Asks for a run at the end of the span, which the first call begins. */
  call(): void;
  /** Forgets what was asked for. */
  cancel(): void;
}

export function coalesce(clock: Clock, ms: number, run: () => void): Coalesced {
  let timer: Timer | undefined;

  function fire(): void {
    timer = undefined;
    run();
  }

  return {
    call: () => {
      timer ??= clock.after(ms, fire);
    },
    cancel: () => {
      timer?.cancel();
      timer = undefined;
    },
  };
}
