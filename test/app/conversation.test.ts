import { expect, it } from "vitest";
import { createConversation } from "../../src/app/conversation.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import { noUsage } from "../../src/model/usage.ts";

function play(...events: readonly AgentEvent[]) {
  const conversation = createConversation();
  for (const event of events) conversation.record({ seq: 1, task: "t", at: 0, event });
  return conversation;
}

const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };

it("keeps the messages, not the deltas", () => {
  const message = { role: "user", text: "hi" } as const;
  const { history } = play({ type: "text-delta", text: "x" }, { type: "message-added", message });
  expect(history()).toEqual([message]);
});

it("adds up what was counted, and not what was guessed", () => {
  const guess = { ...usage, input: 100, estimated: true } as const;
  const events = [usage, usage, guess].map((counted) => ({ type: "usage", usage: counted }) as const);
  expect(play(...events).usage()).toEqual({
    total: { input: 2, output: 4, cacheRead: 6, cacheWrite: 8 },
    last: guess,
  });
  expect(play().usage()).toEqual({ total: noUsage, last: undefined });
});

it("forgets the messages and keeps the counts when it is cleared; what was taken before stays whole", () => {
  const conversation = play(
    { type: "message-added", message: { role: "user", text: "hi" } },
    { type: "usage", usage },
  );
  const before = conversation.history();
  conversation.clear();
  expect(conversation.history()).toEqual([]);
  expect(before).toHaveLength(1);
  expect(conversation.usage().total).toEqual(usage);
});
