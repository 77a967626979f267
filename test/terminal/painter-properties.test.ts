/** Any frames in any order: the screen shows each of them, and every byte is the terminal's own. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Frame, Row } from "../../src/terminal/frame.ts";
import {
  backgroundOf,
  flags,
  foregroundOf,
  hasFlag,
  packStyle,
  type Style,
} from "../../src/terminal/style.ts";
import type { Cell } from "../support/auditor/grid.ts";
import { createStage, row, type Stage } from "../support/paint/stage.ts";

const columns = 24;
const rows = 8;

const words = fc.constantFrom(
  "a",
  "word",
  "beta_x",
  "quick",
  "naïve",
  "漢字",
  "│",
  "┌─┐",
  "🙂",
  "0123456789",
  "   ",
);
const style = fc.oneof(
  fc.constant(0),
  fc
    .record({
      bold: fc.boolean(),
      underline: fc.boolean(),
      reverse: fc.boolean(),
      italic: fc.boolean(),
      fg: fc.constantFrom(-1, -1, 1, 2, 200),
      bg: fc.constantFrom(-1, -1, 3, 4),
    })
    .map(packStyle),
);

const anyRow = fc.array(fc.tuple(words, fc.boolean(), style), { maxLength: 7 }).map((parts): Row => {
  const cells = parts.map(([word, spaced, look]) => row(spaced ? `${word} ` : word, columns, look));
  const lengths = parts.map(([word, spaced]) => widthOf(word) + (spaced ? 1 : 0));
  const texts = cells.flatMap((part, index) => part.texts.slice(0, lengths[index]));
  const looks = cells.flatMap((part, index) => Array.from(part.styles).slice(0, lengths[index]));
  const end = texts[columns] === "" ? columns - 1 : columns;
  return {
    texts: Array.from({ length: columns }, (_, column) => (column < end ? (texts[column] ?? " ") : " ")),
    styles: Array.from({ length: columns }, (_, column) => (column < end ? (looks[column] ?? 0) : 0)),
  };
});

function widthOf(word: string): number {
  return row(word, columns).texts.join("").trimEnd() === "" ? word.length : cellsOf(word);
}

function cellsOf(word: string): number {
  return [...word].reduce((sum, character) => sum + (/[漢字]|🙂/u.test(character) ? 2 : 1), 0);
}

/** Changes as displays make them: a row, a block that scrolls either way, everything, the rest blank. */
const change = fc.oneof(
  fc.record({ kind: fc.constant("row" as const), at: fc.nat(rows - 1), fresh: anyRow }),
  fc.record({
    kind: fc.constant("up" as const),
    at: fc.nat(3),
    end: fc.integer({ min: 4, max: rows - 1 }),
    fresh: anyRow,
  }),
  fc.record({
    kind: fc.constant("down" as const),
    at: fc.nat(3),
    end: fc.integer({ min: 4, max: rows - 1 }),
    fresh: anyRow,
  }),
  fc.record({
    kind: fc.constant("all" as const),
    all: fc.array(anyRow, { minLength: rows, maxLength: rows }),
  }),
  fc.record({ kind: fc.constant("cut" as const), at: fc.nat(rows - 1) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const blank = row("", columns);

function apply(before: readonly Row[], step: Change): readonly Row[] {
  switch (step.kind) {
    case "row":
      return before.with(step.at, step.fresh);
    case "up":
      return [
        ...before.slice(0, step.at),
        ...before.slice(step.at + 1, step.end + 1),
        step.fresh,
        ...before.slice(step.end + 1),
      ];
    case "down":
      return [
        ...before.slice(0, step.at),
        step.fresh,
        ...before.slice(step.at, step.end),
        ...before.slice(step.end + 1),
      ];
    case "all":
      return step.all;
    case "cut":
      return before.map((line, index) => (index < step.at ? line : blank));
  }
}

const steps = fc.array(fc.tuple(change, fc.nat(rows - 1), fc.nat(columns - 1)), {
  minLength: 2,
  maxLength: 10,
});

function play(
  stage: Stage,
  list: readonly (readonly [Change, number, number])[],
  check: (picture: Frame) => void,
): void {
  let current: readonly Row[] = new Array<Row>(rows).fill(blank);
  stage.painter.enter();
  for (const [step, cursorRow, cursorColumn] of list) {
    current = apply(current, step);
    const picture: Frame = { columns, rows: current, cursor: { row: cursorRow, column: cursorColumn } };
    stage.painter.paint(picture);
    expect(stage.auditor.unexplained).toEqual([]);
    expect(stage.auditor.problems).toEqual([]);
    expect(stage.auditor.cursor()).toEqual(picture.cursor);
    check(picture);
    stage.sent();
    stage.painter.paint({ ...picture, rows: current.map((line) => ({ ...line })) });
    expect(stage.sent()).toBe("");
  }
  stage.painter.leave();
  expect(stage.auditor.modesLeftOn()).toEqual([]);
}

function expectTexts(stage: Stage, picture: Frame): void {
  const { flags: entryFlags, strings } = stage.entry;
  const scrolls = entryFlags.has("am") && !entryFlags.has("xenl") && !strings.get("rmam");
  stage.auditor.cells().forEach((cells, index) => {
    const isLast = index === rows - 1;
    const wanted = picture.rows[index]?.texts ?? [];
    const end = isLast && scrolls ? columns - (wanted[columns - 1] === "" ? 2 : 1) : columns;
    expect(cells.slice(0, end).map((cell) => cell.text)).toEqual(wanted.slice(0, end));
  });
}

const unlike = [
  ..."xterm-256color xterm-direct xterm-8bit screen tmux-256color linux vt52 vt100 vt220 ansi sun wy50".split(
    " ",
  ),
  ..."adm3a tvi950 hp hpterm hp2392 putty cygwin ibm3151 att605 aaa d220 c100 noesc noesc-npc".split(" "),
];

describe("random frames", () => {
  it.each(unlike)("are shown by %s", (term) => {
    fc.assert(
      fc.property(steps, (list) => {
        const stage = createStage(term, { columns, rows });
        play(stage, list, (picture) => expectTexts(stage, picture));
      }),
      { numRuns: 12 },
    );
  });

  it("show an underscore in the last column that takes the place of another character", () => {
    const stage = createStage("c100", { columns, rows });
    stage.painter.enter();
    const shown = (last: string) => row(`${"x".repeat(columns - 1)}${last}`, columns);
    for (const last of ["9", "_", "9"]) {
      const all = Array.from({ length: rows }, () => shown(last));
      const picture: Frame = { columns, rows: all, cursor: { row: 0, column: 0 } };
      stage.painter.paint(picture);
      expectTexts(stage, picture);
    }
  });

  it("look as they should where the terminal can show everything", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const stage = createStage("xterm-256color", { columns, rows });
        play(stage, list, (picture) => {
          const wrong = stage.auditor
            .cells()
            .flatMap((cells, index) =>
              cells.filter((cell, column) => !looksLike(cell, picture.rows[index]?.styles[column] ?? 0)),
            );
          expect(wrong).toEqual([]);
        });
      }),
      { numRuns: 60 },
    );
  });
});

/** Of a blank only what is seen must agree. */
function looksLike({ text, rendition }: Cell, wanted: Style): boolean {
  const isDrawn = text !== " " || hasFlag(wanted, "reverse") || hasFlag(wanted, "underline");
  const seen = isDrawn ? flags : (["reverse", "underline"] as const);
  return (
    rendition.bg === backgroundOf(wanted) &&
    (!isDrawn || rendition.fg === foregroundOf(wanted)) &&
    seen.every((flag) => rendition[flag] === hasFlag(wanted, flag))
  );
}
