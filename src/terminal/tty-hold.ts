/** Takes the terminal and hands it back: raw mode, then the modes, and the same backwards. Knows no process. */
import type { Piece } from "../terminfo/padding.ts";
import type { OutputQueue } from "./output-queue.ts";
import type { TtySystem } from "./tty-system.ts";

/** What is switched on while the terminal is ours. Both write to it; `enter` may come again without a `leave`. */
export interface Modes {
  enter(): void;
  leave(): void;
}

export interface RawInput {
  setRawMode(raw: boolean): unknown;
  resume(): unknown;
  pause(): unknown;
}

export interface Hold {
  take(modes: Modes): void;
  /** What was not sent yet goes out first. Raw mode ends even if `leave` throws. */
  release(modes: Modes): void;
  /** Sends nothing while the terminal is not held. */
  write(pieces: readonly Piece[], done?: (tookMs: number) => void): void;
}

export interface HoldParts {
  readonly input: RawInput;
  readonly queue: OutputQueue;
  readonly stty: TtySystem["stty"];
  /** Asked before raw mode changes the answer. */
  readonly wantsFlowControl: () => boolean;
}

export function createHold({ input, queue, stty, wantsFlowControl }: HoldParts): Hold {
  let held = false;
  return {
    take: (modes) => {
      const flowControl = wantsFlowControl();
      // A shell may have changed the modes since; libuv skips the one that it believes to be set.
      input.setRawMode(false);
      input.setRawMode(true);
      // libuv's raw mode has no flow control.
      if (flowControl) stty(["ixon"]);
      held = true;
      input.resume();
      modes.enter();
    },
    release: (modes) => {
      try {
        modes.leave();
      } finally {
        held = false;
        queue.flush();
        input.pause();
        input.setRawMode(false);
      }
    },
    write: (pieces, done) => {
      if (held) queue.write(pieces, done);
      else done?.(0);
    },
  };
}
