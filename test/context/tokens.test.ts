import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sizeOf } from "../../src/context/size.ts";
import { estimateText, estimateTokens, estimateTools } from "../../src/context/tokens.ts";
import type { AssistantPart, Message } from "../../src/model/message.ts";
import { readCases } from "../support/cases.ts";
import { histories } from "./arbitrary-history.ts";

interface WireMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly name: string; readonly arguments: string }[];
}

const file = readCases("token_estimate");

const rows = file.cases.flatMap(({ id, input, expected }) => {
  const { messages } = input as { messages?: readonly WireMessage[] };
  return messages ? [{ id, messages, tokens: (expected as { tokens: number }).tokens }] : [];
});

const bareTexts = file.cases.flatMap(({ id, input, expected }) => {
  const { text, heuristic } = input as { text?: string; heuristic?: string };
  return text === undefined ? [] : [{ id, text, heuristic, expected }];
});

describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(bareTexts.length).toBeGreaterThan(0);
  });

  it.each(rows)("$id", ({ messages, tokens }) => {
    expect(estimateTokens(messages.map(fromWire))).toBe(tokens);
  });

  it.each(bareTexts.filter(({ heuristic }) => heuristic === undefined))("$id", ({ text, expected }) => {
    const { tokens, words, chars } = sizeOf({ role: "user", text });
    expect({ tokens, words, chars }).toEqual(expected);
  });

  it.each(bareTexts.filter(({ heuristic }) => heuristic !== undefined))("$id", ({ text, expected }) => {
    expect(estimateText(text)).toBe((expected as { tokens: number }).tokens);
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

  it("never falls when something is added", () => {
    const texts = fc.string({ unit: "binary", maxLength: 50 });
    fc.assert(
      fc.property(histories, texts, texts, (history, text, more) => {
        const shorter = estimateTokens([...history, { role: "user", text }]);
        expect(shorter).toBeGreaterThanOrEqual(estimateTokens(history));
        const longer = estimateTokens([...history, { role: "user", text: `${text} ${more}` }]);
        expect(longer).toBeGreaterThanOrEqual(shorter);
      }),
    );
  });

  it("counts what tools say of themselves", () => {
    const tool = { name: "read", description: "x".repeat(20), schema: { type: "object" }, confirm: false };
    expect(estimateTools([tool, tool])).toBe(Math.ceil((2 * (4 + 20 + 17)) / 4));
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
