/** Gathers lines that arrive faster than anybody types. */
import type { Clock, Timer } from "../display.ts";
import { afterReading } from "./patience.ts";

/** Lines that arrive closer together than this were pasted, not typed. */
const windowMs = 50;

export interface PasteWindow {
  add(lines: readonly string[]): void;
  /** Hands over what was gathered, without waiting for more. */
  flush(): void;
  drop(): void;
}

export function createPasteWindow(clock: Clock, onLines: (lines: readonly string[]) => void): PasteWindow {
  let gathered: readonly string[] = [];
  let timer: Timer | undefined;

  function drop(): void {
    timer?.cancel();
    gathered = [];
  }

  function flush(): void {
    const lines = gathered;
    drop();
    if (lines.length > 0) onLines(lines);
  }

  return {
    add(lines) {
      gathered = gathered.concat(lines);
      timer?.cancel();
      timer = afterReading(clock, windowMs, flush);
    },
    flush,
    drop,
  };
}
