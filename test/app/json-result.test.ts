import { expect, it } from "vitest";
import { createResultCollector } from "../../src/app/json-result.ts";
import type { AgentEvent, TurnOutcome } from "../../src/model/event.ts";
import { noUsage } from "../../src/model/usage.ts";

function resultOf(...events: readonly AgentEvent[]) {
  const collector = createResultCollector();
  for (const event of events) collector.record({ seq: 1, task: "t", at: 0, event });
  return collector.result();
}

const finished = (outcome: TurnOutcome): AgentEvent => ({ type: "turn-finished", outcome, usage: noUsage });

it("says that nothing was run", () => {
  expect(resultOf()).toEqual({ outcome: "not-run", answer: "", requests: 0, tools: [] });
});

it("counts requests and tools", () => {
  const result = { callId: "c1", name: "bash", output: "long", isError: true };
  const events: AgentEvent[] = [
    { type: "request-started", iteration: 1 },
    { type: "tool-finished", result, fate: "denied" },
    { type: "request-started", iteration: 2 },
    finished({ kind: "answered", text: "Hi." }),
  ];
  expect(resultOf(...events)).toEqual({
    outcome: "answered",
    answer: "Hi.",
    requests: 2,
    tools: [{ name: "bash", fate: "denied", isError: true }],
    usage: noUsage,
  });
});

it.each([
  [
    { kind: "failed", cause: "auth", message: "no key" },
    { cause: "auth", message: "no key" },
  ],
  [
    { kind: "iteration-limit", iterations: 2, reason: "enough" },
    { cause: "iteration-limit", message: "enough" },
  ],
  [{ kind: "cancelled" }, undefined],
] as const)("of %o has the error %o and no answer", (outcome, error) => {
  const result = resultOf({ type: "text-delta", text: "half" }, finished(outcome));
  expect(result).toMatchObject({ outcome: outcome.kind, answer: "" });
  expect(result.error).toEqual(error);
});
