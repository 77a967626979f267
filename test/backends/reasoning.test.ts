import { describe, expect, test } from "vitest";
import {
  isReasoningKey,
  reasoningDelta,
  reasoningText,
  reasoningTraces,
} from "../../src/backends/reasoning.ts";
import { readCases } from "../support/cases.ts";

interface Input {
  readonly key?: string;
  readonly value?: unknown;
  readonly extra?: Readonly<Record<string, unknown>>;
}

const { title, absent, cases } = readCases("reasoning");

describe.skipIf(absent)(title, () => {
  const table = cases.flatMap(({ id, input, expected }) =>
    typeof input === "object" ? [{ id, input: input as Input, expected }] : [],
  );

  test("there are cases", () => expect(table.length).toBeGreaterThan(10));

  test.each(table)("$id", ({ input: { key, value, extra }, expected }) => {
    if (key !== undefined) expect({ is_reasoning: isReasoningKey(key) }).toEqual(expected);
    else if (extra === undefined) expect({ text: reasoningText(value) ?? null }).toEqual(expected);
    else if (expected === "shown once") expect(reasoningTraces(extra)).toHaveLength(1);
    else expect(reasoningTraces(extra)).toEqual(expected);
  });
});

describe("a whole value", () => {
  test.each([
    [null, undefined],
    [undefined, undefined],
    ["", undefined],
    ["None", undefined],
    ["NULL", undefined],
    [true, undefined],
    [[], undefined],
    [{ id: "rs_1", type: "reasoning", status: "done" }, undefined],
    [" plain ", "plain"],
    ["[not json]", "[not json]"],
    [["a", "b", "a"], "a\nb"],
    [{ content: [{ type: "reasoning_text", text: "deep" }] }, "deep"],
    [{ reasoning_content: { text: "deep" } }, "deep"],
    [{ encrypted_content: "xyz", thought_signature: "abc" }, undefined],
    ['{"thinking":"in JSON"}', "in JSON"],
  ])("%j says %j", (value, text) => {
    expect(reasoningText(value)).toBe(text);
  });

  test("a tree without end is given up", () => {
    const deep = JSON.parse(`${"[".repeat(500)}"x"${"]".repeat(500)}`);
    expect(reasoningText(deep)).toBeUndefined();
  });
});

describe("a piece of a stream", () => {
  test.each([
    [{ content: "a" }, ""],
    [{ reasoning_content: " so\n" }, " so\n"],
    [{ reasoning: "\n" }, "\n"],
    [{ thinking: "[]" }, "[]"],
    [{ reasoning: null, thoughts: "b" }, "b"],
    [{ reasoning: " x", reasoning_details: [{ type: "reasoning.text", text: " x", index: 0 }] }, " x"],
    [{ reasoning_details: [{ type: "reasoning.encrypted", data: "xyz" }] }, ""],
    [{ thought_signature: "abc", reasoning_encrypted: "d" }, ""],
    [{ reasoning_tokens: 5 }, ""],
  ])("%j says %j", (delta, text) => {
    expect(reasoningDelta(delta)).toBe(text);
  });
});
