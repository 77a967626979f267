import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extendedName } from "../../src/terminfo/names.ts";
import { maxEntryBytes, parseEntry } from "../../src/terminfo/read.ts";
import { fixtureBytes, fixtureEntry } from "../support/terminfo/fixture.ts";
import { sampleTerms } from "../support/terminfo/sample.ts";

function reasonFor(bytes: Uint8Array): string {
  const parsed = parseEntry(bytes);
  return parsed.kind === "bad" ? parsed.reason : "it is good";
}

describe("an entry", () => {
  it("has its names, and apart from them its description", () => {
    const { names, description } = fixtureEntry("vt100");
    expect(names).toEqual(["vt100", "vt100-am"]);
    expect(description).toBe("DEC VT100 (w/advanced video)");
  });

  it("holds flags, numbers and strings under their short names", () => {
    const { flags, numbers, strings } = fixtureEntry("vt100");
    expect([flags.has("am"), flags.has("bce")]).toEqual([true, false]);
    expect([numbers.get("cols"), numbers.get("colors")]).toEqual([80, undefined]);
    expect([strings.get("home"), strings.get("smcup")]).toEqual(["\x1b[H", undefined]);
  });

  it("has 32-bit numbers and extended capabilities", () => {
    const { numbers, strings, flags, extended } = fixtureEntry("xterm-direct");
    expect(numbers.get("colors")).toBe(0x1000000);
    expect(strings.get(extendedName("PS"))).toBe("\x1b[200~");
    expect(flags.has(extendedName("AX")) && extended.has("AX") && !extended.has("cup")).toBe(true);
  });

  it("tells what is cancelled from what is absent", () => {
    const { cancelled, strings } = fixtureEntry("noesc-npc");
    expect([...cancelled].sort()).toEqual(["Xtext", "kf1", "pad", "pb"]);
    expect(strings.has("kf1") || strings.has("kf9")).toBe(false);
  });

  it("holds bytes, not UTF-8 text", () => {
    expect(fixtureEntry("xterm-8bit").strings.get("cup")).toBe("\x9b%i%p1%d;%p2%dH");
  });

  it("can lack every ESC", () => {
    expect([...fixtureEntry("noesc").strings.values()].join("")).not.toContain("\x1b");
  });
});

describe("a damaged file", () => {
  it("is refused for what is wrong with it", () => {
    const vt100 = fixtureBytes("vt100");
    const patched = (at: number, value: number) => {
      const copy = Buffer.from(vt100);
      copy.writeInt16LE(value, at);
      return copy;
    };
    expect(reasonFor(new Uint8Array())).toBe("it is too short for a header");
    expect(reasonFor(patched(0, 0o433))).toBe("it does not start like a compiled terminfo entry");
    expect(reasonFor(patched(2, -1))).toBe("one of its sections has a negative size");
    expect(reasonFor(patched(8, -5))).toBe("one of its sections has a negative size");
    expect(reasonFor(patched(10, 32_767))).toMatch(
      /^it is cut off: 1282 bytes where its header promises \d+$/,
    );
    expect(reasonFor(new Uint8Array(maxEntryBytes + 1))).toMatch(/^it has 32769 bytes/);
    expect(reasonFor(vt100)).toBe("it is good");
  });

  it("loses a string that points outside the table, as in ncurses", () => {
    const copy = fixtureBytes("hp");
    const [names, flags, numbers] = [copy.readInt16LE(2), copy.readInt16LE(4), copy.readInt16LE(6)];
    const numbersAt = 12 + names + flags + ((names + flags) % 2);
    copy.writeInt16LE(32_000, numbersAt + numbers * 2 + 2);
    const parsed = parseEntry(copy);
    expect(fixtureEntry("hp").strings.has("bel")).toBe(true);
    expect(parsed.kind === "ok" && !parsed.entry.strings.has("bel") && parsed.entry.strings.has("cr")).toBe(
      true,
    );
  });

  it.each(["xterm-256color", "screen", "dumb", "noesc"])("gives a reason wherever %s is cut", (term) => {
    const whole = fixtureBytes(term);
    const kinds = Array.from(whole, (_, length) => parseEntry(whole.subarray(0, length)).kind);
    // Where the cut leaves all standard capabilities and no extended header, the rest is an entry of its own.
    expect(kinds.filter((kind) => kind === "ok").length).toBeLessThanOrEqual(11);
    expect(kinds.indexOf("bad")).toBe(0);
  });

  it("never makes the reader throw", () => {
    const files = sampleTerms.map(fixtureBytes);
    const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(change, { maxLength: 8 }), (file, changes) => {
        const copy = Buffer.from(file);
        for (const [at, value] of changes) {
          copy[at % (at % 2 === 0 ? 24 : copy.length)] = value;
        }
        expect(["ok", "bad"]).toContain(parseEntry(copy).kind);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(parseEntry(Buffer.concat([Buffer.from([0x1a, 0x01]), bytes])).kind).toMatch(/ok|bad/);
      }),
    );
  });
});
