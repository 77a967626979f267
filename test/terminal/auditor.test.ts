/** The auditor judges the painter, so here it is judged itself: by streams written by hand. */
import { describe, expect, it } from "vitest";
import { createAuditor } from "../support/auditor/auditor.ts";
import { clusterWidth } from "../support/auditor/width.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";

const columns = 20;
const rows = 6;

function audit(term: string, stream: string, options: { encoding?: "ascii"; addsReturn?: boolean } = {}) {
  const auditor = createAuditor({ entry: fixtureEntry(term), columns, rows, ...options });
  auditor.feed(Buffer.from(stream, "latin1"));
  return auditor;
}

function utf8(text: string): string {
  return Buffer.from(text, "utf-8").toString("latin1");
}

function trimmed(auditor: { text(): readonly string[] }): readonly string[] {
  return auditor.text().map((row) => row.trimEnd());
}

const clears: readonly (readonly [string, string])[] = [
  ["xterm-256color", "\x1b[H\x1b[2J"],
  ["vt100", "\x1b[H\x1b[J"],
  ["wy50", "\x1b+"],
  ["vt52", "\x1bH\x1bJ"],
  ["adm3a", "\x1a"],
  ["noesc", "\x0c"],
];

describe("explaining", () => {
  it.each(clears)("%s: clear, cup and text in its own words", (term, clear) => {
    const words: Readonly<Record<string, string>> = {
      "xterm-256color": "\x1b[3;5H",
      vt100: "\x1b[3;5H",
      wy50: '\x1b="$',
      vt52: '\x1bY"$',
      adm3a: '\x1b="$',
      noesc: '\x10"$',
    };
    const auditor = audit(term, `${clear}top${words[term]}here`);
    expect(auditor.unexplained).toEqual([]);
    expect(auditor.problems).toEqual([]);
    expect(trimmed(auditor)).toEqual(["top", "", "    here", "", "", ""]);
    expect(auditor.cursor()).toEqual({ row: 2, column: 8 });
    expect(auditor.used.get("cup")).toBe(1);
  });

  const foreign: readonly (readonly [string, string, number])[] = [
    ["wy50", "\x1b[1m", 0],
    ["vt52", "\x1b[3;5H", 0],
    ["adm3a", "\x1bK", 0],
    ["xterm-256color", "\x1b[0m", 0],
    ["xterm-256color", "\x1b[3J", 0],
    ["xterm-256color", "ok\x1b[c", 2],
    ["xterm-256color", "\x1b]0;title\x07", 0],
    ["vt100", "\x1b[38;5;196m", 0],
    ["vt100", "\x1b[?1049h", 0],
    ["noesc", "\x1b[H", 0],
    ["xterm-256color", "\x1b[7;1H", 0],
    ["xterm-256color", "\x1b[1;21H", 0],
    ["xterm-256color", "\x9b1m", 0],
    ["xterm-256color", "\xff", 0],
  ];

  it.each(foreign)("%s: a foreign sequence is reported (%j)", (term, stream, at) => {
    const { unexplained } = audit(term, stream);
    expect(unexplained[0]).toMatch(new RegExp(`^byte ${at} `));
  });

  it("counts bytes over several feeds and shows the context", () => {
    const auditor = audit("vt100", "\x1b[H\x1b[Jhello");
    auditor.feed("abc\x1b[99z");
    expect(auditor.unexplained).toEqual([
      'byte 14 (1b) is neither text nor a capability, in "abc\\u001b[99z"',
    ]);
  });

  it("takes padding only where it is due", () => {
    expect(audit("vt100", "\x1b[H\x1b[J\0\0\0\0a").unexplained).toEqual([]);
    expect(audit("vt100", "\x1b[H\x1b[Ja\0").unexplained).toHaveLength(1);
    expect(audit("noesc", "\x0c\x7f\x7fa").unexplained).toEqual([]);
    expect(audit("noesc", "\x0c\0a").unexplained).toHaveLength(1);
    expect(audit("c100", "\x1b?\x1b\x05\0\0\0\r").unexplained).toEqual([]);
  });

  it("follows capabilities that remember what was sent", () => {
    const bold = audit("ctrm", "\x1b&dH");
    expect(bold.unexplained).toEqual([]);
    expect(bold.used.get("bold")).toBe(1);
    const twice = audit("ctrm", "\x1b&dH\x1b&dH");
    expect(twice.unexplained).toHaveLength(1);
  });

  it("reads UTF-8 only where it was agreed", () => {
    expect(audit("xterm-256color", `\x1b[H\x1b[2J${utf8("é漢")}`).text()[0]).toMatch(/^é漢 /);
    expect(audit("xterm-256color", utf8("é"), { encoding: "ascii" }).unexplained).toHaveLength(2);
  });
});

describe("replaying", () => {
  const home = "\x1b[H\x1b[2J";

  it("wraps behind the last column, at once or with the next character", () => {
    const full = "x".repeat(columns);
    expect(audit("xterm-256color", `${home}${full}`).cursor()).toEqual({ row: 0, column: columns - 1 });
    expect(trimmed(audit("xterm-256color", `${home}${full}y`))[1]).toBe("y");
    expect(audit("wy50", `\x1b+${full}`).cursor()).toEqual({ row: 1, column: 0 });
    expect(trimmed(audit("vt52", `\x1bH\x1bJ${full}y`))[0]).toBe(`${"x".repeat(columns - 1)}y`);
    expect(trimmed(audit("vt100", `\x1b[H\x1b[J\x1b[?7l${full}y`))[0]).toBe(`${"x".repeat(columns - 1)}y`);
  });

  it("scrolls when the last cell is written where the entry says so", () => {
    const auditor = audit("wy50", `\x1b+top\x1b=% ${"x".repeat(columns)}`);
    expect(trimmed(auditor)).toEqual(["", "", "", "", "x".repeat(columns), ""]);
  });

  it("reports movements that rely on the last column", () => {
    const full = "x".repeat(columns);
    expect(audit("xterm-256color", `${home}${full}\x1b[K`).problems).toHaveLength(1);
    expect(audit("xterm-256color", `${home}${full}\x1b[2;1Ha`).problems).toEqual([]);
  });

  it("erases with the background only where there is bce", () => {
    const erased = (term: string, stream: string) => audit(term, stream).cells()[0]?.[0]?.rendition.bg;
    expect(erased("xterm-256color", `${home}\x1b[44m\x1b[K`)).toBe(4);
    expect(erased("screen", `\x1b[H\x1b[J\x1b[44m\x1b[K`)).toBe(-1);
    expect(erased("xterm-256color", `${home}\x1b[44m\x1b[5X`)).toBe(4);
  });

  it("scrolls in a region and loses the cursor when it is set", () => {
    const lines = ["a", "b", "c", "d", "e", "f"].map((line, row) => `\x1b[${row + 1};1H${line}`).join("");
    const auditor = audit("xterm-256color", `${home}${lines}\x1b[2;4r`);
    expect(auditor.cursor()).toBeUndefined();
    auditor.feed("\x1b[4;1H\n");
    expect(trimmed(auditor)).toEqual(["a", "c", "d", "", "e", "f"]);
    expect(auditor.modesLeftOn()).toEqual(["csr"]);
    auditor.feed("\x1b[2;1H\x1bM\x1b[1;6r\x1b[1;1H\x1b[2L");
    expect(trimmed(auditor)).toEqual(["", "", "a", "", "c", "d"]);
    auditor.feed("\x1b[M");
    expect(trimmed(auditor)).toEqual(["", "a", "", "c", "d", ""]);
    expect(auditor.problems).toEqual([]);
    expect(auditor.modesLeftOn()).toEqual([]);
  });

  it("returns to the first column with a line feed, as the tty does", () => {
    expect(audit("vt100", "\x1b[H\x1b[Jab\n").cursor()).toEqual({ row: 1, column: 0 });
    expect(audit("vt100", "\x1b[H\x1b[Jab\n", { addsReturn: false }).cursor()).toEqual({ row: 1, column: 2 });
  });

  it("reports a line feed within a parameter, but not in a cup that walks", () => {
    const adm3a = fixtureEntry("adm3a");
    const strings = new Map(adm3a.strings).set("cup", "\x1b=%p1%c%p2%c");
    const auditor = createAuditor({ entry: { ...adm3a, strings }, columns: 20, rows: 12 });
    auditor.feed("\x1a\x1b=\x0b\x05");
    expect(auditor.problems).toEqual([]);
    auditor.feed("\x1b=\x0a\x05");
    expect(auditor.problems).toHaveLength(1);
    expect(auditor.unexplained).toEqual([]);
    const walking = audit("viewdata", "\x0c\x1e\n\n\t\t");
    expect(walking.problems).toEqual([]);
    expect(walking.cursor()).toEqual({ row: 2, column: 2 });
  });

  it("keeps the look of each cell", () => {
    const { unexplained, cells } = audit(
      "xterm-256color",
      `${home}\x1b[1m\x1b[31ma\x1b(B\x1b[mb\x1b[7mc\x1b[4md`,
    );
    expect(unexplained).toEqual([]);
    const looks = cells()[0]
      ?.slice(0, 4)
      .map(({ rendition }) => rendition);
    expect(looks).toMatchObject([
      { bold: true, fg: 1, reverse: false },
      { bold: false, fg: -1, reverse: false },
      { reverse: true, underline: false },
      { reverse: true, underline: true },
    ]);
  });

  it("reads sgr, colours in the older order and the ends that end everything", () => {
    const sgr = audit("xterm-256color", `${home}\x1b(B\x1b[0;1;7ma`).cells()[0]?.[0]?.rendition;
    expect(sgr).toMatchObject({ bold: true, reverse: true, standout: false });
    const vt100 = audit("vt100", "\x1b[H\x1b[J\x1b[1m\x1b[4m\x1b[ma").cells()[0]?.[0]?.rendition;
    expect(vt100).toMatchObject({ bold: false, underline: false });
  });

  it("shows the alternate character set by acsc", () => {
    expect(trimmed(audit("vt100", "\x1b[H\x1b[J\x0elqk\x0flqk"))[0]).toBe("┌─┐lqk");
    expect(trimmed(audit("wy50", "\x1b+\x1bH\x022:3\x1bH\x03"))[0]).toBe("┌─┐");
    expect(audit("vt100", "\x1b[H\x1b[J\x0eA").problems).toHaveLength(1);
    expect(audit("vt100", "\x0e").modesLeftOn()).toEqual(["smacs"]);
  });

  it("gives cookies the cells that they take", () => {
    expect(trimmed(audit("tvi950", "\x1b*a\x1bG4b\x1bG0c"))[0]).toBe("a b c");
  });

  it("reports movement with attributes on where there is no msgr", () => {
    expect(audit("linux", "\x1b[H\x1b[J\x1b[1m\x1b[2;2H").problems).toEqual([]);
    expect(audit("hp", "\x1b&a0y0C\x1bJ\x1b&dB\x1b&a1y1C").problems.length).toBeGreaterThan(0);
  });

  it("places wide characters and joins combining ones, without trusting the column behind them", () => {
    const auditor = audit("xterm-256color", `${home}${utf8("a漢b")}`);
    expect(
      auditor
        .cells()[0]
        ?.slice(0, 4)
        .map(({ text }) => text),
    ).toEqual(["a", "漢", "", "b"]);
    auditor.feed("\x1b[1;3Hx");
    expect(auditor.text()[0]).toMatch(/^a¿xb/);
    expect(audit("xterm-256color", `${home}${utf8("e\u0301")}\x1b[1;2Hx`).problems).toEqual([]);
    expect(audit("xterm-256color", `${home}${utf8("e\u0301x")}`).problems).toHaveLength(1);
    expect(audit("xterm-256color", `${home}\x1b[1;20H${utf8("漢")}`).problems).toHaveLength(1);
  });

  it("knows nothing before a clear and after a resize", () => {
    const auditor = audit("xterm-256color", "x");
    expect(auditor.problems).toHaveLength(1);
    expect(auditor.text()[1]).toBe("¿".repeat(columns));
    auditor.resize({ columns: 10, rows: 3 });
    expect(auditor.text()).toEqual(["¿".repeat(10), "¿".repeat(10), "¿".repeat(10)]);
    auditor.feed("\x1b[3;10H");
    expect(auditor.unexplained).toEqual([]);
  });

  it("inserts and deletes characters", () => {
    expect(trimmed(audit("xterm-256color", `${home}abcd\x1b[1;2H\x1b[2@xy`))[0]).toBe("axybcd");
    expect(trimmed(audit("xterm-256color", `${home}abcd\x1b[1;2H\x1b[4hxy\x1b[4l\x1b[P`))[0]).toBe("axycd");
  });

  it("tells which modes were left on", () => {
    const on = audit("xterm-256color", "\x1b[?1049h\x1b[22;0;0t\x1b[?1h\x1b=\x1b[?25l\x1b[?7l\x1b[1m");
    expect([...on.modesLeftOn()].sort()).toEqual(["attributes", "civis", "rmam", "smcup", "smkx"]);
    on.feed("\x1b(B\x1b[m\x1b[?7h\x1b[?12l\x1b[?25h\x1b[?1l\x1b>\x1b[?1049l\x1b[23;0;0t");
    expect(on.modesLeftOn()).toEqual([]);
    expect(on.unexplained).toEqual([]);
  });
});

describe("the width of a cluster", () => {
  const widths: readonly (readonly [string, number])[] = [
    ["a", 1],
    ["é", 1],
    ["e\u0301", 1],
    ["\u0301", 0],
    ["漢", 2],
    ["ｱ", 1],
    ["Ａ", 2],
    ["🙂", 2],
    ["❤", 1],
    ["❤️", 2],
    ["👨‍👩‍👧", 2],
    ["🇩🇪", 2],
    ["1️⃣", 2],
    ["각", 2],
    ["─", 1],
  ];

  it.each(widths)("%s is %d", (cluster, width) => {
    expect(clusterWidth(cluster)).toBe(width);
  });
});
