import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isFrame } from "../../src/context/select.ts";
import { safeTrim, trimOldest } from "../../src/context/trim.ts";
import { changed } from "../../src/model/history-change.ts";
import type { Message } from "../../src/model/message.ts";
import { readCases } from "../support/cases.ts";
import { assertSettled } from "../support/strict-history.ts";
import { histories } from "./arbitrary-history.ts";

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly content?: string;
  readonly text?: string;
}

interface ApiMessage {
  readonly role: string;
  readonly content: string | readonly Block[];
}

/** A message of the Messages API as ours: a result is a message of its own. */
function toMessages({ role, content }: ApiMessage): Message[] {
  if (typeof content === "string") return [{ role: "user", text: content }];
  if (role === "assistant") {
    return [
      {
        role,
        parts: content.map(({ id = "", text = "" }) =>
          id === "" ? { type: "text", text } : { type: "tool-call", call: { id, name: "x", input: {} } },
        ),
      },
    ];
  }
  return content.map((block): Message => {
    const { tool_use_id: callId = "", content: output = "", text = "" } = block;
    if (block.type !== "tool_result") return { role: "user", text };
    return { role: "tool", result: { callId, name: "x", output, isError: false } };
  });
}

const repairs = readCases("history_repair");
describe.skipIf(repairs.absent)(repairs.title, () => {
  const named = (operation: string) =>
    repairs.cases.filter(({ input }) => (input as { operation?: string }).operation === operation);

  test.each(named("find_safe_trim_count"))("$id", ({ input, expected }) => {
    const { messages, max_messages: max } = input as { messages: ApiMessage[]; max_messages: number };
    expect(safeTrim(messages.flatMap(toMessages), max)).toBe(expected);
  });

  test.each(named("is_safe_message_head"))("$id", ({ input, expected }) => {
    const { message } = input as { message: ApiMessage };
    const before: Message[] = [{ role: "user", text: "old" }];
    const after: Message[] = [{ role: "user", text: "now" }];
    const parts = toMessages(message);
    const kept = [...before, ...parts, ...after].slice(
      safeTrim([...before, ...parts, ...after], parts.length + 1),
    );
    // A message with a result and a text is two of ours: the text can come first, the result cannot.
    expect(kept.length > 1).toBe(expected);
  });
});

describe("trimming", () => {
  const pairs = (count: number): Message[] =>
    Array.from({ length: count }, (_, index): Message[] => [
      { role: "user", text: `u${index}` },
      { role: "assistant", parts: [{ type: "text", text: `a${index}` }] },
    ]).flat();

  it("does nothing up to the limit, and nothing without one", () => {
    expect(trimOldest(pairs(3), 6)).toBeUndefined();
    expect(trimOldest(pairs(300), 0)).toBeUndefined();
  });

  it("makes room for more than the next message", () => {
    const history = [...pairs(25), { role: "user", text: "now" } as const];
    expect(trimOldest(history, 50)).toEqual({ from: 0, removed: 12, inserted: [], reason: "trimmed" });
  });

  it("keeps a summary", () => {
    const summary: Message = { role: "system", text: "s", summary: true };
    const history = [summary, ...pairs(3), { role: "user", text: "now" } as const];
    const change = trimOldest(history, 6);
    expect(change).toMatchObject({ from: 0, inserted: [summary] });
    expect(changed(history, change ?? { from: 0, removed: 0, inserted: [], reason: "trimmed" })[1]).toEqual({
      role: "user",
      text: "u2",
    });
  });

  it("leaves of any history at most so many, or the current turn, and no call without its result", () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 30 }), (history, max) => {
        const change = trimOldest(history, max);
        if (!change) return;
        const left = changed(history, change);
        assertSettled(left);
        expect(left.find((message) => !isFrame(message))?.role).toBe("user");
        const turn = history.length - history.findLastIndex(({ role }) => role === "user");
        const summaries = history.filter(isFrame).length;
        expect(left.length).toBeLessThanOrEqual(Math.max(max, turn + summaries));
      }),
    );
  });
});
