import { expect, it } from "vitest";
import { createStreaming } from "../../src/app/streaming.ts";
import type { AgentEvent } from "../../src/model/event.ts";

const delta = (text: string): AgentEvent => ({ type: "text-delta", text });
const thought = (text: string): AgentEvent => ({ type: "reasoning-delta", text });
const end: AgentEvent = { type: "response-finished", iteration: 1, stop: "end" };

function told(on: boolean, events: readonly AgentEvent[]): readonly AgentEvent[] {
  const seen: AgentEvent[] = [];
  const streaming = createStreaming();
  streaming.set(on);
  const emit = streaming.gathering((event) => seen.push(event));
  for (const event of events) emit(event);
  return seen;
}

it("passes on what comes while answers are shown as they come", () => {
  const events = [delta("a"), delta("b"), end];
  expect(told(true, events)).toEqual(events);
});

it("tells an answer at once where it is to be shown whole", () => {
  const events = [thought("h"), thought("m"), delta("a"), delta("b"), end];
  expect(told(false, events)).toEqual([thought("hm"), delta("ab"), end]);
});

it("says nothing of an answer that begins anew", () => {
  const retrying = { type: "retrying", attempt: 1, of: 5, waitMs: 1, reason: "No.", dropped: true } as const;
  expect(told(false, [delta("a"), retrying, delta("b"), end])).toEqual([retrying, delta("b"), end]);
});
