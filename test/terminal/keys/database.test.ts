/** The key strings of every entry that this system has: each is one key, and none is text. */
import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { keyLabel } from "../../../src/terminal/keys/key.ts";
import { findEntry } from "../../../src/terminfo/locate.ts";
import { drive } from "./drive.ts";

const terms = ["/lib/terminfo", "/usr/share/terminfo"]
  .filter((root) => existsSync(root))
  .flatMap((root) => readdirSync(root, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .flatMap(({ parentPath, name }) => readdirSync(`${parentPath}/${name}`));
/** Fewer is ncurses-base alone, whose entries the sample holds. */
const isWhole = terms.length > 1000;

describe.skipIf(!isWhole)("the whole database (needs ncurses-term)", () => {
  it("has one key for each key string", { timeout: 60_000 }, () => {
    const results = terms.flatMap(decodeAll);
    expect(results.length).toBeGreaterThan(80_000);
    expect(results.filter((result) => result !== "")).toEqual([]);
  });
});

/** A keypad that types; and a delete key of a space and ^H, which is what one types. */
const exceptions = /^(k[abc][123]|kp.*)=\p{Cc}O.$|^kdch1= \p{Cc}$/u;

function decodeAll(term: string): readonly string[] {
  const located = findEntry(term, { env: {} });
  if (located.kind !== "found") {
    return [];
  }
  const driven = drive(located.entry);
  return [...located.entry.strings]
    .filter(([name]) => /^k(?!mous|xIN|xOUT)/.test(name))
    .map(([name, bytes]) => {
      const before = driven.keys.length;
      driven.read(bytes);
      driven.clock.advance(1000);
      const keys = driven.keys.slice(before);
      const isFine = keys.length === 1 && keys[0]?.text === undefined;
      return isFine || exceptions.test(`${name}=${bytes}`) ? "" : `${term}: ${name} is ${keys.map(keyLabel)}`;
    });
}
