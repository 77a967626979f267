import { describe, expect, it } from "vitest";
import { createFrameClock, type FrameClockOptions } from "../../src/terminal/frame-clock.ts";

/** A clock that stands still until it is told to go on. */
function createTestClock() {
  let now = 1000;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    after(ms: number, run: () => void) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return { cancel: () => void timers.delete(timer) };
    },
    waiting: () => timers.size,
    /** As if something took that long, without any timer firing meanwhile. */
    spend(ms: number) {
      now += ms;
    },
    advance(ms: number) {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = Math.max(now, end);
    },
  };
}

function setUp(options: Partial<FrameClockOptions> = {}) {
  const clock = createTestClock();
  const frames: number[] = [];
  const frameClock = createFrameClock({
    clock,
    paint() {
      frames.push(clock.now());
      return undefined;
    },
    ...options,
  });
  return { clock, frames, frameClock };
}

describe("the frame clock", () => {
  it("does nothing while nothing is asked for", () => {
    const { clock, frames, frameClock } = setUp();
    clock.advance(10_000);
    expect([frames.length, clock.waiting()]).toEqual([0, 0]);
    frameClock.request();
    clock.advance(10_000);
    expect([frames.length, clock.waiting()]).toEqual([1, 0]);
  });

  it("makes one frame of many requests", () => {
    const { clock, frames, frameClock } = setUp();
    for (let count = 0; count < 100; count++) frameClock.request();
    expect([frames.length, clock.waiting()]).toEqual([0, 1]);
    clock.advance(0);
    expect(frames.length).toBe(1);
  });

  it("paints at most 30 times a second", () => {
    const { clock, frames, frameClock } = setUp();
    for (let ms = 0; ms < 1000; ms++) {
      frameClock.request();
      clock.advance(1);
    }
    const inOneSecond = frames.filter((at) => at < (frames[0] ?? 0) + 1000);
    expect(inOneSecond.length).toBe(30);
  });

  it("paints the last state, however late the last request comes", () => {
    const { clock, frames, frameClock } = setUp();
    frameClock.request();
    clock.advance(0);
    clock.advance(5);
    frameClock.request();
    expect(frames.length).toBe(1);
    clock.advance(1000 / 30);
    expect(frames.length).toBe(2);
  });

  it("does not hold back what the user waits for", () => {
    const { clock, frames, frameClock } = setUp();
    frameClock.request();
    clock.advance(0);
    frameClock.request();
    frameClock.request(true);
    expect([frames.length, clock.waiting()]).toEqual([2, 0]);
    clock.advance(1000);
    expect(frames.length).toBe(2);
  });

  it("slows down where painting takes long", () => {
    const clock = createTestClock();
    let count = 0;
    const frameClock = createFrameClock({
      clock,
      paint() {
        count++;
        clock.spend(100);
        return undefined;
      },
    });
    const end = clock.now() + 2000;
    while (clock.now() < end) {
      frameClock.request();
      clock.advance(1);
    }
    expect(count).toBeGreaterThanOrEqual(9);
    expect(count).toBeLessThanOrEqual(11);
  });

  it("slows down where the line is slow", () => {
    const { clock, frames, frameClock } = setUp({ baud: 9600 });
    const slow = setUp();
    const bySlowLine = createFrameClock({
      clock: slow.clock,
      baud: 9600,
      paint() {
        slow.frames.push(slow.clock.now());
        return 96;
      },
    });
    for (let ms = 0; ms < 2000; ms++) {
      frameClock.request();
      bySlowLine.request();
      clock.advance(1);
      slow.clock.advance(1);
    }
    expect(frames.length).toBeGreaterThan(50);
    expect(slow.frames.length).toBeGreaterThanOrEqual(9);
    expect(slow.frames.length).toBeLessThanOrEqual(11);
  });

  it("waits until the bytes are out, then paints what came meanwhile, a key at once", async () => {
    const clock = createTestClock();
    const ends: (() => void)[] = [];
    const frameClock = createFrameClock({
      clock,
      paint: () => new Promise<undefined>((resolve) => ends.push(() => resolve(undefined))),
    });
    frameClock.request(true);
    frameClock.request();
    frameClock.request(true);
    frameClock.request();
    clock.advance(1000);
    expect(ends.length).toBe(1);
    ends[0]?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(ends.length).toBe(2);
    ends[1]?.();
    await Promise.resolve();
    await Promise.resolve();
    clock.advance(10_000);
    expect(ends.length).toBe(2);
  });

  it("goes on after a frame that failed", () => {
    const clock = createTestClock();
    let count = 0;
    const frameClock = createFrameClock({
      clock,
      paint() {
        count++;
        if (count === 1) throw new Error("a bug");
        return undefined;
      },
    });
    expect(() => frameClock.request(true)).toThrow("a bug");
    frameClock.request(true);
    expect(count).toBe(2);
  });

  it("stops", () => {
    const { clock, frames, frameClock } = setUp();
    frameClock.request();
    frameClock.stop();
    frameClock.request(true);
    clock.advance(1000);
    expect([frames.length, clock.waiting()]).toEqual([0, 0]);
  });
});
