/**
 * The painter on every terminal of this system's database that can carry a screen. It takes minutes: it runs where
 * SLOW_TESTS is set, as .ci/run does.
 */
import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createCapabilities } from "../../src/terminal/capabilities.ts";
import { findEntry } from "../../src/terminfo/locate.ts";
import type { Entry } from "../../src/terminfo/read.ts";
import { auditScenario } from "../support/auditor/run-scenario.ts";

const isSlowWelcome = Boolean(process.env.SLOW_TESTS);
const entries = isSlowWelcome ? installedEntries() : [];
/** Fewer than this is ncurses-base alone, whose entries the sample holds. */
const isWhole = entries.length > 1000;

function installedEntries(): readonly Entry[] {
  const roots = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"].filter((root) => existsSync(root));
  const names = roots.flatMap((root) =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap((entry) => readdirSync(`${root}/${entry.name}`)),
  );
  const found = new Map<string, Entry>();
  for (const name of new Set(names)) {
    const located = findEntry(name, { env: {} });
    if (located.kind === "found") {
      found.set(located.entry.names[0] ?? name, located.entry);
    }
  }
  return [...found.values()].sort((one, other) => (one.names[0] ?? "").localeCompare(other.names[0] ?? ""));
}

describe.skipIf(!isWhole)("the whole database (needs ncurses-term and SLOW_TESTS=1)", () => {
  const obstacles = entries.map((entry) => createCapabilities(entry).missingFor("fullscreen"));
  const able = entries.filter((_, index) => obstacles[index]?.length === 0);
  const initials = [...new Set(able.map((entry) => (entry.names[0] ?? "").slice(0, 1)))];

  it("can mostly carry a screen, and says why where it cannot", () => {
    expect(able.length).toBeGreaterThan(1400);
    expect(obstacles.flat().every((sentence) => sentence.startsWith("this terminal"))).toBe(true);
  });

  it.each(initials)(
    "terminals in %s: every byte is theirs, every row as intended",
    { timeout: 600_000 },
    (initial) => {
      const own = able.filter((entry) => entry.names[0]?.startsWith(initial));
      const failures = own.flatMap((entry, index) => {
        const encoding = index % 2 === 0 ? "utf-8" : "ascii";
        return auditScenario(entry, { encoding, baud: 9600 }).map(
          (failure) => `${entry.names[0]} (${encoding}): ${failure}`,
        );
      });
      expect(failures).toEqual([]);
    },
  );
});
