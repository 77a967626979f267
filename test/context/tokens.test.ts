import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/context/tokens.ts";
import type { AssistantPart, Message } from "../../src/model/message.ts";
import { readCases } from "../support/cases.ts";

interface WireMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly name: string; readonly arguments: string }[];
}

const file = readCases("token_estimate");

/** The other cases are of heuristics for bare text, which the window of the context will need. */
const rows = file.cases.flatMap(({ id, input, expected }) => {
  const { messages } = input as { messages?: readonly WireMessage[] };
  return messages ? [{ id, messages, tokens: (expected as { tokens: number }).tokens }] : [];
});

describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => expect(rows.length).toBeGreaterThan(0));

  it.each(rows)("$id", ({ messages, tokens }) => {
    expect(estimateTokens(messages.map(fromWire))).toBe(tokens);
  });
});

function fromWire({ role, content, tool_calls = [] }: WireMessage): Message {
  if (role !== "assistant") return { role, text: content ?? "" };
  const calls = tool_calls.map(({ name, arguments: text }): AssistantPart => {
    return { type: "tool-call", call: { id: "1", name, input: JSON.parse(text) } };
  });
  return { role, parts: [...(content ? [{ type: "text" as const, text: content }] : []), ...calls] };
}

describe("estimateTokens", () => {
  it("of nothing is nothing", () => {
    expect(estimateTokens([])).toBe(0);
  });

  it("counts four characters a token and sixteen a message, over the whole", () => {
    expect(estimateTokens([{ role: "user", text: "" }])).toBe(4);
    expect(estimateTokens([{ role: "user", text: "abc" }])).toBe(4);
    const two: Message[] = [
      { role: "user", text: "ab" },
      { role: "system", text: "cd" },
    ];
    expect(estimateTokens(two)).toBe(9);
  });

  it("counts reasoning, calls and results", () => {
    const text = "x".repeat(40);
    const call = { id: "1", name: "bash", input: { command: text } };
    const result = { callId: "1", name: "bash", output: text, isError: false };
    expect(estimateTokens([{ role: "assistant", parts: [{ type: "reasoning", text }] }])).toBe(14);
    expect(estimateTokens([{ role: "assistant", parts: [{ type: "tool-call", call }] }])).toBe(18);
    expect(estimateTokens([{ role: "tool", result }])).toBe(14);
  });
});
