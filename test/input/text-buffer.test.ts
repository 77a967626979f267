import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEditor, setText } from "../../src/input/editor.ts";
import { lineEnd, lineStart } from "../../src/input/motions.ts";
import {
  between,
  cleaned,
  endOf,
  isBefore,
  linesOf,
  offsetOf,
  positionOf,
  replaced,
  textOf,
} from "../../src/input/text-buffer.ts";
import { readCases } from "../support/cases.ts";

const file = readCases("text_layout");
const bounds = file.cases.flatMap(({ id, input, expected }) => {
  const { buffer, cursor } = input as { buffer?: string; cursor: number };
  return buffer === undefined ? [] : [{ id, buffer, cursor, expected }];
});
const drafts = file.cases.flatMap(({ id, input, expected }) => {
  const { draft } = input as { draft?: { buffer: string; cursor: number } };
  return draft ? [{ id, draft, expected: expected as { cursor: number } }] : [];
});

describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => expect([bounds.length > 1, drafts.length > 0]).toEqual([true, true]));

  it.each(bounds)("$id: the line around the cursor", ({ buffer, cursor, expected }) => {
    const lines = linesOf(buffer);
    const at = positionOf(lines, cursor);
    expect({
      line_start: offsetOf(lines, lineStart(lines, at)),
      line_end: offsetOf(lines, lineEnd(lines, at)),
    }).toEqual(expected);
  });

  it.each(drafts)("$id: a draft comes back with its cursor inside", ({ draft, expected }) => {
    const { lines, cursor } = setText(createEditor(), draft.buffer, draft.cursor);
    expect(offsetOf(lines, cursor)).toBe(expected.cursor);
  });
});

const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é", "日") });

describe("replaced", () => {
  it("does what slices of the whole text do", () => {
    fc.assert(
      fc.property(text, fc.nat(20), fc.nat(20), text, (before, a, b, inserted) => {
        const lines = linesOf(before);
        const [from, to] = [a, b].map((offset) => Math.min(offset, before.length)).sort((x, y) => x - y);
        const [start, end] = [positionOf(lines, from ?? 0), positionOf(lines, to ?? 0)];
        expect(isBefore(end, start)).toBe(false);
        expect(textOf(between(lines, start, end))).toBe(before.slice(from, to));
        const after = replaced(lines, start, end, linesOf(inserted));
        expect(textOf(after)).toBe(before.slice(0, from) + inserted + before.slice(to));
        expect(offsetOf(after, endOf(start, linesOf(inserted)))).toBe((from ?? 0) + inserted.length);
        expect(textOf(lines)).toBe(before);
      }),
    );
  });
});

describe("positionOf", () => {
  it.each([
    [-3, 0, 0],
    [3, 0, 3],
    [4, 1, 0],
    [99, 1, 3],
  ])("%i is line %i, column %i", (offset, line, column) => {
    expect(positionOf(["abc", "def"], offset)).toEqual({ line, column });
  });
});

describe("cleaned", () => {
  it("keeps line feeds and tabs alone of the control characters", () => {
    const controls = Array.from({ length: 160 }, (_, code) => String.fromCharCode(code)).join("");
    expect(cleaned(controls).replace(/[ -~]/g, "")).toBe("\t\n\n");
  });
});
