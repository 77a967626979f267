/** The kept entries against what ncurses said about them: a proof that needs no ncurses. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findEntry } from "../../src/terminfo/locate.ts";
import { longNames } from "../../src/terminfo/long-names.ts";
import { flagNames, numberNames, stringNames } from "../../src/terminfo/names.ts";
import { fixtureDatabase } from "../support/terminfo/fixture.ts";
import { parseDumps } from "../support/terminfo/infocmp.ts";
import { sampleTerms, syntheticTerms } from "../support/terminfo/sample.ts";
import { type Expected, parseTranscript } from "../support/terminfo/transcript.ts";
import { dumpDifferences, verify } from "../support/terminfo/verify.ts";

const expected = parseTranscript(readFixture("expected.txt"));

function readFixture(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../fixtures/terminfo/${name}`, import.meta.url)), "latin1");
}

function find(term: string) {
  return findEntry(term, { env: { TERMINFO: fixtureDatabase }, systemDirectories: [] });
}

function only(kind: Expected["kind"]): readonly Expected[] {
  return expected.filter((item) => item.kind === kind || item.kind === "reset");
}

describe("the sample of entries, as ncurses sees it", () => {
  it("has the booleans, numbers and strings that infocmp prints", () => {
    const dumps = parseDumps(readFixture("infocmp.txt"));
    expect(dumpDifferences(dumps, find)).toEqual([]);
    expect([...dumps.keys()].sort()).toEqual([...sampleTerms, ...syntheticTerms].sort());
    expect([...dumps.values()].flat().length).toBeGreaterThan(5000);
  });

  it("expands every parameterised string alike", () => {
    const verdict = verify(only("call"), find);
    expect(verdict.differences).toEqual([]);
    expect(verdict.calls).toBeGreaterThan(2500);
  });

  it("pads alike on slow and fast lines", () => {
    const verdict = verify(only("pad"), find);
    expect(verdict.differences).toEqual([]);
    expect(verdict.paddings).toBeGreaterThan(250);
  });
});

describe("the tables of names", () => {
  const tables: Readonly<Record<string, readonly string[]>> = {
    b: flagNames,
    n: numberNames,
    s: stringNames,
    B: flagNames.map((name) => longNames.get(name) ?? ""),
    N: numberNames.map((name) => longNames.get(name) ?? ""),
    S: stringNames.map((name) => longNames.get(name) ?? ""),
  };

  it.each(Object.keys(tables))("%s is that of ncurses, in its order", (group) => {
    const names = expected.find((item) => item.kind === "names" && item.group === group);
    expect(names).toEqual({ kind: "names", group, names: tables[group] });
  });
});
