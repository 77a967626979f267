/**
 * Decides when frames are painted: at most one waits, there are not too many, and fewer where the line is slow.
 * While nothing is asked for it does nothing. It must not know what is painted.
 */
import type { Clock, Timer } from "./clock.ts";

export interface FrameClock {
  /** Something changed. `now`: the user waits for it (a key was typed), so it is not held back. */
  request(now?: boolean): void;
  /** Forgets what waits; later requests do nothing. */
  stop(): void;
}

export interface FrameClockOptions {
  readonly clock: Clock;
  /** Paints what is to be seen at this moment. A promise is kept when the bytes are out; it must not be rejected. */
  readonly paint: () => Bytes | Promise<Bytes>;
  readonly framesPerSecond?: number;
  /** Bits a second, if the line is a slow one. */
  readonly baud?: number | undefined;
}

/** How many were sent; undefined: nobody counted. */
export type Bytes = number | undefined;

const mostFramesPerSecond = 30;
/** A start bit, eight, and a stop bit. */
const bitsPerByte = 10;
/** Painting takes at most one part in so many of the time. */
const share = 2;
const longestPauseMs = 2000;

export function createFrameClock(options: FrameClockOptions): FrameClock {
  const { clock, paint, framesPerSecond = mostFramesPerSecond, baud } = options;
  const shortestPauseMs = Math.ceil(1000 / framesPerSecond);
  let timer: Timer | undefined;
  let painting = false;
  let wanted: "no" | "later" | "now" = "no";
  let notBefore = Number.NEGATIVE_INFINITY;
  let stopped = false;

  function run(): void {
    timer?.cancel();
    timer = undefined;
    wanted = "no";
    painting = true;
    const startedAt = clock.now();
    const painted = attempt(paint, () => {
      painting = false;
    });
    if (painted instanceof Promise) {
      void painted.then((bytes) => finish(startedAt, bytes));
      return;
    }
    finish(startedAt, painted);
  }

  function finish(startedAt: number, bytes: Bytes): void {
    painting = false;
    const tookMs = clock.now() - startedAt;
    const onLineMs = baud === undefined ? 0 : ((bytes ?? 0) * bitsPerByte * 1000) / baud;
    const pauseMs = Math.min(longestPauseMs, share * Math.max(tookMs, onLineMs));
    notBefore = startedAt + Math.max(shortestPauseMs, pauseMs);
    follow();
  }

  /** Starts or arranges what is wanted. */
  function follow(): void {
    if (wanted === "no" || painting || stopped) {
      return;
    }
    if (wanted === "now") {
      run();
      return;
    }
    timer ??= clock.after(Math.max(0, notBefore - clock.now()), run);
  }

  return {
    request(now = false) {
      wanted = now || wanted === "now" ? "now" : "later";
      follow();
    },
    stop() {
      stopped = true;
      timer?.cancel();
      timer = undefined;
    },
  };
}

/** A frame that fails must not hold up all that follow. */
function attempt(paint: FrameClockOptions["paint"], afterFailure: () => void): ReturnType<typeof paint> {
  try {
    return paint();
  } catch (error) {
    afterFailure();
    throw error;
  }
}
