import { describe, expect, it } from "vitest";
import { noFacts, reduceFacts } from "../../../src/display/fullscreen/facts.ts";
import type { AgentEvent, Envelope } from "../../../src/model/event.ts";

let seq = 0;
function envelope(event: AgentEvent): Envelope {
  seq += 1;
  return { seq, task: "t1", at: 1000 + seq, event };
}

const reduce = (...events: readonly AgentEvent[]) => events.map(envelope).reduce(reduceFacts, noFacts);
const counted = { input: 10, output: 5, cacheRead: 100, cacheWrite: 20 };

describe("what the status bar is told", () => {
  it("adds up what the provider counted, and takes the context of the last request", () => {
    const facts = reduce(
      { type: "usage", usage: counted },
      { type: "usage", usage: { ...counted, output: 7 } },
    );
    expect(facts.total).toEqual({ input: 20, output: 12, cacheRead: 200, cacheWrite: 40 });
    expect(facts.contextUsed).toBe(137);
  });

  it("never adds a guess to the sums", () => {
    const facts = reduce(
      { type: "usage", usage: counted },
      { type: "usage", usage: { ...counted, input: 50, estimated: true } },
    );
    expect(facts.total).toEqual(counted);
    expect(facts.guessed).toEqual({ ...counted, input: 50 });
    expect(facts).toMatchObject({ contextUsed: 175, contextEstimated: true });
  });

  it("tells what is left of the context after a change, as a guess", () => {
    const cleared = { from: 0, removed: 2, inserted: [], reason: "cleared" } as const;
    const used: AgentEvent = { type: "usage", usage: counted };
    expect(reduce(used, { type: "history-changed", change: cleared })).toMatchObject({
      contextUsed: 0,
      contextEstimated: true,
    });
    const compacted = { ...cleared, reason: "compacted" } as const;
    const shorter = reduce(
      used,
      { type: "compacting", messages: 2 },
      { type: "usage", usage: { ...counted, input: 9000 } },
      { type: "history-changed", change: compacted },
      { type: "compacted", messages: 2, before: 100, after: 40 },
    );
    expect(shorter).toMatchObject({ contextUsed: 75, contextEstimated: true });
    expect(shorter.total.input).toBe(9010);
  });

  it("follows what is being done", () => {
    const started = reduce({ type: "turn-started", prompt: "hi" });
    expect(started.activity.kind).toBe("calling");
    const ended = reduceFacts(started, envelope({ type: "idle" }));
    expect(ended.activity.kind).toBe("idle");
  });

  it("is the same object when nothing changed", () => {
    expect(reduceFacts(noFacts, envelope({ type: "notice", level: "info", text: "x" }))).toBe(noFacts);
  });
});
