import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../../src/tools/diff.ts";

const lines = (...all: (string | number)[]) => all.map((line) => `${line}\n`).join("");
const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe("unifiedDiff", () => {
  it("shows a change with its context", () => {
    expect(unifiedDiff(lines(...count(1, 9)), lines(1, 2, 3, 4, "five", 6, 7, 8, 9))).toBe(
      ["@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8"].join("\n"),
    );
  });

  it("separates changes that are far apart", () => {
    const after = lines("one", ...count(2, 19), "twenty");
    expect(unifiedDiff(lines(...count(1, 20)), after)).toBe(
      [
        ...["@@ -1,4 +1,4 @@", "-1", "+one", " 2", " 3", " 4"],
        ...["@@ -17,4 +17,4 @@", " 17", " 18", " 19", "-20", "+twenty"],
      ].join("\n"),
    );
  });

  it.each([
    ["", "", ""],
    ["a\n", "a\n", ""],
    ["", "a\n", "@@ -0,0 +1,1 @@\n+a"],
    ["a\n", "", "@@ -1,1 +0,0 @@\n-a"],
    ["a\nb\n", "a\nx\nb\n", "@@ -1,2 +1,3 @@\n a\n+x\n b"],
    ["a", "a\n", "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a"],
    ["a\r\n", "a\n", "@@ -1,1 +1,1 @@\n-a\r\n+a"],
  ])("of %j and %j", (before, after, expected) => expect(unifiedDiff(before, after)).toBe(expected));

  it("gives up on what is too long to compare", () => {
    const many = (name: string) => lines(...count(1, 2000).map((at) => `${name}${at}`));
    expect(unifiedDiff(many("a"), many("b"))).toBeUndefined();
    expect(unifiedDiff("x".repeat(5_000_000), "")).toBeUndefined();
  });

  it("always leads from the old text to the new one", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 }).map((all) => lines(...all));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(apply(before, unifiedDiff(before, after) ?? "")).toBe(after);
      }),
    );
  });
});

/** Applies a diff the way patch does, without any tolerance. */
function apply(before: string, diff: string): string {
  const old = before.split("\n").slice(0, -1);
  const out: string[] = [];
  let at = 0;
  for (const line of diff === "" ? [] : diff.split("\n")) {
    const header = /^@@ -(\d+),(\d+)/.exec(line);
    if (header) {
      const start = Number(header[1]) - (header[2] === "0" ? 0 : 1);
      out.push(...old.slice(at, start));
      at = start;
      continue;
    }
    if (line[0] !== "+") expect(old[at++]).toBe(line.slice(1));
    if (line[0] !== "-") out.push(line.slice(1));
  }
  return [...out, ...old.slice(at)].map((line) => `${line}\n`).join("");
}
