import { expect, it } from "vitest";
import { createPace, inPieces } from "../../src/app/pace.ts";

function clock() {
  let now = 0;
  let rests = 0;
  const pass = (ms: number) => {
    now += ms;
  };
  const after = (_: number, run: () => void) => {
    rests += 1;
    queueMicrotask(run);
    return { cancel() {} };
  };
  return { clock: { now: () => now, after }, pass, rests: () => rests };
}

function* counting(to: number, pass: (ms: number) => void, left: () => void): Generator<number, string> {
  try {
    for (let step = 1; step <= to; step += 1) {
      pass(1);
      yield step;
    }
    return "all";
  } finally {
    left();
  }
}

it("lets everything else have its turn now and then", async () => {
  const { clock: host, pass, rests } = clock();
  let ends = 0;
  const result = await inPieces(
    counting(100, pass, () => (ends += 1)),
    createPace(host),
  );
  expect(result).toBe("all");
  expect(ends).toBe(1);
  expect(rests()).toBeGreaterThan(20);
  expect(rests()).toBeLessThanOrEqual(100);
});

it("leaves work that is enough, and whatever it holds", async () => {
  const { clock: host, pass } = clock();
  let ends = 0;
  const steps = counting(100, pass, () => (ends += 1));
  expect(await inPieces(steps, createPace(host), (step) => step > 10)).toBeUndefined();
  expect(ends).toBe(1);
});
