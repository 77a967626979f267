/** The kept entries, for tests that need a real one. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findEntry } from "../../../src/terminfo/locate.ts";
import type { Entry } from "../../../src/terminfo/read.ts";

export const fixtureDatabase = fileURLToPath(new URL("../../fixtures/terminfo/entries", import.meta.url));

export function fixtureEntry(term: string): Entry {
  return locate(term).entry;
}

export function fixtureBytes(term: string): Buffer {
  return readFileSync(locate(term).path);
}

function locate(term: string) {
  const located = findEntry(term, { env: { TERMINFO: fixtureDatabase }, systemDirectories: [] });
  if (located.kind !== "found") {
    throw new Error(located.message);
  }
  return located;
}
