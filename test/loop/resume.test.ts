import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBus } from "../../src/loop/bus.ts";
import { lastPrompt, unfinishedTail } from "../../src/loop/resume.ts";
import { resumeTurn } from "../../src/loop/turn.ts";
import type { BackendEvent } from "../../src/model/backend.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import { changed } from "../../src/model/history-change.ts";
import type { AssistantMessage, Message } from "../../src/model/message.ts";
import { call, calls, fakeBackend, type Script, says } from "../support/fake-backend.ts";
import { fakeToolbox } from "../support/fake-toolbox.ts";
import { assertSettled } from "../support/strict-history.ts";
import { playTurn, roles, turnDeps } from "../support/turn.ts";

const user: Message = { role: "user", text: "hi" };
const answer: AssistantMessage = { role: "assistant", parts: [{ type: "text", text: "so" }] };
const calling: AssistantMessage = {
  role: "assistant",
  parts: [{ type: "tool-call", call: call("a", "c1") }],
};
const result: Message = { role: "tool", result: { callId: "c1", name: "a", output: "", isError: false } };
const nudge: Message = { role: "user", text: "Go on.", synthetic: true };

describe("what has to go before a turn is taken up", () => {
  it.each<[string, readonly Message[], number]>([
    ["nothing of a bare prompt", [user], 0],
    ["nothing of an empty history", [], 0],
    ["an answer that broke off", [user, { ...answer, interrupted: true }], 1],
    ["with the calls that never ran", [user, { ...calling, interrupted: true }, result], 2],
    ["not calls that did", [user, calling, result], 0],
    ["an answer that broke off after a call", [user, calling, result, { ...answer, interrupted: true }], 1],
    ["an answer that was cut too often", [user, answer, nudge, answer], 1],
  ])("%s", (_name, history, count) => expect(unfinishedTail(history)).toBe(count));
});

it("knows what the user asked last", () => {
  expect(lastPrompt([user, { role: "user", text: "and?" }, answer, nudge])?.text).toBe("and?");
  expect(lastPrompt([])).toBeUndefined();
});

async function resume(history: readonly Message[], ...scripts: readonly Script[]) {
  let messages = [...history];
  const events: AgentEvent[] = [];
  const bus = createBus(
    () => 0,
    (error) => {
      throw error;
    },
  );
  bus.subscribe(({ event }) => {
    events.push(event);
    if (event.type === "message-added") messages.push(event.message);
    if (event.type === "history-changed") messages = changed(messages, event.change);
  });
  const backend = fakeBackend(...scripts);
  const deps = turnDeps({ backend, toolbox: fakeToolbox({ a: "ran" }) });
  const outcome = await resumeTurn(
    { text: "hi" },
    history,
    deps,
    bus.emitterFor("t2"),
    new AbortController().signal,
  );
  return { outcome, events, messages, backend };
}

describe("taking a turn up again", () => {
  it("has the prompt once and does not run a tool twice", async () => {
    const broken: readonly BackendEvent[] = [
      { type: "text", text: "half" },
      { type: "failed", failure: { kind: "other", message: "No." } },
    ];
    const first = await playTurn({
      backend: fakeBackend(calls(call("a", "c1")), broken),
      toolbox: fakeToolbox({ a: "ran" }),
    });
    expect(roles(first.messages)).toEqual(["user", "assistant", "tool", "assistant"]);
    const { outcome, messages, events } = await resume(first.messages, says("whole"));
    expect(outcome).toEqual({ kind: "answered", text: "whole" });
    expect(roles(messages)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(events.slice(0, 2)).toEqual([
      { type: "turn-started", prompt: "hi", again: true },
      { type: "history-changed", change: { from: 3, removed: 1, inserted: [], reason: "resumed" } },
    ]);
  });

  const step = fc.constantFrom<Script>(
    calls(call("a", "c")),
    [
      { type: "text", text: "half" },
      { type: "failed", failure: { kind: "network", message: "Cut." } },
    ],
    [{ type: "failed", failure: { kind: "rate-limit", message: "Slow." } }],
    [
      { type: "tool-call", call: call("a", "x") },
      { type: "failed", failure: { kind: "other", message: "No." } },
    ],
    says("cut", "max-tokens"),
    says("no", "refusal"),
    [{ type: "done", stop: "end" }],
  );

  it("whatever went wrong, is accepted by the strictest provider and keeps every text once", async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const first = await playTurn({
        backend: fakeBackend(...steps),
        toolbox: fakeToolbox({ a: "ran" }),
        maxIterations: 6,
        atLimit: "stop",
      });
      assertSettled(first.messages);
      const { messages, backend, outcome } = await resume(first.messages, says("whole"));
      assertSettled(messages);
      expect(outcome).toEqual({ kind: "answered", text: "whole" });
      expect(backend.requests[0]?.messages.at(-1)?.role).not.toBe("assistant");
      expect(messages.filter((message) => message.role === "user" && !message.synthetic)).toHaveLength(1);
      expect(messages.filter((message) => message.role === "assistant" && message.interrupted)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
