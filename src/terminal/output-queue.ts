/** Sends pieces in order and spends the waits between them. It must not know what the bytes mean. */
import type { Piece } from "../terminfo/padding.ts";
import type { Clock, Timer } from "./clock.ts";

export interface OutputQueue {
  /** `done` is told when the last piece is out and how long that took; it may be called before this returns. */
  write(pieces: readonly Piece[], done?: (tookMs: number) => void): void;
  /** Sends what is still waiting at once and blocks meanwhile: for the last bytes of a process. */
  flush(): void;
}

export interface OutputQueueParts {
  readonly send: (bytes: Uint8Array) => void;
  readonly clock: Clock;
  /** Blocks. */
  readonly sleep: (ms: number) => void;
}

type Item = Piece | (() => void);

/** A flush sleeps no longer than this: someone waits for the process to end. */
const longestFlushMs = 2000;

export function createOutputQueue({ send, clock, sleep }: OutputQueueParts): OutputQueue {
  const items: Item[] = [];
  let wait: { readonly timer: Timer; readonly until: number } | undefined;

  function startWait(ms: number): void {
    const timer = clock.after(ms, () => {
      wait = undefined;
      advance();
    });
    wait = { timer, until: clock.now() + ms };
  }

  function endWait(): number {
    const leftMs = wait === undefined ? 0 : wait.until - clock.now();
    wait?.timer.cancel();
    wait = undefined;
    return leftMs;
  }

  function advance(): void {
    while (wait === undefined) {
      const item = items.shift();
      if (item === undefined) return;
      if (typeof item === "function") item();
      else if (typeof item === "string") send(Buffer.from(item, "latin1"));
      else startWait(item.waitMs);
    }
  }

  return {
    write: (pieces, done) => {
      const startedAt = clock.now();
      items.push(...joined(pieces));
      if (done !== undefined) items.push(() => done(clock.now() - startedAt));
      advance();
    },
    flush: () => {
      let leftMs = longestFlushMs;
      while (wait !== undefined) {
        const ms = Math.min(leftMs, Math.max(0, endWait()));
        leftMs -= ms;
        sleep(ms);
        advance();
      }
    },
  };
}

/** Neighbouring bytes go out in one call. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (typeof piece === "string" && typeof last === "string") result.splice(-1, 1, last + piece);
    else if (piece !== "") result.push(piece);
  }
  return result;
}
