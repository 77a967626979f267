import { describe, expect, it } from "vitest";
import {
  noticeLine,
  outcomeLine,
  questionLines,
  tokenLine,
  toolFinishedLines,
  toolStartedLine,
  viewLine,
} from "../../../src/display/append/lines.ts";
import type { ViewAction } from "../../../src/model/event.ts";
import type { Question } from "../../../src/model/question.ts";
import type { PreviewField } from "../../../src/model/tool.ts";
import { readCases } from "../../support/cases.ts";

const esc = String.fromCharCode(27);
const usage = { input: 42, output: 15, cacheRead: 0, cacheWrite: 0 };
const result = (output: string, isError = false) => ({ callId: "1", name: "bash", output, isError });

const file = readCases("display");
const tokenLines = file.cases.filter(({ id }) => id === "token-line-seed");

describe.skipIf(file.absent)(file.title, () => {
  it("has a token line", () => expect(tokenLines).toHaveLength(1));

  it.each(tokenLines)("$id", ({ input, expected }) => {
    expect(tokenLine({ ...usage, ...(input as object) })).toBe(`${expected}\n`);
  });
});

describe("tokenLine", () => {
  it("counts what was cached as input, and says so", () => {
    expect(tokenLine({ input: 1, output: 2, cacheRead: 10, cacheWrite: 100 })).toBe(
      "  [Tokens: {input: 111, output: 2, cached: 10}]\n",
    );
  });

  it("says when it is a guess", () => {
    expect(tokenLine({ ...usage, estimated: true })).toBe("  [Tokens: {input: 42, output: 15}, estimated]\n");
  });
});

describe("a tool", () => {
  it("is announced on one line", () => {
    expect(toolStartedLine({ title: `bash a\nb${esc}`, fields: [] })).toBe("[Tool: bash a\\nb^[]\n");
  });

  it("shows what it gave", () => {
    expect(toolFinishedLines(result("one\ntwo\n\n"), "ran")).toBe("[Tool bash result]\n  one\n  two\n");
    expect(toolFinishedLines(result("oh\rno", true), "ran")).toBe("[Tool bash failed]\n  oh^Mno\n");
  });

  it("that gave nothing says so", () => {
    expect(toolFinishedLines(result("\n"), "ran")).toBe("[Tool bash result]\n  [no output]\n");
  });

  it.each([
    [12, ""],
    [13, "  [1 more line]\n"],
    [20, "  [8 more lines]\n"],
  ])("shows twelve of %i lines", (count, note) => {
    const shown = toolFinishedLines(result("x\n".repeat(count)), "ran");
    expect(shown).toBe(`[Tool bash result]\n${"  x\n".repeat(12)}${note}`);
  });

  it.each([
    ["refused", "was refused"],
    ["denied", "was not run"],
    ["interrupted", "was interrupted"],
    ["not-started", "was not started"],
  ] as const)("that was %s says so", (fate, words) => {
    expect(toolFinishedLines(result("why\nnot"), fate)).toBe(`[Tool bash ${words}: why\\nnot]\n`);
  });
});

const ask = (...fields: PreviewField[]): Question => ({
  kind: "tool",
  call: { id: "1", name: "bash", input: {} },
  preview: { title: "bash", fields },
});

describe("a question", () => {
  it("shows the exact value, quoted", () => {
    expect(questionLines(ask({ label: "command", value: 'echo "a" \t' }), "/work")).toBe(
      '[Approval needed: bash]\n  command: "echo \\"a\\" \\t"\n  directory: "/work"\n',
    );
  });

  it("shows what is invisible, and tells it from text that looks like it", () => {
    expect(questionLines(ask({ label: "path", value: "a\u202Eb\u200B" }), "/work")).toContain(
      '"a\\u{202e}b\\u{200b}"',
    );
    expect(questionLines(ask({ label: "path", value: "a\\u{202e}b" }), "/work")).toContain('"a\\\\u{202e}b"');
    expect(questionLines(ask({ label: "command", value: `ls\r${esc}[8mrm` }), "/work")).toContain(
      '"ls\\r\\u001b[8mrm"',
    );
  });

  it("keeps the lines of a long value and counts them, whole", () => {
    const value = `${"line\r\n".repeat(300)}${esc}end`;
    const shown = questionLines(ask({ label: "content", value }), "/work");
    expect(shown).toContain("  content (301 lines):\n    line^M\n");
    expect(shown.match(/ {4}line\^M\n/g)).toHaveLength(300);
    expect(shown.endsWith('    ^[end\n  directory: "/work"\n')).toBe(true);
  });

  it("never shortens", () => {
    const value = `${" ".repeat(50_000)}; rm -rf /`;
    expect(questionLines(ask({ label: "command", value }), "/work")).toContain(`"${value}"`);
  });

  it("about going on is one line", () => {
    expect(questionLines({ kind: "pause", reason: "Pausing after\n10" }, "/work")).toBe(
      "[Pausing after\\n10]\n",
    );
  });
});

describe("noticeLine", () => {
  it.each([
    ["info", "[x^H]\n"],
    ["warning", "[Warning: x^H]\n"],
    ["error", "[Error: x^H]\n"],
  ] as const)("%s", (level, line) => {
    expect(noticeLine({ type: "notice", level, text: "x\b" })).toBe(line);
  });
});

describe("outcomeLine", () => {
  it("has nothing to add to an answer", () => {
    expect(outcomeLine({ kind: "answered", text: "4" })).toBeUndefined();
  });

  it("names what went otherwise", () => {
    expect(outcomeLine({ kind: "cancelled" })).toBe("[operation cancelled by user]\n");
    expect(outcomeLine({ kind: "failed", cause: "auth", message: `no${esc}` })).toBe("[Error: no^[]\n");
    expect(outcomeLine({ kind: "iteration-limit", iterations: 3, reason: "limit" })).toBe(
      "[Stopped: limit]\n",
    );
  });
});

describe("viewLine", () => {
  it.each<ViewAction>([
    { kind: "scroll", by: "half-pages", count: 1 },
    { kind: "go", to: "top" },
    { kind: "find", text: "x" },
    { kind: "expand", expanded: true },
    { kind: "keys" },
  ])("$kind is answered with one sentence", (action) => {
    expect(viewLine(action)).toMatch(/^\[[A-Z][^\n]+\.\]\n$/);
  });
});
