import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCharset } from "../../src/terminal/charset.ts";
import { createWriter } from "../../src/terminal/writer.ts";
import { createExpand } from "../../src/terminfo/expand.ts";
import type { Piece } from "../../src/terminfo/padding.ts";
import type { Entry } from "../../src/terminfo/read.ts";
import { altered } from "../support/paint/stage.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";

function writerFor(terminal: string | Entry, LANG = "C.UTF-8") {
  const entry = typeof terminal === "string" ? fixtureEntry(terminal) : terminal;
  const writes: (readonly Piece[])[] = [];
  const writer = createWriter({
    entry,
    expand: createExpand(entry, { baud: 9600, flowControl: false }),
    charset: createCharset({ entry, locale: { LANG } }),
    write: (pieces) => writes.push(pieces),
  });
  return { writer, writes };
}

describe("the door for text", () => {
  it.each(["C", "C.UTF-8", "de.ISO-8859-1", "ru.KOI8-R"])("lets no control character out (%s)", (locale) => {
    const { writer, writes } = writerFor("xterm", locale);
    const hostile = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)) }),
    );
    fc.assert(
      fc.property(hostile, fc.boolean(), (text, alternate) => {
        writes.length = 0;
        writer.text(text, alternate);
        writer.flush();
        const bytes = Buffer.from(writes.flat().join(""), "latin1");
        const shown = bytes.toString(locale === "C.UTF-8" && !alternate ? "utf8" : "latin1");
        expect(shown).not.toMatch(/\p{Cc}/u);
      }),
    );
  });

  it("shows that something was there", () => {
    const { writer, writes } = writerFor("xterm");
    writer.text("a\x1b[2J\x9bé");
    writer.flush();
    expect(writes).toEqual([["a?[2J?\xc3\xa9"]]);
  });
});

describe("the door for capabilities", () => {
  it("says whether there is one", () => {
    const { writer, writes } = writerFor("adm3a");
    expect([writer.put("el"), writer.put("cup", [1, 2])]).toEqual([false, true]);
    writer.flush();
    expect(writes).toEqual([['\x1b=!"']]);
  });

  it("counts affected lines", () => {
    const { writer, writes } = writerFor("noesc");
    writer.put("clear", [], 3);
    writer.flush();
    expect(writes).toEqual([[`\x0c${"\x7f".repeat(16)}`]]);
  });
});

describe("what waits", () => {
  it("is handed on once, in order, waits between", () => {
    const { writer, writes } = writerFor("noesc-npc");
    writer.text("one");
    writer.put("clear", [], 2);
    writer.text("two");
    writer.put("home");
    writer.prepend(() => writer.put("cr"));
    expect(writes).toEqual([]);
    writer.flush();
    expect(writes).toEqual([["\rone\x0c", { waitMs: 10 }, "two\x01"]]);
    writer.flush();
    expect(writes).toHaveLength(1);
    expect(writer.pending).toBe(0);
  });
});

describe("costs", () => {
  it("are bytes with their padding", () => {
    expect(writerFor("xterm").writer.cost("cup", [9, 9])).toBe(8);
    expect(writerFor("xterm").writer.cost("tsl")).toBe(Number.POSITIVE_INFINITY);
    expect(writerFor("vt100").writer.cost("el")).toBe(3 + 3);
  });

  it("forbid a line feed within a sequence", () => {
    const { writer } = writerFor(altered("vt52", { strings: { cup: "\x1bY%p1%c%p2%c", cud1: "\n" } }));
    expect(writer.cost("cup", [9, 3])).toBe(4);
    expect(writer.cost("cup", [10, 3])).toBe(Number.POSITIVE_INFINITY);
    expect(writer.cost("cud1")).toBe(1);
  });

  it("leave the variables of the entry as they are", () => {
    const { writer, writes } = writerFor("ctrm");
    writer.cost("bold");
    writer.put("bold");
    writer.put("bold");
    writer.flush();
    expect(writes).toEqual([["\x1b&dH"]]);
  });
});
