/** Pastes: marked by the terminal, or told from typing by how they come. */
import { describe, expect, it } from "vitest";
import { usualBurst } from "../../../src/terminal/keys/burst.ts";
import { pasteModeOf } from "../../../src/terminal/keys/paste.ts";
import { fixtureEntry } from "../../support/terminfo/fixture.ts";
import { sampleTerms } from "../../support/terminfo/sample.ts";
import { drive, entryWith, labels } from "./drive.ts";

const start = "\x1b[200~";
const end = "\x1b[201~";

describe("marked pastes", () => {
  it("are there where the entry has all four capabilities", () => {
    const terms = sampleTerms.filter((term) => pasteModeOf(fixtureEntry(term)) !== undefined);
    expect(terms).toEqual("xterm-256color xterm xterm-direct tmux-256color putty st-256color".split(" "));
    expect(pasteModeOf(fixtureEntry("xterm"))).toEqual({ on: "BE", off: "BD", start, end });
    expect(pasteModeOf(entryWith({ BE: "x", PS: "y", PE: "z" }))).toBeUndefined();
    expect(drive("xterm").decoder.pasteMode?.on).toBe("BE");
    expect(drive("screen").decoder.pasteMode).toBeUndefined();
  });

  it("come as one text, wherever the reads end", () => {
    const bytes = Buffer.from(`a${start}日\r\nb\x1b[20\rc${end}z`).toString("latin1");
    const expected = ["a", JSON.stringify("日\nb[20\nc"), "z"];
    expect(labels("xterm", [bytes])).toEqual(expected);
    expect(labels("xterm", [...bytes])).toEqual(expected);
    for (let at = 1; at < bytes.length; at += 1) {
      expect(labels("xterm", [bytes.slice(0, at), bytes.slice(at)])).toEqual(expected);
    }
  });

  it("use the strings of the entry", () => {
    const entry = entryWith({ BE: "1", BD: "2", PS: "\x01<", PE: "aab" });
    expect(labels(entry, ["\x01<xaaabz", "\x01aab"])).toEqual([JSON.stringify("xa"), "z", "ctrl-a"]);
  });

  it("lose control characters but line breaks and tabs", () => {
    const controls = `${String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code))}\x7f\x9b\x85é`;
    const driven = drive("xterm");
    driven.type(`${start}${controls}${end}`);
    expect(driven.pastes).toEqual([{ text: "\t\n\né", truncated: false }]);
  });

  it("that are not UTF-8 get replacements; those in Latin-1 are read as such", () => {
    expect(labels("xterm", [`${start}\xe9${end}`])).toEqual(['"�"']);
    expect(labels("xterm", [`${start}\xe9${end}`], { utf8: false })).toEqual(['"é"']);
  });

  it("that are empty are none, and an end without a start is none either", () => {
    expect(labels("xterm", [`${start}${end}x${end}y`])).toEqual(["x", "y"]);
  });

  it("are cut at the limit, between characters, and say so", () => {
    const driven = drive("xterm", { maxPasteBytes: 10 });
    driven.type(`${start}日日日日${end}x`);
    driven.type(`${start}0123456789${end}`);
    driven.type(`${start}01234567`);
    driven.type(`8901${end}y`);
    expect(driven.pastes).toEqual([
      { text: "日日日", truncated: true },
      { text: "0123456789", truncated: false },
      { text: "0123456789", truncated: true },
    ]);
    expect(driven.keys.map(({ name }) => name)).toEqual(["x", "y"]);
  });

  it("without an end are delivered when nothing more comes", () => {
    const driven = drive("xterm");
    driven.read(`${start}ab\x1b[20`);
    driven.clock.advance(1999);
    expect(driven.said()).toEqual([]);
    driven.read("c");
    driven.clock.advance(2000);
    driven.read(`x${end}\r`);
    expect(driven.said()).toEqual(['"ab[20c"', "x", "enter"]);
    expect(labels("xterm", [`${start}ab`])).toEqual(['"ab"']);
  });

  it("are not guessed there", () => {
    const driven = drive("xterm", { pasteBurst: undefined });
    driven.read("a\rb");
    expect(driven.said()).toEqual(["a", "enter", "b"]);
    expect(driven.clock.pending()).toBe(0);
  });
});

describe("pastes that the terminal does not mark", () => {
  function typing(term = "screen") {
    return drive(term, { pasteBurst: undefined });
  }

  it("are a line break with more behind it in one read", () => {
    const driven = typing();
    driven.read("ab\rcd");
    driven.clock.advance(usualBurst.quietMs);
    expect(driven.said()).toEqual(['"ab\\ncd"']);
  });

  it("are many characters in one read, tabs and all, with the line break at their end", () => {
    const driven = typing();
    driven.read("make\tinstall && true\r");
    driven.clock.advance(usualBurst.quietMs);
    expect(driven.said()).toEqual(['"make\\tinstall && true\\n"']);
  });

  it("are not what is typed: each key at once, and Enter too", () => {
    const driven = typing();
    for (const read of ["l", "s", "\r"]) {
      driven.read(read);
      expect(driven.said()).toHaveLength(1);
      driven.clock.advance(30);
    }
    driven.read("ls\r");
    expect(driven.said()).toEqual(["l", "s", "enter"]);
    driven.clock.advance(100);
    expect(driven.clock.pending()).toBe(0);
  });

  it("go on over reads until there is silence", () => {
    const driven = typing();
    driven.type("x".repeat(4096));
    driven.clock.advance(usualBurst.quietMs - 1);
    driven.type("y\r");
    driven.clock.advance(usualBurst.quietMs - 1);
    expect(driven.said()).toEqual([]);
    driven.clock.advance(1);
    expect(driven.pastes).toEqual([{ text: `${"x".repeat(4096)}y\n`, truncated: false }]);
    driven.read("\r");
    expect(driven.said().at(-1)).toBe("enter");
  });

  it("may come byte by byte on a serial line: then a line break is not Enter", () => {
    const driven = typing("vt100");
    for (const byte of "make all\rls\r") {
      driven.read(byte);
      driven.clock.advance(1);
    }
    driven.clock.advance(usualBurst.quietMs);
    expect(driven.said()).toEqual([..."make", "space", ..."all", '"\\nls\\n"']);
    expect(driven.said()).toEqual([]);
  });

  it("end where a key comes that is no text", () => {
    const driven = typing();
    driven.read("ab\rcd\x1b[Ax\x03");
    expect(driven.said()).toEqual(['"ab\\ncd"', "up", "x", "ctrl-c"]);
  });

  it("keep their line feeds where these are the down key", () => {
    const driven = typing("wy50");
    driven.read("a\nb");
    driven.clock.advance(usualBurst.quietMs);
    driven.read("\n");
    expect(driven.said()).toEqual(['"a\\nb"', "down"]);
  });

  it("are cut at the limit and say so", () => {
    const driven = drive("screen", { pasteBurst: undefined, maxPasteBytes: 20 });
    driven.read("x".repeat(30));
    driven.decoder.end();
    expect(driven.pastes).toEqual([{ text: "x".repeat(20), truncated: true }]);
  });

  it("are delivered at the end", () => {
    expect(labels("screen", ["a\rb"], { pasteBurst: undefined })).toEqual(['"a\\nb"']);
  });
});
