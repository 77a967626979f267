import { describe, expect, it } from "vitest";
import { createConversation } from "../../src/app/conversation.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import type { Message } from "../../src/model/message.ts";
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
  const change = { from: 0, removed: 1, inserted: [], reason: "cleared" } as const;
  conversation.record({ seq: 2, task: "t", at: 0, event: { type: "history-changed", change } });
  expect(conversation.history()).toEqual([]);
  expect(before).toHaveLength(1);
  expect(conversation.usage().total).toEqual(usage);
});

it("knows what was written before the last switch, wherever it has moved to", () => {
  const added = { type: "message-added", message: { role: "user", text: "hi" } } as const;
  const conversation = play(added, added, added);
  conversation.switched();
  conversation.record({ seq: 4, task: "t", at: 0, event: added });
  const summary = { role: "user", text: "in short", synthetic: true } as const;
  const change = { from: 0, removed: 2, inserted: [summary], reason: "compacted" } as const;
  conversation.record({ seq: 5, task: "t", at: 0, event: { type: "history-changed", change } });
  expect(conversation.foreign()).toBe(2);
  expect(conversation.history()).toHaveLength(3);
});

describe("a conversation that is still in the file", () => {
  const said: readonly Message[] = ["a", "b", "c"].map((text) => ({ role: "user", text }));

  function adopted() {
    let reads = 0;
    const conversation = createConversation();
    const read = () => {
      reads += 1;
      return [...said];
    };
    const undone = { from: 1, removed: 0, inserted: [7], reason: "undone" } as const;
    conversation.adopt({
      messages: { count: said.length, read, load: async () => read() },
      foreign: 1,
      usage: { total: noUsage, last: undefined },
      undo: {
        entries: [{ change: undone, of: "deleted" }],
        read: (kept) => kept.map((each) => ({ role: "user", text: `line ${each}` })),
      },
    });
    return { conversation, reads: () => reads };
  }

  it("is counted without being read, and read once when it is wanted", async () => {
    const { conversation, reads } = adopted();
    expect(conversation.count()).toBe(3);
    expect(reads()).toBe(0);
    expect(conversation.history()).toEqual(said);
    await conversation.load();
    expect(conversation.history()).toEqual(said);
    expect(reads()).toBe(1);
  });

  it("goes on where it was loaded", async () => {
    const { conversation, reads } = adopted();
    await conversation.load();
    const added = { type: "message-added", message: { role: "user", text: "d" } } as const;
    conversation.record({ seq: 1, task: "t", at: 0, event: added });
    expect(conversation.history()).toHaveLength(4);
    expect(reads()).toBe(1);
  });

  it("takes back what was changed before, from the file", () => {
    const { conversation } = adopted();
    const change = conversation.undoable()?.change;
    if (!change) throw new Error("nothing to undo");
    expect(change.inserted).toEqual([{ role: "user", text: "line 7" }]);
    conversation.record({ seq: 1, task: "t", at: 0, event: { type: "history-changed", change } });
    expect(conversation.history().map((message) => "text" in message && message.text)).toEqual([
      ...["a", "line 7", "b", "c"],
    ]);
    expect(conversation.undoable()).toBeUndefined();
  });
});

it("is settled without the turn that is running", () => {
  const message = (text: string) => ({ type: "message-added", message: { role: "user", text } }) as const;
  const conversation = play(message("one"), { type: "turn-started", prompt: "two" }, message("two"), {
    type: "history-changed",
    change: { from: 0, removed: 1, inserted: [], reason: "trimmed" },
  });
  expect(conversation.history()).toHaveLength(1);
  expect(conversation.settled()).toEqual([]);
  const outcome = { kind: "answered", text: "" } as const;
  conversation.record({ seq: 9, task: "t", at: 0, event: { type: "turn-finished", outcome, usage } });
  expect(conversation.settled()).toEqual(conversation.history());
});

it("adds up what was taken beside it, which says nothing of its size", () => {
  const conversation = play({ type: "usage", usage });
  conversation.countAside({ ...usage, input: 10 });
  expect(conversation.usage()).toEqual({
    total: { ...usage, input: 11, output: 4, cacheRead: 6, cacheWrite: 8 },
    last: usage,
  });
});
