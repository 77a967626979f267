/** Keys that are more than a string of the entry: characters, Alt, timing, sequences that nobody asked for. */
import { describe, expect, it } from "vitest";
import { escapeDelayOf } from "../../../src/terminal/keys/decoder.ts";
import { drive, entryWith, labels } from "./drive.ts";

const esc = "\x1b";

describe("characters", () => {
  it("carry their text", () => {
    const driven = drive("vt100");
    driven.type("aA é🙂");
    expect(driven.keys.map(({ name, text }) => [name, text])).toEqual([
      ["a", "a"],
      ["A", "A"],
      ["space", " "],
      ["é", "é"],
      ["🙂", "🙂"],
    ]);
    expect(driven.keys.every(({ ctrl, meta, shift }) => !ctrl && !meta && !shift)).toBe(true);
  });

  it("may be split over reads", () => {
    const driven = drive("vt100");
    for (const byte of Buffer.from("日🙂")) {
      driven.decoder.push(Uint8Array.of(byte));
    }
    expect(driven.said()).toEqual(["日", "🙂"]);
    expect(driven.clock.pending()).toBe(0);
  });

  it.each([
    ["a lone continuation", "\x80", ["�"]],
    ["an overlong form", "\xc0\xaf", ["�", "�"]],
    ["a surrogate", "\xed\xa0\x80", ["�", "�", "�"]],
    ["one above all", "\xf5\x80", ["�", "�"]],
    ["one that is cut off by text", "\xe6\x97x", ["�", "x"]],
    ["one that is cut off by a key", "\xf0\x9f\x1b[A", ["�", "up"]],
    ["one that is cut off by another", "\xe6\xe6\x97\xa5", ["�", "日"]],
  ])("that are not UTF-8 are replaced: %s", (_, bytes, expected) => {
    expect(labels("linux", [bytes])).toEqual(expected);
    expect(labels("linux", [...bytes])).toEqual(expected);
  });

  it("that never end are replaced after a while", () => {
    const driven = drive("vt100");
    driven.read("\xf0\x9f");
    driven.clock.advance(1000);
    driven.read("x");
    expect(driven.said()).toEqual(["�", "x"]);
  });

  it("are Latin-1 where the locale is", () => {
    expect(labels("vt100", ["\xe9\x9bA\x85\x9d0;title\x9c\x8fPz"], { utf8: false })).toEqual([
      "é",
      "up",
      "f1",
      "z",
    ]);
  });

  it("of 8-bit controls introduce nothing in UTF-8 unless the entry's keys do", () => {
    expect(labels("vt100", ["\x9bA", "\xc2\x9bA"])).toEqual(["�", "A", "A"]);
    expect(labels("xterm-8bit", ["\x9bA\x9b?1;2cx"])).toEqual(["up", "x"]);
  });
});

describe("control characters", () => {
  it("have their usual names", () => {
    expect(labels("xterm-256color", ["\x00\x01\x03\b\t\n\r\x1a\x1c\x1d\x1e\x1f\x7f"]).join(" ")).toBe(
      "ctrl-space ctrl-a ctrl-c backspace tab newline enter ctrl-z ctrl-\\ ctrl-] ctrl-^ ctrl-_ backspace",
    );
  });

  it.each(["wy50", "adm3a"])("are arrows on %s, but ^H deletes and ^M enters", (term) => {
    expect(labels(term, ["\b\n\v\f\r\x7f"])).toEqual([
      "backspace",
      "down",
      "up",
      "right",
      "enter",
      "backspace",
    ]);
  });

  it("stay apart: ^J is no enter", () => {
    expect(labels("vt100", ["\n\r"])).toEqual(["newline", "enter"]);
  });

  it.each([
    ["kdch1 is ^?", { kbs: "\b", kdch1: "\x7f" }, "\b\x7f", ["backspace", "delete"]],
    ["kdch1 is ^? and there is no kbs", { kdch1: "\x7f" }, "\b\x7f", ["backspace", "delete"]],
    ["kbs and kdch1 are ^?", { kbs: "\x7f", kdch1: "\x7f" }, "\b\x7f", ["backspace", "backspace"]],
    ["kbs is another and khome is ^H", { kbs: "\x19", khome: "\b" }, "\b\x19", ["home", "backspace"]],
    ["an arrow is ^I or ^M", { kcuf1: "\t", kcud1: "\r" }, "\t\r", ["tab", "enter"]],
    ["kent is ^J", { kent: "\n" }, "\n", ["newline"]],
    ["a function key is ^C", { kf3: "\x03", kf4: "\x04" }, "\x03\x04", ["ctrl-c", "f4"]],
    [
      "kclr is ^L, kel ^K, kspd ^Z",
      { kclr: "\f", kel: "\v", kspd: "\x1a" },
      "\f\v\x1a",
      "ctrl-l ctrl-k ctrl-z".split(" "),
    ],
  ])("follow the rules where %s", (_, strings, bytes, expected) => {
    expect(labels(entryWith(strings), [bytes])).toEqual(expected);
  });

  it("that may start a key wait for the rest of it", () => {
    const driven = drive("wy50");
    driven.read("\x01");
    expect(driven.said()).toEqual([]);
    driven.clock.advance(50);
    expect(driven.said()).toEqual(["ctrl-a"]);
    driven.read("\x01@");
    driven.clock.advance(50);
    expect(driven.said()).toEqual(["ctrl-a", "@"]);
    driven.read("\x01@\r\x01x");
    expect(driven.said()).toEqual(["f1", "ctrl-a", "x"]);
  });
});

describe("escape", () => {
  it("is known when nothing follows in time, and not before", () => {
    const driven = drive("xterm-256color", { escapeDelayMs: 120 });
    driven.read(esc);
    driven.clock.advance(119);
    expect(driven.said()).toEqual([]);
    driven.clock.advance(1);
    expect(driven.said()).toEqual(["escape"]);
    expect(driven.clock.pending()).toBe(0);
  });

  it("starts a key that comes in pieces, as long as they come in time", () => {
    const driven = drive("xterm-256color");
    for (const piece of [esc, "[", "1", ";", "5", "A"]) {
      driven.clock.advance(49);
      driven.read(piece);
    }
    expect(driven.said()).toEqual(["ctrl-up"]);
  });

  it("is a key of its own when the rest comes too late", () => {
    const driven = drive("xterm-256color");
    driven.read(esc);
    driven.clock.advance(51);
    driven.read("OA");
    expect(driven.said()).toEqual(["escape", "O", "A"]);
  });

  it("waits longer once a sequence is clear, and never takes its rest for text", () => {
    const driven = drive("xterm-256color", { escapeDelayMs: 0 });
    driven.read(`${esc}[1`);
    driven.clock.advance(499);
    driven.read(";5A");
    expect(driven.said()).toEqual(["ctrl-up"]);
    driven.read(`${esc}[1;`);
    driven.clock.advance(500);
    driven.read("x");
    expect(driven.said()).toEqual(["x"]);
  });

  it("is Alt before a key", () => {
    const keys = `${esc}x ${esc}\r${esc}\x7f${esc}\x01${esc}\t${esc}é${esc}${esc}[A${esc}${esc}OP`;
    const driven = drive("xterm-256color");
    driven.type(keys);
    expect(driven.said().join(" ")).toBe(
      "alt-x space alt-enter alt-backspace ctrl-alt-a alt-tab alt-é alt-up alt-f1",
    );
    expect(driven.keys.filter(({ meta, text }) => meta && text !== undefined)).toEqual([]);
  });

  it("may be pressed more than once", () => {
    const driven = drive("xterm-256color");
    driven.read(esc.repeat(2));
    driven.clock.advance(50);
    expect(driven.said()).toEqual(["escape", "escape"]);
    driven.read(`${esc.repeat(4)}[Ax`);
    expect(driven.said()).toEqual(["escape", "escape", "alt-up", "x"]);
    driven.read(`${esc}${esc}xy`);
    expect(driven.said()).toEqual(["escape", "alt-x", "y"]);
  });

  it.each(["[", "O", "]", "P", "X", "^", "_"])("with %s alone is Alt too", (letter) => {
    const driven = drive("linux");
    driven.read(`${esc}${letter}`);
    driven.clock.advance(1000);
    driven.read("a");
    expect(driven.said()).toEqual([`alt-${letter}`, "a"]);
  });

  it("lets the entry's two-byte keys be before Alt", () => {
    expect(labels("vt52", [`${esc}A${esc}a`])).toEqual(["up", "alt-a"]);
  });

  it("finds the longest key, or after a while the shorter one", () => {
    const driven = drive("hp2392");
    driven.read(`${esc}u\r${esc}ux`);
    expect(driven.said()).toEqual(["f6", "page-down", "x"]);
    driven.read(`${esc}u`);
    expect(driven.said()).toEqual([]);
    driven.clock.advance(50);
    expect(driven.said()).toEqual(["page-down"]);
  });

  it("takes its delay from ESCDELAY", () => {
    expect(["25", " 0 ", "99999999", "", "-1", "x", undefined].map(escapeDelayOf)).toEqual([
      25, 0, 10000, 50, 50, 50, 50,
    ]);
  });
});

describe("sequences that the entry does not know", () => {
  const strays: Readonly<Record<string, string>> = {
    "focus in": `${esc}[I`,
    "focus out": `${esc}[O`,
    DA1: `${esc}[?64;1;2;6;22c`,
    DA2: `${esc}[>41;351;0c`,
    DSR: `${esc}[0n`,
    "where the cursor is": `${esc}[12;40R`,
    DECRPM: `${esc}[?2026;2$y`,
    "the size": `${esc}[8;24;80t`,
    "kitty's flags": `${esc}[?0u`,
    "a colour, ended by BEL": `${esc}]11;rgb:1e1e/1e1e/2e2e\x07`,
    "a colour, ended by ST": `${esc}]10;rgb:ffff/ffff/ffff${esc}\\`,
    XTVERSION: `${esc}P>|XTerm(370)${esc}\\`,
    DECRQSS: `${esc}P1$r0m${esc}\\`,
    "an application command": `${esc}_Gi=1;OK${esc}\\`,
    "a privacy message": `${esc}^x${esc}\\`,
    "a mouse report": `${esc}[<0;10;20M`,
    "a mouse report of urxvt": `${esc}[32;10;20M`,
    "a mouse report of X10": `${esc}[M !"`,
    "an unknown key of the Linux console": `${esc}[[F`,
    "an unknown key": `${esc}[99~`,
    "an unknown shift": `${esc}O1;2z`,
    "a private sequence": `${esc}[=1;2 q`,
    "one with too many parameters": `${esc}[${"1;".repeat(500)}A`,
  };

  describe.each(Object.entries(strays))("%s", (_, stray) => {
    it("is dropped whole, between text and over reads", () => {
      const text = `abc${stray}xyz`;
      for (const term of ["xterm-256color", "screen", "vt100"]) {
        expect(labels(term, [text]).join("")).toBe("abcxyz");
        expect(labels(term, [...text]).join("")).toBe("abcxyz");
        expect(labels(term, [stray, stray, "x"]).join("")).toBe("x");
      }
    });

    it("is dropped when its rest never comes", () => {
      for (let at = 3; at < stray.length; at += 1) {
        const driven = drive("linux");
        driven.read(stray.slice(0, at));
        driven.clock.advance(500);
        driven.read("x");
        expect(driven.said().join("")).toBe("x");
      }
    });
  });

  it("end where a control character comes, so that ^C always works", () => {
    for (const start of ["[12", "]11;rgb", "P1", "[M ", "O1;"]) {
      expect(labels("linux", [`${esc}${start}\x03x`])).toEqual(["ctrl-c", "x"]);
    }
  });

  it("end where another one starts", () => {
    expect(labels("linux", [`${esc}[12${esc}[A${esc}]0;x${esc}[B${esc}]y${esc}`])).toEqual(["up", "down"]);
    expect(labels("linux", [`${esc}[1é`])).toEqual(["�"]);
  });

  it("are keys where all terminals agree on them", () => {
    const keys = `${esc}[1;5A${esc}[3;2~${esc}[15~${esc}[1;6P${esc}O5C${esc}OM${esc}[Z${esc}Oq${esc}Ok${esc}[E`;
    expect(labels("ansi", [keys]).join(" ")).toBe(
      "ctrl-up shift-delete f5 ctrl-shift-f1 ctrl-right enter back-tab 1 + begin",
    );
  });
});

describe("keys told by code", () => {
  it.each([
    ["97u", "a", "a"],
    ["97;2u", "A", "A"],
    ["97:65;2u", "A", "A"],
    ["49:33;2u", "!", "!"],
    ["223;2u", "ß", "ß"],
    ["97;5u", "ctrl-a", undefined],
    ["97;3u", "alt-a", undefined],
    ["97;7u", "ctrl-alt-a", undefined],
    ["106;5u", "newline", undefined],
    ["105;5u", "tab", undefined],
    ["13;2u", "shift-enter", undefined],
    ["13;5u", "ctrl-enter", undefined],
    ["9;2u", "shift-back-tab", undefined],
    ["27u", "escape", undefined],
    ["127;3u", "alt-backspace", undefined],
    ["32;5u", "ctrl-space", undefined],
    ["233u", "é", "é"],
    ["97;65u", "a", "a"],
    ["97;1:2u", "a", "a"],
    ["27;5;13~", "ctrl-enter", undefined],
    ["27;2;65~", "A", "A"],
  ])("CSI %s is %s", (sequence, label, text) => {
    const driven = drive("xterm-256color");
    driven.read(`${esc}[${sequence}`);
    expect(driven.said()).toEqual([label]);
    expect(driven.keys[0]?.text).toBe(text);
  });

  it.each([
    "97;1:3u",
    "97;9u",
    "57399u",
    "155u",
    "55296u",
    "1114112u",
    "999999999999u",
    "u",
    "27;5~",
    "97;999u",
    ";u",
  ])("CSI %s is none", (sequence) => {
    expect(labels("xterm-256color", [`${esc}[${sequence}x`])).toEqual(["x"]);
  });
});

describe("the end", () => {
  it("lets go of what was waited for, stops all timers and reads no more", () => {
    const driven = drive("xterm-256color");
    driven.read(`a${esc}`);
    driven.decoder.end();
    driven.read("b");
    expect(driven.said()).toEqual(["a", "escape"]);
    expect(driven.clock.pending()).toBe(0);
  });

  it("may come from within a key", () => {
    const driven = drive("xterm-256color", {
      onKey: () => driven.decoder.end(),
    });
    driven.read(`a${esc}[20`);
    expect(driven.clock.pending()).toBe(0);
  });
});
