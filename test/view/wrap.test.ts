import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Line } from "../../src/view/line.ts";
import { expandTabs } from "../../src/view/safe-text.ts";
import { sanitise, sanitiseLine } from "../../src/view/sanitise.ts";
import { type Cut, clipLine, cropLine, lineText, lineWidth, wrap } from "../../src/view/wrap.ts";
import { readCases } from "../support/cases.ts";

function line(...texts: readonly string[]): Line {
  return texts.map((text, index) => ({ role: index % 2 ? "strong" : "text", text: sanitiseLine(text) }));
}

function rows(text: string, width: number, cut: Cut = "words"): readonly string[] {
  return wrap({ body: line(text), cut }, width).map(lineText);
}

describe("between words", () => {
  it.each<[what: string, text: string, width: number, expected: readonly string[]]>([
    ["nothing", "", 5, [""]],
    ["what fits", "one two", 7, ["one two"]],
    ["a word too many", "one two three", 7, ["one two", "three"]],
    ["a long word", "superlongtoken", 5, ["super", "longt", "oken"]],
    ["a long word after a short one", "a superlongtoken", 5, ["a", "super", "longt", "oken"]],
    ["several blanks where a row ends", "one    two", 4, ["one", "two"]],
    ["an indent", "  one two", 6, ["  one", "two"]],
    ["blanks only", "          ", 4, [""]],
    ["an indent wider than a row", "       one", 4, ["", "one"]],
    ["blanks after the last word", "one two   ", 7, ["one two"]],
    ["wide characters", "日本語", 4, ["日本", "語"]],
    ["a wide character at the edge", "a日b", 2, ["a", "日", "b"]],
    ["wide words after narrow ones", "see 日本語テキスト", 8, ["see 日本", "語テキス", "ト"]],
    ["punctuation clings to wide text", "日本語。", 6, ["日本", "語。"]],
    ["combined characters", "e\u0301e\u0301e\u0301", 2, ["e\u0301e\u0301", "e\u0301"]],
    ["a family of one picture", "👩‍💻👩‍💻", 3, ["👩‍💻", "👩‍💻"]],
  ])("%s", (_, text, width, expected) => {
    expect(rows(text, width)).toEqual(expected);
  });

  it("does not break where only the role changes", () => {
    const body = line("foo ba", "r baz");
    expect(wrap({ body, cut: "words" }, 6).map(lineText)).toEqual(["foo", "bar", "baz"]);
  });

  it("keeps the roles", () => {
    expect(wrap({ body: line("ab ", "cd ef"), cut: "words" }, 5)).toEqual([
      line("ab ", "cd"),
      [line("", "ef")[1]],
    ]);
  });
});

describe("anywhere", () => {
  it("drops nothing", () => {
    expect(rows("a  b  c", 3, "cells")).toEqual(["a  ", "b  ", "c"]);
  });
});

describe("what stands before", () => {
  const marker = line("- ");
  const blank = line("  ");

  it("is repeated as it is told", () => {
    const wrapped = wrap({ body: line("one two three"), first: marker, rest: blank, cut: "words" }, 7);
    expect(wrapped.map(lineText)).toEqual(["- one", "  two", "  three"]);
  });

  it("leaves room for the text, however much it is", () => {
    const deep = line(" ".repeat(50));
    const wrapped = wrap({ body: line("some text"), first: deep, cut: "words" }, 10);
    expect(wrapped.map(lineText)).toEqual(["     some", "     text"]);
  });
});

it("clips with a sign, and crops without", () => {
  expect(lineText(clipLine(line("abc", "def"), 5))).toBe("abcd…");
  expect(lineText(clipLine(line("abc", "def"), 6))).toBe("abcdef");
  expect(lineText(clipLine(line("日本語"), 5))).toBe("日本…");
  expect(lineText(cropLine(line("日本語"), 5))).toBe("日本");
  expect(rows("one two three", 7, "clip")).toEqual(["one tw…"]);
});

it("expands tabs to the next stop of every line", () => {
  expect(expandTabs(sanitise("a\tb\n\tc\t"), 4)).toBe("a   b\n    c   ");
});

const anyText = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(" ", " ", "a", "word", "日", "é", "e\u0301", "👩‍💻", "क्ष", "。", "\u200d", "ﷺ"),
      fc.string({ unit: "binary", maxLength: 1 }),
    ),
    maxLength: 60,
  })
  .map(sanitiseLine);
const anyLine = fc.array(anyText, { maxLength: 4 }).map((texts) => line(...texts));
const anyWidth = fc.integer({ min: 2, max: 30 });

describe("whatever the text", () => {
  it.each<Cut>(["words", "cells", "clip"])("no row is too wide (%s)", (cut) => {
    fc.assert(
      fc.property(anyLine, anyLine, anyWidth, (body, first, width) => {
        for (const row of wrap({ body, first, cut }, width))
          expect(lineWidth(row)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it("cutting anywhere keeps every character", () => {
    fc.assert(
      fc.property(anyLine, anyWidth, (body, width) => {
        const text = wrap({ body, cut: "cells" }, width).map(lineText).join("");
        expect(text).toBe(lineText(body));
      }),
    );
  });

  it.each<Cut>(["words", "cells"])("letters with accents are wrapped like others (%s)", (cut) => {
    const plain = fc.string({ unit: fc.constantFrom(" ", "a", "b", "word"), maxLength: 60 });
    fc.assert(
      fc.property(plain, anyWidth, (text, width) => {
        const accented = rows(text.replace(/[^ ]/, "é"), width, cut);
        expect(rows(text.replace(/[^ ]/, "e"), width, cut)).toEqual(
          accented.map((row) => row.replace("é", "e")),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("cutting between words keeps all but blanks", () => {
    fc.assert(
      fc.property(anyLine, anyWidth, (body, width) => {
        const text = wrap({ body, cut: "words" }, width).map(lineText).join("");
        expect(text.replaceAll(" ", "")).toBe(lineText(body).replaceAll(" ", ""));
      }),
    );
  });
});

const { title, absent, cases } = readCases("text_layout");

/** The other cases are those of the editor; `truncate_single_line` counts characters, where rows count cells. */
describe.skipIf(absent)(title, () => {
  it.each(cases.filter(({ input }) => has(input, "wrap")))("$id wraps", ({ input, expected }) => {
    const { wrap: text, width } = input as { wrap: string; width: number };
    expect(rows(text, width)).toEqual(expected);
  });

  it.each(cases.filter(({ input }) => has(input, "clip")))("$id crops", ({ input, expected }) => {
    const { clip, width } = input as { clip: string; width: number };
    expect(lineText(cropLine(line(clip), width))).toBe(expected);
  });

  it.each(cases.filter(({ input }) => has(input, "wide")))("$id is wide", ({ input }) => {
    const { wide, columns } = input as { wide: string; columns: number };
    expect(rows(wide, columns)).toEqual(["日本", "語"]);
  });

  it.each(cases.filter(({ input }) => has(input, "tab")))("$id expands", ({ input }) => {
    expect(expandTabs(sanitise((input as { tab: string }).tab), 8)).toBe("a       b");
  });
});

function has(input: unknown, key: string): boolean {
  return typeof input === "object" && input !== null && key in input;
}
