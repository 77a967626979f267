/** Processes that a test starts: whether they are still there, and timers that go off on demand. */
import { readFileSync } from "node:fs";
import { expect, vi } from "vitest";

/** Tries until the check does not throw. Patient: a loaded machine is slow, and only a failure takes that long. */
export function eventually<T>(check: () => T): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000, interval: 10 });
}

/** A zombie is dead: only its parent has not noticed. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

export async function expectGone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1);
  await eventually(() => expect(isAlive(pid)).toBe(false));
}

/** Longer than any test may take: whoever waits for it makes the test fail. */
export const forever = 10 ** 9;

export interface HeldTimer {
  readonly setTimer: (callback: () => void, ms: number) => NodeJS.Timeout;
  readonly goOff: () => void;
}

/** Real timers, but for the one of `heldMs`: it goes off when the test says so. */
export function holdTimer(heldMs: number): HeldTimer {
  let held: (() => void) | undefined;
  return {
    setTimer(callback, ms) {
      if (ms !== heldMs) return setTimeout(callback, ms);
      held = callback;
      return setTimeout(() => undefined, 0);
    },
    goOff: () => held?.(),
  };
}

function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
