/** The painter's bytes and manners, on terminals that differ in the thing at hand. */
import { describe, expect, it } from "vitest";
import { createColours } from "../../src/terminal/colours.ts";
import type { Row } from "../../src/terminal/frame.ts";
import { packStyle } from "../../src/terminal/style.ts";
import { altered, createStage, frame, row, type Stage } from "../support/paint/stage.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";

const size = { columns: 20, rows: 6 };
const home = { row: 0, column: 0 };

function entered(...options: Parameters<typeof createStage>): Stage {
  const stage = createStage(...options);
  stage.painter.enter();
  stage.sent();
  return stage;
}

function shows(stage: Stage): readonly string[] {
  expect(stage.auditor.unexplained).toEqual([]);
  expect(stage.auditor.problems).toEqual([]);
  return stage.auditor.text().map((line) => line.trimEnd());
}

describe("taking the screen and giving it back", () => {
  it("is done in the terminal's own words, each undone", () => {
    const stage = createStage("xterm-256color");
    stage.painter.enter();
    expect(stage.sent()).toBe("\x1b[?1049h\x1b[22;0;0t\x1b[?1h\x1b=\x1b[H\x1b[2J");
    stage.painter.leave();
    expect(stage.sent()).toBe("\x1b[6;1H\x1b[?1l\x1b>\x1b[K\x1b[?1049l\x1b[23;0;0t");
    expect(stage.auditor.modesLeftOn()).toEqual([]);
  });

  it("turns off what the last frame left on", () => {
    const stage = entered("xterm-256color", { encoding: "ascii" });
    const style = packStyle({ bold: true, fg: 1 });
    stage.painter.paint({ columns: 20, rows: [row("x┌", 20, style)] });
    stage.painter.leave();
    expect(stage.auditor.modesLeftOn()).toEqual([]);
    expect(stage.auditor.isCursorHidden()).toBe(false);
  });

  it("leaves a line for the prompt where the screen does not come back", () => {
    const stage = entered("vt100");
    stage.painter.paint(frame(["top", "", "", "", "", "bottom"], size, home));
    stage.painter.leave();
    expect(shows(stage)).toEqual(["", "", "", "", "bottom", ""]);
    expect(stage.auditor.cursor()).toEqual({ row: 5, column: 0 });
  });

  it("happens once, and nothing is painted outside of it", () => {
    const stage = createStage("xterm");
    stage.painter.paint(frame(["early"], size));
    stage.painter.leave();
    expect(stage.sent()).toBe("");
    stage.painter.enter();
    stage.painter.enter();
    stage.painter.leave();
    stage.painter.leave();
    stage.painter.paint(frame(["late"], size));
    expect(stage.writes).toHaveLength(2);
  });

  it("can be done again, and then everything is sent again", () => {
    const stage = entered("xterm");
    const picture = frame(["text"], size, home);
    stage.painter.paint(picture);
    stage.painter.leave();
    stage.painter.enter();
    stage.sent();
    stage.painter.paint(picture);
    expect(stage.sent()).toContain("text");
  });

  it("does not begin what it could not end", () => {
    const stage = createStage(altered("xterm", { strings: { rmkx: undefined } }));
    stage.painter.enter();
    expect(stage.auditor.used.has("smkx")).toBe(false);
  });

  it("never clears the lines that have scrolled away", () => {
    const stage = createStage(altered("xterm-256color", { strings: { clear: "\x1b[H\x1b[2J\x1b[3J" } }));
    stage.painter.enter();
    expect(stage.sent()).not.toContain("\x1b[3J");
    stage.painter.paint(frame(["x"], size, home));
    expect(shows(stage)[0]).toBe("x");
  });
});

describe("what is sent", () => {
  it("is nothing if nothing changed", () => {
    const stage = entered("xterm-256color");
    stage.painter.paint(frame(["hello", "世界"], size, home));
    stage.sent();
    stage.painter.paint(frame(["hello", "世界"], size, home));
    expect(stage.writes).toHaveLength(2);
  });

  it("is one byte for a key", () => {
    const stage = entered("xterm-256color");
    stage.painter.paint(frame(["", "> hell"], size, { row: 1, column: 6 }));
    stage.sent();
    stage.painter.paint(frame(["", "> hello"], size, { row: 1, column: 7 }));
    expect(stage.sent()).toBe("o");
    stage.painter.paint(frame(["", "> hell"], size, { row: 1, column: 6 }));
    expect(stage.sent()).toBe("\b \b");
  });

  it("comes in one piece", () => {
    const stage = entered("xterm");
    stage.painter.paint(frame(["a", "b", "c", "d"], size, home));
    expect(stage.writes).toHaveLength(2);
  });

  it("is everything after the screen was spoilt, attributes reset first", () => {
    const stage = entered("xterm");
    const picture = frame(["text"], size, home);
    stage.painter.paint(picture);
    stage.painter.invalidate();
    stage.sent();
    stage.painter.paint(picture);
    expect(stage.sent()).toBe("\x1b(B\x1b(B\x1b[m\x1b[H\x1b[2J\x1b[Htext\r");
  });

  it("fits a new size", () => {
    const stage = entered("xterm");
    stage.painter.paint(frame(["text"], size, home));
    stage.painter.resize(10, 3);
    stage.auditor.resize({ columns: 10, rows: 3 });
    stage.painter.paint(frame(["longer than the row"], size, { row: 5, column: 19 }));
    expect(shows(stage)).toEqual(["longer tha", "", ""]);
    expect(stage.auditor.cursor()).toEqual({ row: 2, column: 9 });
  });

  it("erases a long rest with el, and much of the screen with ed", () => {
    const stage = entered("xterm");
    stage.painter.paint(frame(["0123456789abc", "two", "three", "four"], size, home));
    stage.sent();
    stage.painter.paint(frame(["0", "two", "three", "four"], size, home));
    expect(stage.sent()).toBe("\x1b[C\x1b[K\r".replace("\x1b[C", "0"));
    stage.painter.paint(frame(["0"], size, home));
    expect(stage.sent()).toContain("\x1b[J");
    expect(shows(stage)).toEqual(["0", "", "", "", "", ""]);
  });

  it("hides the cursor only while much is drawn", () => {
    const stage = entered("xterm");
    stage.painter.paint(frame(["few"], size, home));
    expect(stage.auditor.used.has("civis")).toBe(false);
    const full = Array.from({ length: 6 }, (_, index) => String(index).repeat(19));
    stage.painter.paint(frame(full, size, home));
    stage.sent();
    const motley = Array.from({ length: 20 }, (_, column) => packStyle({ fg: column % 8 }));
    stage.painter.paint({ columns: 20, rows: full.map((line) => row(line, 20, motley)), cursor: home });
    const bytes = stage.sent();
    expect([bytes.startsWith("\x1b[?25l"), bytes.endsWith("\x1b[?12l\x1b[?25h")]).toEqual([true, true]);
    expect(stage.auditor.isCursorHidden()).toBe(false);
  });

  it("hides it while the frame has none", () => {
    const stage = entered("xterm");
    stage.painter.paint(frame(["x"], size));
    expect(stage.auditor.isCursorHidden()).toBe(true);
    stage.painter.paint(frame(["x"], size, { row: 2, column: 3 }));
    expect(stage.auditor.isCursorHidden()).toBe(false);
    expect(stage.auditor.cursor()).toEqual({ row: 2, column: 3 });
  });

  it("is put between Sync's two ends where the entry has it, if it is much", () => {
    const sync = "<%p1%d>";
    const stage = entered(altered("xterm", { strings: { Sync: sync } }), { columns: 80, rows: 6 });
    const wide = { columns: 80, rows: 6 };
    stage.painter.paint(frame(["few"], wide, home));
    expect(stage.sent()).not.toContain("<1>");
    stage.painter.paint(
      frame(
        Array.from({ length: 6 }, (_, index) => String(index).repeat(79)),
        wide,
        home,
      ),
    );
    expect(stage.sent()).toMatch(/^<1>.*<2>$/s);
  });
});

describe("scrolling", () => {
  const lines = [
    "title",
    "one ".repeat(9),
    "two ".repeat(9),
    "three ".repeat(6),
    "four ".repeat(7),
    "status",
  ].map((line) => line.trimEnd());
  const moved = [lines[0], lines[2], lines[3], lines[4], "five", lines[5]].map(String);
  const big = { columns: 40, rows: 6 };

  it.each([
    ["vt100", "csr"],
    ["xterm-256color", "csr"],
    ["wy50", "dl1"],
    ["sun", "dl1"],
  ])("%s scrolls a part with %s", (term, capability) => {
    const stage = entered(term, big);
    stage.painter.paint(frame(lines, big, home));
    const before = stage.auditor.used.get(capability) ?? 0;
    stage.painter.paint(frame(moved, big, home));
    expect(stage.auditor.used.get(capability) ?? 0).toBeGreaterThan(before);
    expect(shows(stage)).toEqual(moved);
    stage.painter.paint(frame(lines, big, home));
    expect(shows(stage)).toEqual(lines);
  });

  it("does without where the terminal cannot", () => {
    const stage = entered("adm3a", big);
    stage.painter.paint(frame(lines, big, home));
    stage.painter.paint(frame(moved, big, home));
    expect(shows(stage)).toEqual(moved);
  });

  it("does not trust lines that come back from the terminal's memory", () => {
    const stage = entered(altered("vt100", { flags: { da: true, db: true } }), big);
    stage.painter.paint(frame(lines, big, home));
    stage.painter.paint(frame(moved, big, home));
    expect(shows(stage)).toEqual(moved);
  });

  it("costs at most 120 bytes a line on a vt100", () => {
    const wide = { columns: 80, rows: 24 };
    const stage = entered("vt100", wide);
    const text = (start: number) =>
      Array.from({ length: 24 }, (_, index) =>
        index < 21 ? `${start + index} ${"some words ".repeat(6)}` : "fixed",
      );
    stage.painter.paint(frame(text(100), wide, { row: 23, column: 5 }));
    stage.sent();
    stage.painter.paint(frame(text(101), wide, { row: 23, column: 5 }));
    expect(stage.sent().length).toBeLessThanOrEqual(120);
  });
});

describe("the last cell", () => {
  const full = Array.from({ length: 6 }, () => "x".repeat(20));

  it.each(["xterm", "vt100", "linux"])("%s can be filled", (term) => {
    const stage = entered(term);
    stage.painter.paint(frame(full, size, home));
    expect(shows(stage)).toEqual(full);
  });

  it("is filled between rmam and smam", () => {
    const stage = entered(altered("xterm", { flags: { xenl: false } }));
    stage.painter.paint(frame(full, size, home));
    expect(shows(stage)).toEqual(full);
    expect(stage.sent()).toContain("\x1b[?7lx\x1b[?7h");
  });

  it("stays blank where it would scroll the screen", () => {
    const stage = entered("adm3a");
    stage.painter.paint(frame(full, size, home));
    expect(shows(stage)).toEqual([...full.slice(1), "x".repeat(19)]);
  });
});

describe("colours and attributes", () => {
  function look(stage: Stage, column: number) {
    const { rendition } = stage.auditor.cells()[0]?.[column] ?? {};
    return Object.fromEntries(
      Object.entries(rendition ?? {}).filter(([, value]) => value !== false && value !== -1),
    );
  }

  function painted(terminal: Parameters<typeof createStage>[0], style: number, options = {}): Stage {
    const stage = entered(terminal, options);
    stage.painter.paint({ columns: 20, rows: [row("x y", 20, style)], cursor: home });
    shows(stage);
    return stage;
  }

  it("are set as the terminal can", () => {
    const style = packStyle({ bold: true, underline: true, italic: true, fg: 208, bg: 4 });
    expect(look(painted("xterm-256color", style), 0)).toEqual({
      bold: true,
      underline: true,
      italic: true,
      fg: 208,
      bg: 4,
    });
    expect(look(painted("vt100", style), 0)).toEqual({ bold: true, underline: true, reverse: true });
    expect(look(painted("adm3a", style), 0)).toEqual({});
  });

  it("are left out where they take up cells", () => {
    expect(
      look(painted(altered("xterm", { numbers: { xmc: 1 } }), packStyle({ bold: true, fg: 1 })), 0),
    ).toEqual({});
  });

  it("become reverse, not colour, if no colours are wanted", () => {
    const colours = createColours(fixtureEntry("xterm"), { none: true });
    expect(look(painted("xterm", packStyle({ fg: 1, bg: 4 }), { colours }), 0)).toEqual({ reverse: true });
  });

  it("heed ncv: what cannot be combined with colours gives way, reverse by swapping them", () => {
    const entry = altered("xterm", { numbers: { ncv: 2 + 4 } });
    expect(look(painted(entry, packStyle({ underline: true, bold: true, fg: 1 })), 0)).toEqual({
      bold: true,
      fg: 1,
    });
    expect(look(painted(entry, packStyle({ reverse: true, fg: 1, bg: 3 })), 0)).toEqual({ fg: 3, bg: 1 });
    expect(look(painted(entry, packStyle({ reverse: true, fg: 1 })), 0)).toEqual({ reverse: true });
  });

  it("do not make text unreadable when two colours become one", () => {
    expect(look(painted("xterm", packStyle({ fg: 15, bg: 7 })), 0)).toEqual({ fg: 7 });
  });

  it("are not changed for the blanks between words", () => {
    const stage = painted("xterm", packStyle({ fg: 1 }));
    expect(stage.sent()).toContain("x y");
  });

  it.each([
    ["sgr0", altered("xterm", { flags: { msgr: false } })],
    [
      "rmso",
      altered("xterm", {
        flags: { msgr: false },
        strings: { sgr0: undefined, sgr: undefined, rev: undefined },
      }),
    ],
  ])("are ended by %s while the cursor moves, unless the terminal has msgr", (_, entry) => {
    const stage = entered(entry);
    const style = packStyle({ reverse: true });
    const rows: readonly Row[] = [row("a", 20, style), row("", 20), row("      b         c", 20, style)];
    stage.painter.paint({ columns: 20, rows: [row("x".repeat(19), 20)], cursor: home });
    stage.painter.paint({ columns: 20, rows, cursor: home });
    expect(shows(stage)).toEqual(["a", "", "      b         c", "", "", ""]);
  });

  it("erase in colour only with bce", () => {
    const style = packStyle({ bg: 4 });
    const rows: readonly Row[] = [row(" ".repeat(20), 20, style)];
    for (const [bce, used] of [
      [true, true],
      [false, false],
    ] as const) {
      const stage = entered(altered("xterm", { flags: { bce } }));
      stage.painter.paint({ columns: 20, rows, cursor: home });
      expect(stage.auditor.used.has("el")).toBe(used);
      expect(look(stage, 10)).toEqual({ bg: 4 });
    }
  });
});

describe("characters", () => {
  it("come from the alternate set where there is no UTF-8", () => {
    const stage = entered("vt100", { encoding: "ascii" });
    stage.painter.paint(frame(["┌─┐ text", "└─┘é"], size, home));
    expect(stage.auditor.used.get("enacs")).toBe(1);
    expect(shows(stage).slice(0, 2)).toEqual(["┌─┐ text", "└─┘e"]);
  });

  it("are not trusted to move by their width if terminals differ", () => {
    const stage = entered("xterm");
    stage.painter.paint(frame(["❤️ 👨‍👩‍👧 e\u0301x"], size, home));
    expect(shows(stage)[0]).toBe("❤️ 👨‍👩‍👧 e\u0301x");
  });

  it.each([
    ["a keycap in two cells", ["1\ufe0f\u20e3", "", "x"], "1\ufe0f\u20e3x"],
    ["a keycap at the right edge", [..."a".repeat(18), "1\ufe0f\u20e3", ""], `${"a".repeat(18)}1`],
    ["a mark that has a cell of its own", [" ", "\u103b", "x"], " \u103bx"],
    ["jamo side by side", ["\u1100", "", "\u1100", "", "x"], "\u1100\u1100x"],
  ])("are not trusted beside others: %s", (_what, cells, shown) => {
    const stage = entered("xterm");
    const texts = [...cells, ...new Array<string>(20 - cells.length).fill(" ")];
    const below = row("below", 20);
    stage.painter.paint({ columns: 20, rows: [{ texts, styles: texts.map(() => 0) }, below], cursor: home });
    expect(shows(stage).slice(0, 2)).toEqual([shown, "below"]);
  });

  it("never straddle the last column", () => {
    const stage = entered("xterm");
    const texts = Array.from({ length: 20 }, () => "漢");
    stage.painter.paint({ columns: 20, rows: [{ texts, styles: texts.map(() => 0) }], cursor: home });
    expect(stage.auditor.text()[0]?.endsWith(" ")).toBe(true);
  });

  it("are well-formed whatever a frame holds", () => {
    const stage = entered("xterm");
    const texts = ["", "a", "", "", "\x1b[2J", "b\x07", ...new Array<string>(14).fill(" ")];
    stage.painter.paint({ columns: 20, rows: [{ texts, styles: [] }], cursor: { row: 99, column: -1 } });
    expect(stage.auditor.unexplained).toEqual([]);
    expect(stage.sent()).not.toContain("\x07");
  });

  it("do not show through where an underscore overstrikes", () => {
    const stage = entered(altered("vt100", { flags: { ul: true } }));
    stage.painter.paint(frame(["a_b"], size, home));
    stage.sent();
    stage.painter.paint(frame(["_ab"], size, home));
    expect(stage.sent()).toBe(" \r_ \ba\r");
  });
});

describe("a line feed, which the tty turns into CR LF", () => {
  it("is never part of an address", () => {
    const entry = altered("vt52", { strings: { cup: "\x1bY%p1%c%p2%c", cr: undefined, home: undefined } });
    const stage = createStage(entry, { columns: 14, rows: 13 });
    const tall = { columns: 14, rows: 13 };
    stage.painter.enter();
    stage.painter.paint(
      frame(
        Array.from({ length: 13 }, (_, index) => `          ${index}`),
        tall,
        { row: 10, column: 10 },
      ),
    );
    const addresses = stage.sent().split("\x1bY").slice(1);
    expect(addresses.filter((address) => address.slice(0, 2).includes("\n"))).toEqual([]);
    expect(addresses.length).toBeGreaterThan(0);
    expect(stage.auditor.cursor()).toEqual({ row: 10, column: 10 });
    expect(shows(stage)[10]).toBe("          10");
  });
});
