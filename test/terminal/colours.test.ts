import { describe, expect, it } from "vitest";
import { createColours } from "../../src/terminal/colours.ts";
import { defaultColour } from "../../src/terminal/style.ts";
import { altered } from "../support/paint/stage.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";

function coloursOf(term: string) {
  return createColours(fixtureEntry(term));
}

describe("the depth", () => {
  it.each([
    ["xterm-256color", 256],
    ["xterm-direct", 256],
    ["xterm", 8],
    ["vt100", 0],
  ])("of %s is %d", (term, depth) => {
    expect(coloursOf(term).depth).toBe(depth);
  });

  it("is 16 between", () => {
    expect(createColours(altered("xterm", { numbers: { colors: 88 } })).depth).toBe(16);
  });

  it("is 0 without a way to set colours or back, or when none are wanted", () => {
    expect(createColours(altered("xterm", { strings: { op: undefined } })).depth).toBe(0);
    const setters = { setaf: undefined, setab: undefined, setf: undefined, setb: undefined };
    expect(createColours(altered("xterm", { strings: setters })).depth).toBe(0);
    expect(createColours(fixtureEntry("xterm"), { none: true }).depth).toBe(0);
    expect(createColours(fixtureEntry("xterm"), { none: true }).nearest(1, "fg")).toBe(defaultColour);
  });
});

describe("the nearest colour", () => {
  it("is the colour itself where there is one", () => {
    const colours = coloursOf("xterm-256color");
    expect([0, 7, 15, 16, 255, defaultColour].map((colour) => colours.nearest(colour, "fg"))).toEqual([
      0, 7, 15, 16, 255, -1,
    ]);
  });

  it.each([
    [196, "fg", 1],
    [46, "fg", 2],
    [21, "bg", 4],
    [16, "bg", 0],
    [255, "fg", 7],
    [9, "fg", 1],
    [8, "fg", 7],
    [8, "bg", 0],
  ] as const)("of 8 for %d (%s) is %d", (colour, ground, nearest) => {
    expect(coloursOf("xterm").nearest(colour, ground)).toBe(nearest);
  });

  it("always is one that the terminal has", () => {
    const colours = coloursOf("xterm");
    for (let colour = 0; colour < 256; colour++) {
      expect(colours.nearest(colour, "fg")).toBeLessThan(8);
    }
  });
});

describe("the command", () => {
  it("is setaf and setab", () => {
    expect(coloursOf("xterm-256color").command(200, "fg")).toEqual({ capability: "setaf", params: [200] });
    expect(coloursOf("xterm-256color").command(3, "bg")).toEqual({ capability: "setab", params: [3] });
  });

  it("takes red, green and blue where there are more than 256 colours, above the first 8", () => {
    const colours = coloursOf("xterm-direct");
    expect(colours.command(7, "fg").params).toEqual([7]);
    expect(colours.command(9, "fg").params).toEqual([0xff0000]);
    expect(colours.command(208, "fg").params).toEqual([0xff8700]);
    expect(colours.command(232, "bg").params).toEqual([0x080808]);
  });

  it("swaps red and blue for setf and setb", () => {
    const old = createColours(altered("ctrm", {}));
    expect([1, 3, 4, 6, 2, 7].map((colour) => old.command(colour, "fg"))).toEqual(
      [4, 6, 1, 3, 2, 7].map((param) => ({ capability: "setf", params: [param] })),
    );
  });
});
