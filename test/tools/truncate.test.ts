import { describe, expect, it } from "vitest";
import { safePrefix, truncateAnswer } from "../../src/tools/truncate.ts";
import { readCases } from "../support/cases.ts";

const plain = (output: string) => ({ output, isError: false });

const file = readCases("tool_truncate");

/** The other cases are of another program (bytes, "...[truncated]") or ask for limits per tool, a setting we lack. */
const rows = file.cases.flatMap(({ id, input, expected }) => {
  const { length, limit, tool } = input as { length?: number; limit?: number; tool?: string };
  if (length === undefined || limit === undefined || tool === undefined) return [];
  return [{ id, length, limit, tool, expected: expected as { kept_chars: number; suffix: string | null } }];
});

describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => expect(rows.length).toBeGreaterThan(0));
  it.each(rows)("$id", ({ length, limit, tool, expected }) => {
    const { output, truncatedFrom } = truncateAnswer(plain("x".repeat(length)), limit, tool);
    expect(output).toBe("x".repeat(expected.kept_chars) + (expected.suffix ?? ""));
    expect(truncatedFrom).toBe(expected.suffix === null ? undefined : length);
  });
});

describe("truncateAnswer", () => {
  it("leaves output of exactly the limit alone", () => {
    expect(truncateAnswer(plain("12345"), 5, "t")).toEqual({ output: "12345", isError: false });
  });

  it("never ends in half a character, and counts what it shows", () => {
    const { output } = truncateAnswer(plain("ab😀cd"), 3, "t");
    expect(output).toBe("ab\n\n[OUTPUT TRUNCATED: Showing 2 of 6 characters from t]");
  });

  it("states what the tool saw, not what it kept", () => {
    const answer = { output: "x".repeat(10), isError: false, totalChars: 1_234_567 };
    const result = truncateAnswer(answer, 0, "bash");
    expect(result.output).toContain("Showing 10 of 1,234,567 characters from bash");
    expect(result.truncatedFrom).toBe(1_234_567);
  });

  it.each([
    [999, "999"],
    [1000, "1,000"],
    [1_234_567_890, "1,234,567,890"],
  ])("groups the digits of %i", (totalChars, expected) => {
    expect(truncateAnswer({ ...plain("x"), totalChars }, 0, "t").output).toContain(
      `Showing 1 of ${expected} `,
    );
  });

  it("keeps the footer whole, below the note", () => {
    const { output, isError } = truncateAnswer(
      { output: "xxxxx", isError: true, footer: "[exit code 3]" },
      2,
      "bash",
    );
    expect(output).toBe("xx\n\n[OUTPUT TRUNCATED: Showing 2 of 5 characters from bash]\n[exit code 3]");
    expect(isError).toBe(true);
  });

  it.each([
    ["a", "a\nend"],
    ["a\n", "a\nend"],
    ["", "end"],
  ])("puts the footer of %j on its own line", (output, expected) => {
    expect(truncateAnswer({ output, isError: false, footer: "end" }, 100, "t").output).toBe(expected);
  });
});

describe("safePrefix", () => {
  it.each([
    ["😀", 0, ""],
    ["😀", 1, ""],
    ["😀", 2, "😀"],
    ["a😀b", 3, "a😀"],
    ["\ud83dx", 1, "\ud83d"],
  ])("of %j at %i", (text, limit, expected) => expect(safePrefix(text, limit)).toBe(expected));
});
