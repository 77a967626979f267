import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLines } from "../../src/sessions/lines.ts";

const directory = mkdtempSync(join(tmpdir(), "treadle-lines-"));
const file = join(directory, "file");

function linesOf(content: string, options = {}) {
  writeFileSync(file, content);
  return [...readLines(file, options)];
}

describe("readLines", () => {
  it("gives every line with its number and place, whatever the chunks", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "é", "😀", "\r", " ") });
    fc.assert(
      fc.property(fc.array(line), line, fc.integer({ min: 1, max: 9 }), (ended, rest, chunk) => {
        const content = ended.map((text) => `${text}\n`).join("") + rest;
        const lines = linesOf(content, { chunk });
        expect(lines.map(({ text }) => text)).toEqual(rest === "" ? ended : [...ended, rest]);
        expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
        expect(lines.map(({ unended }) => unended === true)).toEqual([
          ...ended.map(() => false),
          ...(rest === "" ? [] : [true]),
        ]);
        const bytes = Buffer.from(content);
        for (const { offset, text = "" } of lines) {
          expect(bytes.subarray(offset, offset + Buffer.byteLength(text)).toString()).toBe(text);
        }
      }),
    );
  });

  it("begins at a line in the midst", () => {
    expect(linesOf("one\ntwo\nthree\n", { from: 4 }).map(({ text, offset }) => [text, offset])).toEqual([
      ["two", 4],
      ["three", 8],
    ]);
  });

  it("passes over lines that are too long, without keeping them", () => {
    const lines = linesOf(`a\n${"x".repeat(100)}\nb\n${"y".repeat(50)}`, { chunk: 8, longest: 20 });
    expect(lines.map(({ text }) => text)).toEqual(["a", undefined, "b", undefined]);
    expect(lines.at(-1)?.unended).toBe(true);
  });

  it("refuses what is no plain file", () => {
    expect(() => [...readLines(directory)]).toThrow();
    const pipe = join(directory, "pipe");
    execFileSync("mkfifo", [pipe]);
    expect(() => [...readLines(pipe)]).toThrow("is not a file");
  });
});
