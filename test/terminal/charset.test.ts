import { describe, expect, it } from "vitest";
import { createCharset } from "../../src/terminal/charset.ts";
import { encodingOf } from "../../src/terminal/locale.ts";
import { altered } from "../support/paint/stage.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";

describe("the locale", () => {
  it.each([
    [{ LC_ALL: "C", LC_CTYPE: "en_GB.UTF-8", LANG: "en_GB.UTF-8" }, "ascii"],
    [{ LC_ALL: "", LC_CTYPE: "en_GB.utf8", LANG: "C" }, "utf-8"],
    [{ LANG: "de_DE.UTF-8@euro" }, "utf-8"],
    [{ LC_CTYPE: "UTF-8" }, "utf-8"],
    [{ LANG: "de_DE.ISO-8859-15@euro" }, "8-bit"],
    [{ LANG: "ru_RU.KOI8-R" }, "8-bit"],
    [{ LANG: "ja_JP.eucJP" }, "ascii"],
    [{ LANG: "en_US" }, "ascii"],
    [{ LANG: "en_US.no-such-thing" }, "ascii"],
    [{}, "ascii"],
  ])("%j means %s", (locale, kind) => {
    expect(encodingOf(locale).kind).toBe(kind);
  });
});

function charsetOf(term: string, LANG: string, ascii = false) {
  return createCharset({ entry: fixtureEntry(term), locale: { LANG }, ascii });
}

describe("UTF-8", () => {
  const charset = charsetOf("vt100", "C.UTF-8");

  it("shows characters as they are", () => {
    expect(charset.glyph("┌", 1)).toEqual({ text: "┌", alternate: false });
    expect(charset.glyph("漢", 2)).toEqual({ text: "漢", alternate: false });
    expect(charset.encode("é")).toBe("\u00c3\u00a9");
    expect(charset.hasAlternates).toBe(false);
  });
});

describe("8 bits", () => {
  it("are those of the locale, never control characters", () => {
    expect(charsetOf("vt100", "de.ISO-8859-15").encode("é€")).toBe("\xe9\xa4");
    expect(charsetOf("vt100", "ru.KOI8-R").encode("Ж")).toBe("\xf6");
    expect(charsetOf("vt100", "en.CP1252").encode("€é")).toBe("?\xe9");
  });

  it("leave boxes to the alternate set", () => {
    expect(charsetOf("vt100", "de.ISO-8859-1").glyph("┌", 1)).toEqual({ text: "l", alternate: true });
  });
});

describe("the alternate character set", () => {
  it("offers the terminal's own bytes, for kindred characters too", () => {
    const charset = charsetOf("vt100", "C");
    expect(["╭", "━", "║", "╬"].map((box) => charset.glyph(box, 1).text).join("")).toBe("lqxn");
    expect(charset.hasAlternates).toBe(true);
  });

  it("is not used where it maps to a control byte", () => {
    const entry = altered("vt100", { strings: { acsc: "q\x04x\x7fl\x9bmm" } });
    const charset = createCharset({ entry, locale: {} });
    expect(["─", "│", "┌", "└"].map((box) => charset.glyph(box, 1))).toEqual([
      { text: "-", alternate: false },
      { text: "|", alternate: false },
      { text: "+", alternate: false },
      { text: "m", alternate: true },
    ]);
  });

  it("would show letters where it cannot be switched on", () => {
    const entry = altered("vt100", { strings: { smacs: undefined, acsc: "qqx\xb3" } });
    const charset = createCharset({ entry, locale: {} });
    expect(charset.glyph("─", 1)).toEqual({ text: "-", alternate: false });
    expect(charset.glyph("│", 1)).toEqual({ text: "\xb3", alternate: true });
  });

  it("is left alone where U8 says that it is broken, and where ASCII is asked for", () => {
    expect(charsetOf("linux", "C").hasAlternates).toBe(false);
    expect(charsetOf("vt100", "C.UTF-8", true).glyph("─", 1)).toEqual({ text: "-", alternate: false });
  });
});

describe("ASCII", () => {
  const charset = charsetOf("adm3a", "C");

  it.each([
    ["é", 1, "e"],
    ["e\u0301", 1, "e"],
    ["“", 1, '"'],
    ["…", 1, "."],
    ["漢", 2, "? "],
    ["Ａ", 2, "A "],
    ["⠀", 1, " "],
    ["⣿", 1, "#"],
    ["█", 1, "#"],
    ["🙂", 2, "? "],
    ["x", 1, "x"],
  ])("stands in for %s", (cluster, width, text) => {
    expect(charset.glyph(cluster, width)).toEqual({ text, alternate: false });
  });

  it("keeps the width when the same cluster comes in another", () => {
    expect([charset.glyph("字", 1).text, charset.glyph("字", 2).text]).toEqual(["?", "? "]);
  });

  it("has no tilde where the terminal has none", () => {
    expect(charsetOf("minitel1", "C").glyph("~", 1).text).toBe("`");
  });

  it("has one character for every one in the tables", () => {
    const drawn = "┌┐└┘├┤┬┴┼─│▒░█◆°±·⎺⎽≤≥π≠£→←↑↓‘’‚“”„«»‹›–—…●○■□✓✗×÷★▲▼▶◀⇒▁▂▃▄▅▆▇▌▐▀╱╲╳";
    for (const character of drawn) {
      expect(charset.glyph(character, 1).text, character).toMatch(/^[!-~]$/);
      expect(charset.glyph(character, 1).text, character).not.toBe("?");
    }
  });
});
