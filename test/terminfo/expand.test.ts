import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createExpand } from "../../src/terminfo/expand.ts";
import type { StringName } from "../../src/terminfo/names.ts";
import type { Entry } from "../../src/terminfo/read.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";

const fast = { baud: 38_400 };

function entryWith(strings: Readonly<Record<string, string>>, rest: Partial<Entry> = {}): Entry {
  const named = Object.entries(strings) as [StringName, string][];
  return { ...fixtureEntry("dumb"), flags: new Set(), strings: new Map(named), ...rest };
}

describe("expand", () => {
  it("fills in parameters", () => {
    expect(createExpand(fixtureEntry("xterm"), fast)("cup", [4, 9])).toEqual(["\x1b[5;10H"]);
  });

  it("knows when the terminal cannot do it", () => {
    expect(createExpand(fixtureEntry("dumb"), fast)("cup", [4, 9])).toBeUndefined();
  });

  it("leaves strings without parameters alone, whatever is in them", () => {
    const noesc = createExpand(fixtureEntry("noesc"), fast);
    expect(noesc("rmacs")).toEqual(["\x18%"]);
    expect(noesc("smacs")).toEqual(["\x19%?"]);
    expect(createExpand(fixtureEntry("tvi950"), fast)("rmacs")).toEqual(["\x1b%%"]);
  });

  it("runs those that compute even without parameters", () => {
    const ctrm = createExpand(fixtureEntry("ctrm"), fast);
    expect(ctrm("blink")).toEqual(["\x1b&dA"]);
    expect(ctrm("setf", [0])).toEqual(["\x1b&bn\x1b&dA"]);
    expect(ctrm("sgr0")).toEqual(["\x1b&d@"]);
    expect(ctrm("setf", [0])).toEqual(["\x1b&bn"]);
    expect(createExpand(entryWith({ bold: "%?%{1}%ta%eb%;" }), fast)("bold")).toEqual(["a"]);
  });

  it("cannot be made to pad by a parameter", () => {
    const expand = createExpand(entryWith({ tsl: "[%p1%s]$<100/>" }), { baud: 9000 });
    expect(expand("tsl", ["\u0100$<100/>"])).toEqual([`[?$<100/>]${"\0".repeat(100)}`]);
  });

  it("sends bytes only, whatever a damaged entry holds", () => {
    const scraps =
      "%p1 %p2 %d %c %s %l %99d %.9s %' %{ %? %t %e %; %+ %PA %ga %i $< $<1> $<9.9*/> % ' 7 > \xff".split(
        " ",
      );
    const param = fc.oneof(fc.integer(), fc.double(), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...scraps)),
        fc.array(param, { maxLength: 10 }),
        fc.boolean(),
        (parts, params, npc) => {
          const flags = new Set(npc ? (["npc"] as const) : []);
          const expand = createExpand(entryWith({ sgr: parts.join("") }, { flags }), { baud: 9600 });
          const bytes = expand("sgr", params, 3)?.filter((piece) => typeof piece === "string");
          expect(bytes?.join("")).toMatch(/^[\0-\xff]*$/);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("reads conditions as deep as a file is long", () => {
    const expand = createExpand(entryWith({ sgr: `${"%?%p1%t".repeat(4000)}x` }), fast);
    expect([1, 0].map((param) => expand("sgr", [param])?.join(""))).toEqual(["x", ""]);
  });

  it("sees padding behind a computed byte, even if that is a dollar", () => {
    const expand = createExpand(entryWith({ hpa: "%p1%c$<2>" }), { baud: 9000 });
    expect(expand("hpa", [0x24])).toEqual(["$\0\0"]);
  });
});

describe("padding", () => {
  const clear = { clear: "c$<10*>d$<2/>e" };
  const at9000 = (entry: Entry, lines = 3) => createExpand(entry, { baud: 9000 })("clear", [], lines);

  it("is the first reason to look at the line", () => {
    let looks = 0;
    const line = {
      get baud() {
        looks += 1;
        return 9600;
      },
    };
    const expand = createExpand(entryWith({ bold: "b", clear: "c$<10/>" }), line);
    expect([expand("bold"), looks]).toEqual([["b"], 0]);
    expect(expand("clear")).toEqual([`c${"\0".repeat(10)}`]);
    expect(looks).toBeGreaterThan(0);
  });

  it("is pad characters for the time that the line takes to send them", () => {
    expect(at9000(entryWith(clear))).toEqual([`c${"\0".repeat(30)}d\0\0e`]);
    expect(at9000(entryWith({ ...clear, pad: "\x7f" }), 1)).toEqual([`c${"\x7f".repeat(10)}d\x7f\x7fe`]);
  });

  it("is a wait where the terminal has no pad character", () => {
    const pieces = at9000(entryWith(clear, { flags: new Set(["npc"]) }));
    expect(pieces).toEqual(["c", { waitMs: 30 }, "d", { waitMs: 2 }, "e"]);
  });

  it("is only what is mandatory under flow control, below pb, or if the caller says so", () => {
    const mandatory = ["cd\0\0e"];
    expect(at9000(entryWith(clear, { flags: new Set(["xon"]) }))).toEqual(mandatory);
    expect(at9000(entryWith(clear, { numbers: new Map([["pb", 9600]]) }))).toEqual(mandatory);
    expect(createExpand(entryWith(clear), { baud: 9000, noPadding: true })("clear")).toEqual(mandatory);
    expect(createExpand(entryWith(clear), { baud: 9000, flowControl: true })("clear")).toEqual(mandatory);
  });

  it("is all of it if the entry's flow control is not in force", () => {
    const entry = entryWith(clear, { flags: new Set(["xon"]) });
    expect(createExpand(entry, { baud: 9000, flowControl: false })("clear")).toEqual([
      `c${"\0".repeat(10)}d\0\0e`,
    ]);
  });

  it("makes bel and flash last on any line", () => {
    const entry = entryWith({ flash: "a$<5>b", clear: "a$<5>b" }, { flags: new Set(["xon", "npc"]) });
    const expand = createExpand(entry, fast);
    expect(expand("flash")).toEqual(["a", { waitMs: 5 }, "b"]);
    expect(expand("clear")).toEqual(["ab"]);
  });

  it("is text where it is not spelt as padding", () => {
    const odd = { clear: "$ $< $<x> $<5 $<5x> $<>" };
    expect(at9000(entryWith(odd))).toEqual([odd.clear]);
  });

  it("is bounded in a damaged entry", () => {
    expect(at9000(entryWith({ clear: "$<99999999999/>" }, { flags: new Set(["npc"]) }))).toEqual([
      { waitMs: 10_000 },
    ]);
    expect(createExpand(entryWith(clear), { baud: -1 })("clear", [], -5)).toEqual(["cde"]);
    const much = createExpand(entryWith({ clear: "$<9999/>".repeat(4000) }), {
      baud: Number.POSITIVE_INFINITY,
    });
    expect(much("clear")?.join("").length).toBeLessThan(5_000_000);
  });
});
