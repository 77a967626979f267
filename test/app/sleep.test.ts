import { expect, it } from "vitest";
import { sleep } from "../../src/app/sleep.ts";
import { createManualClock } from "../display/append/manual-clock.ts";

function start(signal: AbortSignal) {
  const clock = createManualClock();
  let over = false;
  const done = sleep(clock)(100, signal).then(() => {
    over = true;
  });
  const isOver = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return over;
  };
  return { clock, done, isOver };
}

it("ends when the time is over, not before", async () => {
  const { clock, isOver } = start(new AbortController().signal);
  clock.advance(99);
  expect(await isOver()).toBe(false);
  clock.advance(1);
  expect(await isOver()).toBe(true);
});

it("ends when it is called off, and leaves no timer", async () => {
  const controller = new AbortController();
  const { clock, done } = start(controller.signal);
  controller.abort();
  await done;
  expect(clock.pending()).toBe(0);
});

it("does not begin when it was called off before", async () => {
  const { clock, done } = start(AbortSignal.abort());
  await done;
  expect(clock.pending()).toBe(0);
});
