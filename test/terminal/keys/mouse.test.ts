import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mouseModeOf } from "../../../src/terminal/keys/mouse.ts";
import { fixtureEntry } from "../../support/terminfo/fixture.ts";
import { drive, entryWith } from "./drive.ts";

const xm = "\x1b[?1006;1000%?%p1%{1}%=%th%el%;";
const decimal = entryWith({ kmous: "\x1b[<", XM: xm, kcuu1: "\x1bOA" });
const inBytes = entryWith({ kmous: "\x1b[M", XM: "\x1b[?1000%?%p1%{1}%=%th%el%;" });

function listen(entry = decimal, mouse = true) {
  const turns: number[] = [];
  const driven = drive(entry, { mouse, onWheel: (count) => turns.push(count) });
  return { ...driven, turns };
}

describe("the mode", () => {
  it.each(["xterm-256color", "putty"])("is in the entry of %s", (term) => {
    expect(mouseModeOf(fixtureEntry(term))).toEqual({ capability: "XM", start: "\x1b[<", form: "decimal" });
  });

  it.each(["tmux-256color", "linux", "vt100", "screen-256color"])("is not in that of %s", (term) => {
    expect(mouseModeOf(fixtureEntry(term))).toBeUndefined();
    expect(drive(term, { mouse: true }).decoder.mouseMode).toBeUndefined();
  });

  it.each([
    ["no XM", { kmous: "\x1b[<" }],
    ["no kmous", { XM: xm }],
    ["an XM that cannot be switched off", { kmous: "\x1b[<", XM: "\x1b[?1000h" }],
    ["reports that begin otherwise", { kmous: "\x1b[?x", XM: xm }],
    ["a typed letter before reports", { kmous: "[<", XM: xm }],
    ["bytes that may be two", { kmous: "\x1b[M", XM: "\x1b[?1005;1000%?%p1%{1}%=%th%el%;" }],
  ])("is none with %s", (_what, strings) => {
    expect(mouseModeOf(entryWith(strings))).toBeUndefined();
  });

  it("is off unless asked for; what comes nevertheless is no text", () => {
    const { decoder, read, said, turns } = listen(decimal, false);
    expect(decoder.mouseMode).toBeUndefined();
    read("\x1b[<64;1;1M");
    expect([said(), turns]).toEqual([[], []]);
  });
});

describe("reports", () => {
  it.each([
    ["up", "\x1b[<64;10;5M", [-1]],
    ["down, with Ctrl and Shift", "\x1b[<85;10;5M", [1]],
    ["many in one read", "\x1b[<64;1;1M".repeat(500), [-500]],
    ["both ways", "\x1b[<64;1;1M\x1b[<65;1;1M", []],
    ["a click and its release", "\x1b[<0;10;5M\x1b[<0;10;5m", []],
    ["sideways", "\x1b[<66;10;5M\x1b[<67;10;5M", []],
    ["huge coordinates", `\x1b[<64;${"9".repeat(5000)};1M`, []],
    ["not enough numbers", "\x1b[<64M", []],
    ["no numbers", "\x1b[<;;M", []],
  ])("turn the wheel, or nothing: %s", (_what, bytes, expected) => {
    const { read, said, turns, clock } = listen();
    read(bytes);
    read("q");
    expect(said()).toEqual(["q"]);
    expect(turns).toEqual(expected);
    expect(clock.pending()).toBe(0);
  });

  it.each([
    ["up", "\x1b[M`!!", [-1]],
    ["down", "\x1b[Ma!!", [1]],
    ["too far to the right", "\x1b[Ma\0\xff", [1]],
    ["a click", "\x1b[M !!", []],
  ])("in bytes: %s", (_what, bytes, expected) => {
    const { read, said, turns } = listen(inBytes);
    read(bytes);
    read("q");
    expect(said()).toEqual(["q"]);
    expect(turns).toEqual(expected);
  });

  it("are never text, however they are cut, and however late the rest comes", () => {
    const report = fc.constantFrom("\x1b[<64;120;40M", "\x1b[<65;1;1M", "\x1b[<0;7;9M", "\x1b[<0;7;9m");
    const cut = fc.record({ at: fc.integer({ min: 1, max: 12 }), waitMs: fc.constantFrom(0, 10, 600, 1500) });
    fc.assert(
      fc.property(fc.array(fc.tuple(report, cut), { maxLength: 8 }), (reports) => {
        const { read, keys, pastes, clock } = listen();
        for (const [bytes, { at, waitMs }] of reports) {
          read(bytes.slice(0, at));
          clock.advance(waitMs);
          // What has begun with a lone ESC came as a key already; the rest must still be none.
          if (at < bytes.length) read(bytes.slice(at));
        }
        clock.advance(10_000);
        expect(keys.flatMap(({ text }) => text ?? [])).toEqual([]);
        expect(pastes).toEqual([]);
        expect(clock.pending()).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it("that break off leave the keyboard alive", () => {
    const { read, said, clock } = listen();
    read("\x1b[<64;1");
    read("\x1bOA");
    read("\x1b[<64;1");
    clock.advance(2000);
    read("7q");
    read("\x1b[<64x");
    expect(said()).toEqual(["up", "7", "q", "x"]);
  });
});
