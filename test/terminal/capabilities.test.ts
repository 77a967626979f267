import { describe, expect, it } from "vitest";
import { createCapabilities } from "../../src/terminal/capabilities.ts";
import { extendedName } from "../../src/terminfo/names.ts";
import { altered } from "../support/paint/stage.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";

function factsOf(term: string) {
  return createCapabilities(fixtureEntry(term)).facts;
}

describe("has", () => {
  const capabilities = createCapabilities(altered("xterm-256color", { strings: { rmcup: "" } }));

  it("knows flags, numbers, strings and extended ones", () => {
    expect(["am", "cols", "cup"].map((name) => capabilities.has(extendedName(name)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(capabilities.has(extendedName("BE"))).toBe(true);
    expect(capabilities.has("tsl")).toBe(false);
  });

  it("takes an empty string for none", () => {
    expect(capabilities.has("rmcup")).toBe(false);
  });
});

describe("what a full screen needs", () => {
  const missing = (changes: Parameters<typeof altered>[1]) =>
    createCapabilities(altered("vt100", changes)).missingFor("fullscreen");

  it("is there on an ordinary terminal", () => {
    expect(missing({})).toEqual([]);
  });

  it.each([
    [{ strings: { cup: undefined } }, /^this terminal has no cup, so the cursor cannot be addressed$/],
    [{ strings: { cup: "at home" } }, /no cup/],
    [{ strings: { clear: undefined, ed: undefined } }, /neither clear nor ed/],
    [{ flags: { hc: true } }, /paper/],
    [{ flags: { os: true } }, /overstrikes/],
    [{ flags: { gn: true } }, /generic/],
  ])("is missed with %j", (changes, sentence) => {
    const sentences = missing(changes);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(sentence);
  });

  it("is not all that may be wanting", () => {
    expect(missing({ strings: { el: undefined, cr: undefined, home: undefined, csr: undefined } })).toEqual(
      [],
    );
  });
});

describe("facts", () => {
  it("tell how to clear", () => {
    expect(factsOf("xterm-256color").clearBy).toBe("clear");
    const clearsHistory = altered("xterm-256color", { strings: { clear: "\x1b[H\x1b[2J\x1b[3J" } });
    expect(createCapabilities(clearsHistory).facts.clearBy).toBe("ed");
  });

  it("tell what the last cell does", () => {
    expect(factsOf("xterm-256color").lastCell).toBe("safe");
    expect(factsOf("adm3a").lastCell).toBe("scrolls");
    const noGlitch = altered("xterm-256color", { flags: { xenl: false } });
    expect(createCapabilities(noGlitch).facts.lastCell).toBe("needs-rmam");
  });

  it("tell whether attributes are usable", () => {
    expect(factsOf("xterm").attributes).toBe(true);
    expect(factsOf("hp").attributes).toBe(false);
    expect(createCapabilities(altered("xterm", { numbers: { xmc: 0 } })).facts.attributes).toBe(false);
  });
});

describe("strings that contradict one another", () => {
  const has = (changes: Readonly<Record<string, string>>, name: "ed" | "el" | "ri" | "vpa") =>
    createCapabilities(altered("xterm", { strings: changes })).has(name);

  it("are not relied on", () => {
    expect(has({ ed: "\x1b[K$<3>" }, "el")).toBe(false);
    expect(has({ ed: "\x1b[K$<3>" }, "ed")).toBe(false);
    expect(has({ ed: "\x1b[H\x1b[2J" }, "ed")).toBe(false);
    expect(has({ ed: "\x1b[H\x1b[2J" }, "el")).toBe(true);
    expect(has({ ri: "\x1b[L" }, "ri")).toBe(false);
  });

  it("nor are those that forget their parameter", () => {
    expect(has({ vpa: "\x1bO+ " }, "vpa")).toBe(false);
    expect(has({}, "vpa")).toBe(true);
  });
});
