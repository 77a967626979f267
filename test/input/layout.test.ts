import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEditor, paste } from "../../src/input/editor.ts";
import { layOut } from "../../src/input/layout.ts";
import { boundless, type Frame } from "../../src/input/row.ts";
import { linesOf, positionOf } from "../../src/input/text-buffer.ts";
import { clustersOf, textWidth } from "../../src/text/clusters.ts";
import { sanitise } from "../../src/view/sanitise.ts";
import { readCases } from "../support/cases.ts";
import { editorWith, key, pressAll } from "./editing.ts";

const plain: Frame = { ...boundless, show: sanitise };

function frameOf(width: number, more: Partial<Frame> = {}): Frame {
  return { ...plain, width, ...more };
}

/** Rows with the cursor as a bar. */
function shown(marked: string, frame: Frame, maxRows = 10): readonly string[] {
  const { rows, cursor } = layOut(editorWith(marked), frame, maxRows);
  return rows.map(({ prompt, text }, row) => {
    return row === cursor.row ? withBar(prompt + text, cursor.column) : prompt + text;
  });
}

function withBar(text: string, column: number): string {
  let left = column;
  const before = clustersOf(text).filter(({ width }) => {
    left -= width;
    return left >= 0;
  });
  const head = before.map((cluster) => cluster.text).join("");
  return `${head}|${text.slice(head.length)}`;
}

interface LayoutCase {
  readonly input_buffer?: string;
  readonly cursor: number;
  readonly columns: number;
  readonly prompt: string;
  readonly continuation_prompt: string;
}

const file = readCases("text_layout");
const cases = file.cases.flatMap(({ id, input, expected }) => {
  const given = input as LayoutCase;
  return typeof given.input_buffer === "string" ? [{ id, given, text: given.input_buffer, expected }] : [];
});

describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => expect(cases.length).toBeGreaterThan(3));

  it.each(cases)("$id", ({ given, text, expected }) => {
    const frame = frameOf(given.columns, { prompt: given.prompt, continuation: given.continuation_prompt });
    const lines = linesOf(text);
    const { rows, cursor } = layOut({ lines, cursor: positionOf(lines, given.cursor) }, frame, 100);
    expect({ rows: rows.length, cursor_row: cursor.row, cursor_col: cursor.column }).toMatchObject(
      expected as object,
    );
  });
});

describe("layOut", () => {
  it.each<[string, string, Frame, readonly string[]]>([
    ["nothing", "|", frameOf(10, { prompt: "> " }), ["> |"]],
    ["a line", "ab|c", frameOf(10, { prompt: "> " }), ["> ab|c"]],
    ["two rows", "abcd|ef", frameOf(4), ["abcd", "|ef"]],
    ["an indent", "abcd|ef", frameOf(5, { prompt: "> ", indent: 2 }), ["> abc", "  d|ef"]],
    ["two lines", "ab\nc|", frameOf(9, { prompt: "> ", continuation: ". " }), ["> ab", ". c|"]],
    ["a full row", "abcd|", frameOf(4), ["abcd", "|"]],
    ["a full row left alone", "|abcd", frameOf(4), ["|abcd"]],
    ["wide characters", "日本語|", frameOf(4), ["日本", "語|"]],
    ["a wide character that does not fit", "a日本|", frameOf(4), ["a日", "本|"]],
    ["no room for a wide one beside the prompt", "日|", frameOf(3, { prompt: "> " }), ["> ", "日|"]],
    ["a prompt as wide as the frame", "a|", frameOf(2, { prompt: "> " }), ["> ", "a|"]],
    ["a mark", "e\u0301|x", frameOf(4), ["e\u0301|x"]],
    ["a tab", "a\tb|", frameOf(20), ["a       b|"]],
    ["a tab at the edge", "abc\td|", frameOf(5), ["abc  ", "d|"]],
    ["what would be invisible", "a\u202Eb|", frameOf(20), ["a\\u{202e}b|"]],
    ["what does not fit a row at all", "\u202E|", frameOf(4), ["\\u{2", "|"]],
    ["a joiner that joins", "\u06CC\u200C\u0647|", frameOf(9), ["\u06CC\u200C\u0647|"]],
  ])("shows %s", (_, text, frame, rows) => {
    expect(shown(text, frame)).toEqual(rows);
  });

  it("takes away a joiner whose letter is in the next row", () => {
    const { rows } = layOut(editorWith("ab\u06CC\u200C\u0647|"), frameOf(3), 5);
    expect(rows.map(({ text }) => text)).toEqual(["ab\u06CC", "\u0647"]);
  });

  it("grows to a limit, then scrolls no more than it must", () => {
    const frame = frameOf(9);
    const at = (line: number) => ({ lines: ["a", "b", "c", "d", "e"], cursor: { line, column: 0 } });
    const texts = ({ rows }: ReturnType<typeof layOut>) => rows.map(({ text }) => text).join("");
    const end = layOut(at(4), frame, 3);
    expect([texts(end), end.cursor.row, end.above, end.below]).toEqual(["cde", 2, true, false]);
    const middle = layOut(at(2), frame, 3, end.memory);
    expect([texts(middle), middle.cursor.row]).toEqual(["cde", 0]);
    const up = layOut(at(1), frame, 3, middle.memory);
    expect([texts(up), up.cursor.row, up.above, up.below]).toEqual(["bcd", 0, true, true]);
    const shorter = layOut({ lines: ["a", "b"], cursor: { line: 1, column: 0 } }, frame, 3, end.memory);
    expect([texts(shorter), shorter.cursor.row, shorter.above]).toEqual(["ab", 1, false]);
    const taller = layOut(at(4), frame, 4, end.memory);
    expect(texts(taller)).toBe("bcde");
  });

  it("scrolls within a line of many rows", () => {
    const lines = ["abcdefghijkl"];
    const { rows, cursor } = layOut({ lines, cursor: { line: 0, column: 11 } }, frameOf(2), 3);
    expect(rows.map(({ text }) => text)).toEqual(["gh", "ij", "kl"]);
    expect(cursor).toEqual({ row: 2, column: 1 });
  });
});

const anyLine = fc
  .array(
    fc.constantFrom(
      "a",
      "bc ",
      "日",
      "👩\u200D💻",
      "e\u0301",
      "\t",
      "\u202E",
      "🇩🇪",
      "\u0301",
      "ᄀ가",
      "\u200C",
      "ی",
    ),
    {
      maxLength: 25,
    },
  )
  .map((parts) => parts.join(""));
const anyText = fc.array(anyLine, { minLength: 1, maxLength: 6 });
const anyFrame = fc.record({
  width: fc.integer({ min: 1, max: 30 }),
  prompt: fc.constantFrom("", "> ", "a long prompt: ", "日"),
  continuation: fc.constantFrom("", "  ", "...... "),
  indent: fc.nat(4),
});

describe("any text in any frame", () => {
  it("stays within the frame, with the cursor", () => {
    fc.assert(
      fc.property(
        anyText,
        anyFrame,
        fc.nat(99),
        fc.integer({ min: 1, max: 9 }),
        (lines, given, place, maxRows) => {
          const frame = { ...plain, ...given };
          const state = editorWith(`${lines.join("\n").slice(0, place)}|${lines.join("\n").slice(place)}`);
          const { rows, cursor } = layOut(state, frame, maxRows);
          const width = Math.max(2, frame.width);
          expect(rows.length).toBeLessThanOrEqual(maxRows);
          expect(rows[cursor.row]).toBeDefined();
          expect(cursor.column).toBeLessThan(width);
          for (const { prompt, text } of rows) {
            expect(textWidth(prompt) + textWidth(text)).toBeLessThanOrEqual(width);
            expect(sanitise(text)).toBe(text);
            expect(text).not.toMatch(/[\t\n]/);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("shows the same whatever was shown before", () => {
    const long = fc.array(anyLine, { minLength: 150, maxLength: 250 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(long, fc.nat(2500), anyLine, anyFrame, (line, place, inserted, given) => {
        const frame = { ...plain, ...given };
        const before = editorWith(`${line.slice(0, place)}|${line.slice(place)}`);
        const after = paste(before, inserted);
        const { memory } = layOut(before, frame, 5);
        const fresh = layOut(after, frame, 5, { ...memory, long: [] });
        const remembered = layOut(after, frame, 5, memory);
        expect(remembered.rows).toEqual(fresh.rows);
        expect(remembered.cursor).toEqual(fresh.cursor);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the cost of a key", () => {
  const strokes = Array.from({ length: 5 }, () => key("x"));

  /** How many characters had to be looked at; no two near each other are the same, so none is known already. */
  function workOf(count: number, remembers: boolean): number {
    const text = Array.from(
      { length: count },
      (_, index) => `${String.fromCodePoint(0x4e00 + (index % 20_000))}\u0301`,
    );
    const counted = { count: 0 };
    const show = (piece: string) => {
      counted.count++;
      return piece;
    };
    const frame = frameOf(80, { show, prompt: "> " });
    let state = paste(createEditor(), text.join(""));
    let { memory } = layOut(state, frame, 8);
    counted.count = 0;
    for (const stroke of strokes) {
      state = pressAll(state, [stroke], frame).state;
      memory = layOut(state, frame, 8, remembers ? memory : undefined).memory;
    }
    return counted.count;
  }

  it("does not grow with a very long line", () => {
    expect(workOf(8000, false)).toBeGreaterThan(30_000);
    expect(workOf(8000, true)).toBeLessThan(8000);
  });

  it("does not grow with the number of lines", () => {
    const read = new Set<PropertyKey>();
    const many = Array.from({ length: 10_000 }, (_, index) => `line ${index}`);
    const get = (target: readonly string[], name: PropertyKey) => {
      read.add(name);
      return Reflect.get(target, name);
    };
    const lines = new Proxy(many, { get });
    const { rows } = layOut({ lines, cursor: { line: 9990, column: 3 } }, frameOf(80), 8);
    expect(rows).toHaveLength(8);
    expect([...read].filter((name) => /^\d+$/.test(String(name))).length).toBeLessThanOrEqual(10);
  });
});
