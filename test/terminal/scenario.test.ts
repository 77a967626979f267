/** The painter on unlike terminals: every byte is one of theirs, and every row is as intended after every frame. */
import { describe, expect, it } from "vitest";
import { createCapabilities } from "../../src/terminal/capabilities.ts";
import { auditScenario } from "../support/auditor/run-scenario.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";
import { sampleTerms, syntheticTerms } from "../support/terminfo/sample.ts";

const terms = [...sampleTerms, ...syntheticTerms];
const obstacles = new Map(
  terms.map((term) => [term, createCapabilities(fixtureEntry(term)).missingFor("fullscreen")] as const),
);
const able = terms.filter((term) => obstacles.get(term)?.length === 0);

describe("terminals that cannot carry a screen", () => {
  it("say why", () => {
    expect(terms.filter((term) => !able.includes(term))).toEqual(["dumb", "unknown"]);
    expect(obstacles.get("dumb")).toEqual([
      "this terminal has no cup, so the cursor cannot be addressed",
      "this terminal has neither clear nor ed, so the screen cannot be cleared",
    ]);
    expect(obstacles.get("unknown")?.[0]).toContain("generic");
  });
});

describe("the scenario", () => {
  it("runs on at least 30 unlike terminals", () => {
    expect(able.length).toBeGreaterThanOrEqual(30);
  });

  it.each(able)("%s, in UTF-8", (term) => {
    expect(auditScenario(fixtureEntry(term), { encoding: "utf-8" })).toEqual([]);
  });

  it.each(able)("%s, in ASCII and at 9600 baud", (term) => {
    expect(auditScenario(fixtureEntry(term), { encoding: "ascii", baud: 9600 })).toEqual([]);
  });

  it.each(["xterm-256color", "vt100", "wy50"])("%s on a screen of 20x5", (term) => {
    const size = { columns: 20, rows: 5 };
    expect(auditScenario(fixtureEntry(term), { encoding: "utf-8", size })).toEqual([]);
  });

  const strangers = [
    ["vt100", "xterm-256color"],
    ["xterm-256color", "wy50"],
    ["screen", "xterm"],
    ["wy50", "vt52"],
  ] as const;

  it.each(strangers)("finds fault with %s when it is painted as %s", (term, other) => {
    const failures = auditScenario(fixtureEntry(term), { encoding: "utf-8", paintAs: fixtureEntry(other) });
    expect(failures.join("\n")).toMatch(/neither text nor a capability/);
  });

  const lies = [
    ["bce", /style/],
    ["xenl", /instead of/],
    ["msgr", /no msgr/],
  ] as const;

  it.each(lies)("finds fault where the painter wrongly believes in %s", (flag, fault) => {
    const paintAs = fixtureEntry("xterm-256color");
    const flags = new Set(paintAs.flags);
    flags.delete(flag);
    expect(auditScenario({ ...paintAs, flags }, { encoding: "utf-8", paintAs }).join("\n")).toMatch(fault);
  });
});
