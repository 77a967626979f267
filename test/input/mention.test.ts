import { describe, expect, it } from "vitest";
import { findMentions, mayMention, readLineRange } from "../../src/input/mention.ts";

const targets = (text: string) => findMentions(text).map((mention) => mention.targets);

describe("what a prompt names after @", () => {
  it.each([
    ["explain @src/main.ts", [["src/main.ts"]]],
    ["@a.ts and @b.ts", [["a.ts"], ["b.ts"]]],
    ["(see @a.ts)", [["a.ts)", "a.ts"]]],
    ["what is in @a.ts?", [["a.ts?", "a.ts"]]],
    ["@~/notes.md:3-9, please", [["~/notes.md:3-9,", "~/notes.md:3-9"]]],
    ['look at @"my notes.txt":2-4 now', [["my notes.txt:2-4"]]],
    ["first\n@second", [["second"]]],
    ["@docs:file:///guide", [["docs:file:///guide"]]],
  ])("%j", (text, expected) => {
    expect(targets(text)).toEqual(expected);
    expect(mayMention(text)).toBe(true);
  });

  it.each(["joe@example.com", "a\\@b", "`@Input()`", "@", "@ home", "x@", 'a @""'])(
    "is nothing in %j",
    (text) => {
      expect(findMentions(text)).toEqual([]);
      expect(mayMention(text)).toBe(false);
    },
  );

  it("counts once, however often it is named", () => {
    expect(targets("@a @a @a")).toEqual([["a"]]);
  });

  it("takes a long text without getting slow", () => {
    const text = `${"@".repeat(100_000)} ${"x@y ".repeat(50_000)}`;
    expect(findMentions(text)).toEqual([]);
  });
});

describe("lines of a file", () => {
  it.each([
    ["a.ts:3", { path: "a.ts", lines: { first: 3, last: 3 } }],
    ["a.ts:3-9", { path: "a.ts", lines: { first: 3, last: 9 } }],
    ["a:b:3-9", { path: "a:b", lines: { first: 3, last: 9 } }],
    ["a.ts:9-3", undefined],
    ["a.ts:0", undefined],
    ["a.ts", undefined],
    ["docs:file:///x", undefined],
  ])("%s", (target, expected) => {
    expect(readLineRange(target)).toEqual(expected);
  });
});
