import { expect, test } from "vitest";
import type { AgentEvent } from "../../src/model/event.ts";
import { noUsage } from "../../src/model/usage.ts";
import { type Activity, idle, reduceActivity } from "../../src/view/activity.ts";

/** The events come a second apart, the first one at 1000. */
function after(...events: readonly AgentEvent[]): Activity {
  return events.reduce<Activity>(
    (activity, event, index) =>
      reduceActivity(activity, { seq: index, task: "t1", at: (index + 1) * 1000, event }),
    idle,
  );
}

const call = (id: string) => ({ id, name: "bash", input: {} });
const started = (id: string): AgentEvent => ({
  type: "tool-started",
  call: call(id),
  preview: { title: `bash: ${id}`, fields: [] },
});
const finished = (id: string): AgentEvent => ({
  type: "tool-finished",
  result: { callId: id, name: "bash", output: "", isError: false },
  fate: "ran",
});
const request: AgentEvent = { type: "request-started", iteration: 1 };
const text = (words: string): AgentEvent => ({ type: "text-delta", text: words });
const question: AgentEvent = {
  type: "approval-requested",
  id: "q1",
  question: { kind: "tool", call: call("1"), preview: { title: "bash", fields: [] } },
};
const answered = (id: string): AgentEvent => ({
  type: "approval-answered",
  id,
  answer: { verdict: "allow" },
});

test("nothing is idle", () => {
  expect(after()).toEqual({ kind: "idle" });
});

test("a request is a call until text comes", () => {
  expect(after({ type: "turn-started", prompt: "hi" })).toEqual({ kind: "calling", since: 1000 });
  expect(after(request)).toEqual({ kind: "calling", since: 1000 });
  expect(after(request, text(""))).toEqual({ kind: "calling", since: 1000 });
});

test("text is counted, and what it is noticed", () => {
  expect(after(request, { type: "reasoning-delta", text: "hm" })).toEqual({
    kind: "streaming",
    since: 1000,
    firstAt: 2000,
    characters: 2,
    thinking: true,
  });
  expect(after(request, { type: "reasoning-delta", text: "hm" }, text("four"))).toMatchObject({
    since: 1000,
    firstAt: 2000,
    characters: 6,
    thinking: false,
  });
});

test("a new request counts anew", () => {
  expect(after(request, text("four"), request, text("x"))).toMatchObject({ since: 3000, characters: 1 });
});

test("tools run side by side", () => {
  const both = after(request, started("1"), started("2"));
  expect(both).toEqual({
    kind: "running",
    since: 2000,
    tools: [
      { callId: "1", title: "bash: 1" },
      { callId: "2", title: "bash: 2" },
    ],
  });
  expect(after(request, started("1"), started("2"), finished("1"))).toMatchObject({
    since: 2000,
    tools: [{ callId: "2" }],
  });
  expect(after(request, started("1"), finished("1"))).toEqual({ kind: "working", since: 3000 });
});

test("a call that never ran changes nothing", () => {
  const running = after(request, started("1"));
  expect(reduceActivity(running, { seq: 9, task: "t1", at: 9000, event: finished("2") })).toBe(running);
  const calling = after(request);
  expect(reduceActivity(calling, { seq: 9, task: "t1", at: 9000, event: finished("2") })).toBe(calling);
});

test("a question is waited for until it is answered, and no other", () => {
  const waiting = { kind: "waiting", since: 2000, id: "q1", about: "tool" };
  expect(after(request, question)).toEqual(waiting);
  expect(after(request, question, answered("q0"))).toEqual(waiting);
  expect(after(request, question, answered("q1"))).toEqual({ kind: "working", since: 3000 });
});

test("a retry says when", () => {
  const retry: AgentEvent = { type: "retrying", attempt: 2, of: 5, waitMs: 5000, reason: "Overloaded." };
  expect(after(request, retry)).toEqual({
    kind: "retrying",
    since: 2000,
    attempt: 2,
    of: 5,
    waitMs: 5000,
    reason: "Overloaded.",
  });
  expect(after(request, retry, text("x"))).toMatchObject({ kind: "streaming", since: 3000, characters: 1 });
});

test.each<AgentEvent>([
  { type: "turn-finished", outcome: { kind: "cancelled" }, usage: noUsage },
  { type: "idle" },
])("$type ends it", (end) => {
  expect(after(request, started("1"), end)).toBe(idle);
});

test.each<AgentEvent>([
  { type: "tool-output", callId: "1", text: "x" },
  { type: "notice", level: "info", text: "x" },
  { type: "usage", usage: noUsage },
])("$type leaves it as it is", (event) => {
  const running = after(request, started("1"));
  expect(reduceActivity(running, { seq: 9, task: "t1", at: 9000, event })).toBe(running);
});
