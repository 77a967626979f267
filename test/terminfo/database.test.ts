/**
 * The whole database of this system against its own ncurses: against infocmp where there is one, and against
 * libtinfo where a program can be built with it.
 */
import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findEntry, type Located } from "../../src/terminfo/locate.ts";
import { hasInfocmp, parseDumps, runInfocmp } from "../support/terminfo/infocmp.ts";
import { buildOracle } from "../support/terminfo/oracle.ts";
import {
  askEntries,
  askFormats,
  askPadding,
  askRandomFormats,
  askSession,
  usesStatics,
} from "../support/terminfo/questions.ts";
import { type Expected, parseTranscript } from "../support/terminfo/transcript.ts";
import { trickyFormats } from "../support/terminfo/tricky-formats.ts";
import { dumpDifferences, verify } from "../support/terminfo/verify.ts";

const terms = installedTerms();
/** Fewer than this is ncurses-base alone, whose entries the sample holds. */
const isWhole = terms.length > 1000;
const ask = isWhole ? buildOracle() : undefined;
const found = new Map<string, Located>();
const timeout = 60_000;

function installedTerms(): readonly string[] {
  const roots = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"].filter((root) => existsSync(root));
  const names = roots.flatMap((root) =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap((entry) => readdirSync(`${root}/${entry.name}`)),
  );
  return [...new Set(names)].sort();
}

/** Each entry is read once: there are many questions about it. */
function find(term: string): Located {
  const located = found.get(term) ?? findEntry(term, { env: {} });
  found.set(term, located);
  return located;
}

function stringsOf(term: string): ReadonlyMap<string, string> {
  const located = find(term);
  return located.kind === "found" ? located.entry.strings : new Map();
}

function answers(questions: readonly string[]): readonly Expected[] {
  return ask === undefined ? [] : parseTranscript(ask(questions));
}

function noEntry(): never {
  throw new Error("no entry is needed here");
}

describe.skipIf(!isWhole || !hasInfocmp())("the whole database (needs ncurses-bin, ncurses-term)", () => {
  it("has the booleans, numbers and strings that infocmp prints", { timeout }, async () => {
    const dumps = parseDumps(await runInfocmp(terms));
    expect(dumpDifferences(dumps, find)).toEqual([]);
    expect([...dumps.keys()].sort()).toEqual(terms);
  });
});

describe.skipIf(ask === undefined)("the whole database (needs ncurses-term, cc, libncurses-dev)", () => {
  const strings = ask === undefined ? [] : terms.map((term) => [term, stringsOf(term)] as const);

  it("has the values that libtinfo reads, found in the same files", { timeout }, () => {
    const verdict = verify(answers(askEntries(terms)), find);
    expect(verdict.differences).toEqual([]);
    expect(verdict.entries).toBe(terms.length);
  });

  it("expands every parameterised string alike", { timeout }, () => {
    const formats = new Set(
      strings.flatMap(([, own]) => [...own.values()].filter((text) => text.includes("%"))),
    );
    const verdict = verify(answers(askFormats([...formats, ...trickyFormats], "all")), noEntry);
    expect(verdict.differences).toEqual([]);
    expect(verdict.calls).toBeGreaterThan(formats.size * 9);
  });

  it("keeps static variables alike from one capability to the next", { timeout }, () => {
    const sessions = strings
      .map(([, own]) => [...own.values()].filter(usesStatics))
      .filter((formats) => formats.length > 1);
    const verdict = verify(answers(sessions.flatMap(askSession)), noEntry);
    expect(verdict.differences).toEqual([]);
    expect(verdict.calls).toBeGreaterThan(100);
  });

  it("pads alike on slow and fast lines", { timeout }, () => {
    const questions = strings.flatMap(([term, own]) => askPadding(term, own));
    const verdict = verify(answers(questions), find);
    expect(verdict.differences).toEqual([]);
    expect(verdict.paddings).toBeGreaterThan(1000);
  });

  it("reads formats that nobody would write alike", { timeout }, () => {
    const verdict = verify(answers(askRandomFormats(20_000)), noEntry);
    expect(verdict.differences).toEqual([]);
    expect(verdict.calls).toBeGreaterThan(20_000);
  });
});
