/** Every key capability of the kept entries, against names that are written down here once more. */
import { describe, expect, it } from "vitest";
import { keyLabel } from "../../../src/terminal/keys/key.ts";
import { keysOf } from "../../../src/terminal/keys/table.ts";
import { fixtureEntry } from "../../support/terminfo/fixture.ts";
import { sampleTerms, syntheticTerms } from "../../support/terminfo/sample.ts";
import { drive, entryWith, labels } from "./drive.ts";

const terms = [...sampleTerms, ...syntheticTerms];

const expectedLabels: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [/^kf(\d+)$/, (number) => `f${number}`],
  [/^kF(\d+)$/, (number) => `shift-f${number}`],
  [
    /^k(UP|DN|LFT|RIT|HOM|END|NXT|PRV|DC|IC|FND)([3-7]?)$/,
    (base, number) => `${held[number] ?? ""}${bases[base]}`,
  ],
  [/^k(cuu1|cud1|cub1|cuf1|home|end|pp|np|ich1|dch1|bs|cbt|cbt2|ent)$/, (name) => mains[name] ?? ""],
];
const held: Readonly<Record<string, string>> = {
  ...{ "": "shift-", 3: "alt-", 4: "alt-shift-", 5: "ctrl-", 6: "ctrl-shift-", 7: "ctrl-alt-" },
};
const bases: Readonly<Record<string, string>> = {
  ...{
    UP: "up",
    DN: "down",
    LFT: "left",
    RIT: "right",
    HOM: "home",
    END: "end",
    NXT: "page-down",
    PRV: "page-up",
  },
  ...{ DC: "delete", IC: "insert", FND: "find" },
};
const mains: Readonly<Record<string, string>> = {
  ...{ cuu1: "up", cud1: "down", cub1: "left", cuf1: "right", home: "home", end: "end", pp: "page-up" },
  ...{ np: "page-down", ich1: "insert", dch1: "delete", bs: "backspace", ent: "enter" },
  ...{ cbt: "back-tab", cbt2: "back-tab" },
};

function expectedLabel(capability: string): string | undefined {
  for (const [pattern, label] of expectedLabels) {
    const groups = pattern.exec(capability);
    if (groups !== null) {
      return label(...groups.slice(1));
    }
  }
  return undefined;
}

/** Control characters that stay what they are (the rules of control-keys.ts), and arrows in their other form. */
const overruled: Readonly<Record<string, string>> = {
  ...{ "kcub1=\b": "backspace", "kent=\r": "enter", "kspd=\x1a": "ctrl-z", "kctab=\t": "tab" },
  ...{ "kind=\x1b[B": "down", "kri=\x1b[A": "up" },
};

function keyStrings(term: string): readonly (readonly [capability: string, bytes: string])[] {
  return [...fixtureEntry(term).strings].filter(([name]) => /^k/.test(name) && name !== "kmous");
}

/** What the string may mean: several capabilities may share it, and then the best known of them counts. */
function meanings(term: string, capability: string, bytes: string): readonly string[] {
  const fixed = overruled[`${capability}=${bytes}`];
  if (fixed !== undefined) {
    return [fixed];
  }
  const sharing = keyStrings(term).filter(([, other]) => other === bytes);
  const known = sharing.map(([name]) => expectedLabel(name)).filter((label) => label !== undefined);
  const names = keysOf(fixtureEntry(term)).filter((string) => string.bytes === bytes);
  return known.length > 0 ? known : names.map(({ key }) => keyLabel(key));
}

describe.each(terms)("%s", (term) => {
  const strings = keyStrings(term);
  const driven = drive(term);

  function heard(reads: readonly string[]): readonly string[] {
    reads.forEach(driven.read);
    driven.clock.advance(5000);
    return driven.said();
  }

  it("decodes each key whole, however it is split, with text before and behind", () => {
    const wrong = strings.flatMap(([capability, bytes]) => {
      const [label, ...others] = heard([bytes]);
      if (others.length > 0 || label === undefined || !isOneOf(term, capability, bytes, label)) {
        return [`${capability} gives ${label} ${others.join(" ")}`];
      }
      const splits = Array.from({ length: bytes.length - 1 }, (_, at) => [
        bytes.slice(0, at + 1),
        bytes.slice(at + 1),
      ]);
      const single = [...bytes];
      const glued = [[`ab${bytes}yz`], ["ab", bytes, "yz"], ["a", "b", ...single, "yz"]];
      return [
        ...[single, ...splits].filter((reads) => heard(reads).join() !== label),
        ...glued.filter((reads) => heard(reads).join() !== `a,b,${label},y,z`),
      ].map((reads) => `${capability} as ${JSON.stringify(reads)} gives ${heard(reads)}`);
    });
    expect(wrong).toEqual([]);
  });
});

function isOneOf(term: string, capability: string, bytes: string, label: string): boolean {
  return meanings(term, capability, bytes).includes(label);
}

describe("the sample", () => {
  it("has enough keys to mean something", () => {
    expect(terms.length).toBeGreaterThanOrEqual(48);
    expect(terms.flatMap(keyStrings).length).toBeGreaterThan(1300);
    const named = terms.flatMap(keyStrings).filter(([name]) => expectedLabel(name) !== undefined);
    expect(named.length).toBeGreaterThan(1200);
  });

  it.each([
    "xterm-256color",
    "screen",
    "tmux-256color",
    "linux",
    "vt100",
    "putty",
    "rxvt-unicode",
    "st-256color",
  ])("takes arrows of %s in both forms", (term) => {
    for (const [final, name] of Object.entries({
      A: "up",
      B: "down",
      C: "right",
      D: "left",
      H: "home",
      F: "end",
    })) {
      expect(labels(term, [`\x1b[${final}`, `\x1bO${final}`])).toEqual([name, name]);
    }
  });

  it("lets the entry's keys be before the other form of an arrow", () => {
    expect(labels("aaa", ["\x1bOA\x1b[A"])).toEqual(["f1", "up"]);
    expect(labels("att605", ["\x1bOC\x1b[C"])).toEqual(["f15", "right"]);
  });
});

describe("the keys of an entry", () => {
  function named(term: string): readonly string[] {
    return keysOf(fixtureEntry(term)).map(({ key }) => keyLabel(key));
  }

  it("are those it can send", () => {
    expect(named("xterm-256color")).toEqual(
      expect.arrayContaining(["up", "ctrl-up", "f63", "back-tab", "page-down"]),
    );
    expect(named("vt52")).not.toContain("insert");
    expect(named("adm3a").toSorted()).toEqual(["down", "right", "up"]);
    expect(named("dumb")).toEqual([]);
  });

  it("carry the capability and its string", () => {
    const up = keysOf(fixtureEntry("vt52")).find(({ key }) => key.name === "up");
    expect(up).toMatchObject({ capability: "kcuu1", bytes: "\x1bA" });
  });

  it("use find and select as home and end where there are none", () => {
    expect(labels("vt220", ["\x1b[1~\x1b[4~"])).toEqual(["home", "end"]);
    expect(labels("rxvt-unicode", ["\x1b[1~\x1b[4~\x1b[7~"])).toEqual(["find", "select", "home"]);
  });

  it("leave out strings that would take typed text away", () => {
    const entry = entryWith({
      kf1: "abc",
      kdch1: " \b",
      kf2: "\r2",
      kf3: "\x03",
      kcuu1: "~\f",
      kf4: "\u00c3\u00a9",
    });
    expect(keysOf(entry).map(({ capability }) => capability)).toEqual(["kcuu1"]);
    expect(labels(entry, ["abc \b\r2\x03~\f~x"]).join(" ")).toBe(
      "a b c space backspace enter 2 ctrl-c up ~ x",
    );
    expect(labels(entry, ["\u00c3\u00a9"])).toEqual(["é"]);
    expect(labels(entry, ["\u00c3\u00a9"], { utf8: false })).toEqual(["f4"]);
  });

  it("call a capability that nobody knows by its own name", () => {
    expect(labels(entryWith({ kFOO: "\x01?\r" }), ["\x01?\r\x01"])).toEqual(["kFOO", "ctrl-a"]);
  });
});
