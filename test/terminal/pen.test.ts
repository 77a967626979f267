/** Changes of style, in bytes. */
import { describe, expect, it } from "vitest";
import { deriveAttributes } from "../../src/terminal/attributes.ts";
import { createCapabilities } from "../../src/terminal/capabilities.ts";
import { createCharset } from "../../src/terminal/charset.ts";
import { createColours } from "../../src/terminal/colours.ts";
import { createPen } from "../../src/terminal/pen.ts";
import { flagBits, packStyle } from "../../src/terminal/style.ts";
import { createWriter } from "../../src/terminal/writer.ts";
import { createExpand } from "../../src/terminfo/expand.ts";
import type { Entry } from "../../src/terminfo/read.ts";
import { altered } from "../support/paint/stage.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";

function penOn(terminal: string | Entry) {
  const entry = typeof terminal === "string" ? fixtureEntry(terminal) : terminal;
  const expand = createExpand(entry, { baud: 38_400, flowControl: true });
  let sent = "";
  const write = (pieces: readonly unknown[]) => {
    sent += pieces.join("");
  };
  const writer = createWriter({ entry, expand, write, charset: createCharset({ entry, locale: {} }) });
  const attributes = deriveAttributes(createCapabilities(entry), expand);
  const pen = createPen(writer, attributes, createColours(entry));
  const sentBy = (act: () => void) => {
    sent = "";
    act();
    writer.flush();
    return sent;
  };
  return { pen, attributes, use: (style: number) => sentBy(() => pen.use(style)), sentBy };
}

const bold = packStyle({ bold: true });
const underline = packStyle({ underline: true });
const red = packStyle({ fg: 1 });
const redOnBlue = packStyle({ fg: 1, bg: 4 });

describe("the cheapest change of style", () => {
  it.each([
    [0, bold, "\x1b[1m"],
    [bold, 0, "\x1b(B\x1b[m"],
    [0, underline, "\x1b[4m"],
    [underline, 0, "\x1b[24m"],
    [bold, bold | underline, "\x1b[4m"],
    [bold | underline, bold, "\x1b[24m"],
    [0, red, "\x1b[31m"],
    [red, redOnBlue, "\x1b[44m"],
    [redOnBlue, red, "\x1b(B\x1b[m\x1b[31m"],
    [bold | red, 0, "\x1b(B\x1b[m"],
    [red, red, ""],
  ])("on xterm-256color from %d to %d is %j", (from, to, bytes) => {
    const { use } = penOn("xterm-256color");
    use(from);
    expect(use(to)).toBe(bytes);
  });

  it("keeps the other attributes by op where it is known to", () => {
    const costly = altered("xterm-256color", { strings: { sgr0: "\x1b[m$<900/>", sgr: undefined } });
    const { use } = penOn(costly);
    use(bold | red);
    expect(use(bold)).toBe("\x1b[39;49m");
  });

  it("does not believe that sgr0 ends colours which are no SGR", () => {
    const odd = altered("xterm", {
      strings: { setaf: "<f%p1%d>", setab: "<b%p1%d>", op: "<op>", sgr: undefined },
    });
    const { use } = penOn(odd);
    use(bold | red);
    expect(use(0)).toContain("<op>");
  });

  it("turns everything off when nothing is known", () => {
    const { pen, sentBy } = penOn("vt220");
    pen.forget();
    const bytes = sentBy(pen.lay);
    expect(bytes).toContain("\x1b[m");
    expect(sentBy(pen.lay)).toBe("");
  });
});

describe("terminals whose attributes replace one another", () => {
  it("are given several by sgr", () => {
    const replacing = altered("xterm", {
      strings: {
        bold: "<B>",
        smul: "<U>",
        sgr0: "<0>",
        sgr: "<s%p2%d%p6%d>",
        rev: undefined,
        smso: undefined,
      },
    });
    const { use } = penOn(replacing);
    expect(use(bold)).toBe("<B>");
    expect(use(bold | underline)).toBe("<s11>");
    expect(use(0)).toBe("<0>");
  });
});

describe("what can be shown", () => {
  it("needs an end", () => {
    const endless = altered("xterm", {
      strings: {
        sgr0: undefined,
        sgr: undefined,
        rmul: "<end>",
        smul: "<begin>",
        rmso: undefined,
        ritm: undefined,
      },
    });
    expect(penOn(endless).attributes.supported).toBe(flagBits.underline);
    const { use } = penOn(endless);
    expect([use(underline), use(0)]).toEqual(["<begin>", "<end>"]);
  });

  it("does not include an sgr that only turns on", () => {
    expect(penOn("minitel1").attributes.bySgr).toBe(0);
    expect(penOn("vt100").attributes.bySgr).not.toBe(0);
  });

  it("is nothing where attributes take up cells", () => {
    expect(penOn(altered("xterm", { numbers: { xmc: 1 } })).attributes.supported).toBe(0);
  });
});

describe("the alternate character set", () => {
  it("is switched off before what might do so by itself", () => {
    const { pen, use, sentBy } = penOn("vt100");
    use(bold);
    expect(sentBy(() => pen.useAlternate(true))).toBe("\x0e");
    expect(use(0)).toBe("\x0f\x1b[m\x0f");
    expect(sentBy(() => pen.useAlternate(true))).toBe("\x0e");
  });
});
