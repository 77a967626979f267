import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/model/event.ts";
import { noUsage, type Usage } from "../../src/model/usage.ts";
import { mostSamples, noSamples, reduceUsage, type UsageSamples } from "../../src/view/usage-samples.ts";
import { usageText } from "../../src/view/usage-text.ts";

type Step = readonly [at: number, event: AgentEvent, task?: string];

const unknown = () => undefined;
const perToken = (usage: Usage) => (usage.input + usage.output) / 1000;

function reduce(
  steps: readonly Step[],
  costOf: (usage: Usage) => number | undefined = unknown,
): UsageSamples {
  return steps.reduce(
    (state, [at, event, task = "t1"], seq) => reduceUsage(state, { seq, task, at, event }, costOf),
    noSamples,
  );
}

const started: AgentEvent = { type: "request-started", iteration: 1 };
const delta: AgentEvent = { type: "text-delta", text: "x" };
const ended: AgentEvent = { type: "turn-finished", outcome: { kind: "cancelled" }, usage: noUsage };
const used = (input: number, output: number, more: Partial<Usage> = {}): AgentEvent => ({
  type: "usage",
  usage: { ...noUsage, input, output, ...more },
});

describe("samples of the usage", () => {
  it("hold tokens, cost and times of each request", () => {
    const usage = reduce(
      [
        [100, started],
        [350, delta],
        [600, delta],
        [1100, used(90, 10)],
      ],
      perToken,
    );
    expect(usage.samples).toMatchObject([
      { number: 1, cost: 0.1, costSoFar: 0.1, tokensSoFar: 100, firstMs: 250, totalMs: 1000 },
    ]);
    expect(usage).toMatchObject({ count: 1, cost: 0.1, total: { input: 90, output: 10 } });
    expect(usage.open.size).toBe(0);
  });

  it("do not mix up tasks", () => {
    const usage = reduce([
      [0, started, "a"],
      [10, started, "b"],
      [50, used(1, 1), "b"],
      [90, used(2, 2), "a"],
    ]);
    expect(usage.samples.map(({ totalMs }) => totalMs)).toEqual([40, 90]);
  });

  it("tell apart what was asked beside the conversation: it says nothing of its size", () => {
    const inFront = reduce([
      [0, started],
      [50, used(1000, 0)],
    ]);
    const beside = (at: number, event: AgentEvent) =>
      ({ seq: 1, task: "#1", background: true, at, event }) as const;
    const usage = [beside(60, started), beside(70, used(7, 0))].reduce(
      (state, envelope) => reduceUsage(state, envelope, unknown),
      inFront,
    );
    expect(usage.total.input).toBe(1007);
    expect(usageText(usage, { width: 80, contextWindow: 2000, rows: 5 })).toContain(
      "Context: 1k of 2k tokens, 50%",
    );
  });

  it("forget a request that was cancelled", () => {
    const usage = reduce([
      [0, started],
      [5, ended],
      [9, used(1, 1)],
    ]);
    expect(usage).toMatchObject({ count: 0, samples: [] });
    expect(usage.open.size).toBe(0);
  });

  it("bill nobody for estimates, and never take an unknown price for nothing", () => {
    const estimate = used(50, 50, { estimated: true });
    expect(
      reduce(
        [
          [0, started],
          [1, estimate],
        ],
        perToken,
      ),
    ).toMatchObject({
      cost: 0,
      total: { input: 50, output: 50 },
      guessed: { input: 50, output: 50 },
      samples: [{ tokensSoFar: 100, costSoFar: 0 }],
    });
    expect(
      reduce([
        [0, started],
        [1, estimate],
      ]).cost,
    ).toBeUndefined();
    const mixed = reduce(
      [
        [0, started],
        [1, used(1, 1)],
        [2, started],
        [3, used(2, 2)],
      ],
      (usage) => (usage.input === 1 ? undefined : 1),
    );
    expect(mixed.cost).toBeUndefined();
  });

  it("are bounded, and the totals are not", () => {
    const many = Array.from({ length: 500 }, (_, index): readonly Step[] => [
      [index, started],
      [index, used(1, 1)],
    ]).flat();
    const usage = reduce(many);
    expect(usage.samples).toHaveLength(mostSamples);
    expect(usage.samples.at(-1)?.number).toBe(500);
    expect(usage).toMatchObject({ count: 500, total: { input: 500, output: 500 } });
  });

  it("stay the same object where nothing changes", () => {
    const usage = reduce([
      [0, started],
      [1, delta],
    ]);
    expect(reduceUsage(usage, { seq: 1, task: "t1", at: 9, event: delta }, unknown)).toBe(usage);
    expect(reduceUsage(usage, { seq: 1, task: "t1", at: 9, event: { type: "idle" } }, unknown)).toBe(usage);
  });
});

describe("the usage as text", () => {
  const two = reduce(
    [
      [0, started],
      [500, delta],
      [1000, used(900, 100)],
      [2000, started],
      [5000, used(400, 100)],
    ],
    perToken,
  );

  it("has totals, averages, the context and bars", () => {
    expect(usageText(two, { width: 60, contextWindow: 1000, rows: 10 })).toEqual([
      "Session: 2 requests, 1.3k in, 200 out, $1.50",
      "Average: 100 out, 2.0 s a request",
      "Context: 500 of 1k tokens, 50%",
      "",
      "   #    in   out    cost   first    time  tokens",
      "   1   900   100   $1.00   0.5 s   1.0 s  ##################",
      "   2   400   100   $0.50       -   3.0 s  #########",
    ]);
  });

  it("marks totals of which a part is a guess", () => {
    const guessed = reduce(
      [
        [0, started],
        [1000, used(900, 100)],
        [2000, started],
        [5000, used(400, 100, { estimated: true })],
      ],
      perToken,
    );
    const lines = usageText(guessed, { width: 60, contextWindow: 1000, rows: 10 });
    expect(lines.slice(0, 2)).toEqual([
      "Session: 2 requests, ~1.3k in, ~200 out, $1.00",
      "Average: ~100 out, 2.0 s a request",
    ]);
  });

  it("is never wider than asked, and does without bars and old rows", () => {
    const lines = usageText(two, { width: 40, contextWindow: undefined, rows: 1 });
    expect(lines.slice(2)).toEqual([
      "Context: 500 tokens",
      "",
      "   #    in   out    cost   first    time",
      "   2   400   100   $0.50       -   3.0 s",
    ]);
    for (const line of usageText(two, { width: 12, contextWindow: 5, rows: 9 }).slice(3)) {
      expect(line.length).toBeLessThanOrEqual(12);
    }
  });

  it("says when there is nothing yet", () => {
    expect(usageText(noSamples, { width: 80, contextWindow: 5, rows: 5 })).toEqual([
      "No request has been answered yet.",
    ]);
  });
});
