import { describe, expect, it } from "vitest";
import { createTicker } from "../../../src/display/fullscreen/ticker.ts";

/** Timers that fire when the test says so. */
function setUp() {
  const timers = new Set<() => void>();
  let ticks = 0;
  const clock = {
    after(_: number, run: () => void) {
      timers.add(run);
      return { cancel: () => void timers.delete(run) };
    },
  };
  const ticker = createTicker(clock, 250, () => {
    ticks += 1;
  });
  const fire = () => {
    const due = [...timers];
    timers.clear();
    for (const run of due) run();
  };
  return { ticker, fire, timers, ticks: () => ticks };
}

describe("the ticker", () => {
  it("sets no timer while nothing moves", () => {
    const { ticker, timers } = setUp();
    ticker.set(false);
    expect(timers.size).toBe(0);
  });

  it("ticks in steps, with one timer however often it is told", () => {
    const { ticker, fire, timers, ticks } = setUp();
    ticker.set(true);
    ticker.set(true);
    expect(timers.size).toBe(1);
    fire();
    fire();
    ticker.set(true);
    expect([ticks(), timers.size]).toEqual([2, 1]);
  });

  it("stops at once, and can begin again", () => {
    const { ticker, fire, timers, ticks } = setUp();
    ticker.set(true);
    ticker.set(false);
    expect(timers.size).toBe(0);
    fire();
    expect(ticks()).toBe(0);
    ticker.set(true);
    fire();
    expect(ticks()).toBe(1);
  });

  it("can be stopped from within a tick", () => {
    const timers = new Set<() => void>();
    const clock = {
      after(_: number, run: () => void) {
        timers.add(run);
        return { cancel: () => void timers.delete(run) };
      },
    };
    const ticker = createTicker(clock, 250, () => ticker.set(false));
    ticker.set(true);
    for (const run of [...timers]) {
      timers.delete(run);
      run();
    }
    expect(timers.size).toBe(0);
  });
});
