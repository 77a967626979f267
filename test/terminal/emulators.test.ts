/** The same bytes in two real emulators: what they show is what the frames want. */
import { describe, expect, it } from "vitest";
import type { Frame } from "../../src/terminal/frame.ts";
import { backgroundOf, hasFlag, packStyle, type Style } from "../../src/terminal/style.ts";
import { recordScenario, type Sent } from "../support/auditor/run-scenario.ts";
import { createHeadlessXterm, type HeadlessXterm } from "../support/headless-xterm.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";
import { hasTmux, openTmuxPane, type TmuxLook } from "../support/tmux.ts";
import { until } from "../support/until.ts";

const size = { columns: 80, rows: 24 };

/** Emulators disagree about what these measure and how they are kept; the cells beside them are what counts. */
const disputed = /\p{Extended_Pictographic}|\u200d|[\u0300-\u036f]/u;
const disputedCell = "(disputed)";

const xtermTerms =
  "xterm-256color xterm xterm-direct vt100 vt220 screen screen-256color tmux-256color st-256color rxvt-unicode putty linux dtterm";

describe("xterm.js", () => {
  it.each(xtermTerms.split(" "))("shows what is meant for %s", async (term) => {
    const terminal = createHeadlessXterm(size.columns, size.rows);
    for (const sent of recordScenario(fixtureEntry(term), { encoding: "utf-8", size })) {
      await show(terminal, sent);
      if (sent.frame !== undefined) {
        const shown = terminal.cells().map((row) => row.map(({ text }) => text));
        expect(withoutDisputed(shown, sent.frame), sent.name).toEqual(
          withoutDisputed(textsOf(sent.frame), sent.frame),
        );
        expect(terminal.cursor(), sent.name).toMatchObject(sent.frame.cursor ?? {});
      }
    }
    terminal.close();
  });

  it("shows every style of xterm-256color", async () => {
    const terminal = createHeadlessXterm(size.columns, size.rows);
    for (const sent of recordScenario(fixtureEntry("xterm-256color"), { encoding: "utf-8", size })) {
      await show(terminal, sent);
      const styles = terminal.cells().map((row) => row.map(({ text, style }) => visible(text, style)));
      const wanted = sent.frame?.rows.map(({ texts, styles: own }) =>
        texts.map((text, column) => visible(text, own[column] ?? 0)),
      );
      expect(styles, sent.name).toEqual(wanted ?? styles);
    }
    terminal.close();
  });
});

async function show(terminal: HeadlessXterm, sent: Sent): Promise<void> {
  if (sent.resize !== undefined) {
    terminal.resize(sent.resize.columns, sent.resize.rows);
  }
  await terminal.write(sent.bytes);
}

/** Of a blank only the background, reverse and an underline are seen; a right half is as its left one. */
function visible(text: string, style: Style): Style {
  const isDrawn = hasFlag(style, "reverse") || hasFlag(style, "underline");
  if (text === "" || disputed.test(text)) {
    return 0;
  }
  return text === " " && !isDrawn ? packStyle({ bg: backgroundOf(style) }) : style;
}

function textsOf(frame: Frame): readonly (readonly string[])[] {
  return frame.rows.map(({ texts }) => texts);
}

function withoutDisputed(rows: readonly (readonly string[])[], frame: Frame): readonly (readonly string[])[] {
  const isDisputed = (row: number, column: number) => {
    const texts = frame.rows[row]?.texts ?? [];
    return disputed.test((texts[column] || texts[column - 1]) ?? "");
  };
  return rows.map((texts, row) =>
    texts.map((text, column) => (isDisputed(row, column) ? disputedCell : text)),
  );
}

function rowsOf(frame: Frame): readonly string[] {
  return frame.rows.map(({ texts }) => texts.join("").trimEnd());
}

describe.skipIf(!hasTmux())("tmux (skipped where it is not installed)", () => {
  it.each(["tmux-256color", "screen"])("shows what is meant for %s", { timeout: 120_000 }, async (term) => {
    const pane = openTmuxPane(term, size.columns, size.rows);
    try {
      for (const sent of recordScenario(fixtureEntry(term), { encoding: "utf-8", size })) {
        if (sent.resize !== undefined) {
          pane.resize(sent.resize.columns, sent.resize.rows);
        }
        pane.write(sent.bytes);
        if (sent.frame !== undefined && !disputed.test(rowsOf(sent.frame).join(""))) {
          await expectLook(pane.look, sent.name, sent.frame);
        }
      }
    } finally {
      pane.close();
    }
  });
});

/** tmux reads when it likes: what it shows is awaited, and shown if it does not come. */
async function expectLook(look: () => TmuxLook, name: string, frame: Frame): Promise<void> {
  const wanted = { rows: rowsOf(frame), cursor: frame.cursor };
  const fits = ({ rows, cursor }: TmuxLook) =>
    JSON.stringify(rows) === JSON.stringify(wanted.rows) &&
    (wanted.cursor === undefined ||
      (cursor.row === wanted.cursor.row && cursor.column === wanted.cursor.column));
  try {
    await until(
      () => fits(look()),
      () => name,
    );
  } catch {
    expect({ name, ...look() }).toEqual({ name, ...wanted });
  }
}
