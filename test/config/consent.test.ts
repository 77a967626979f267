/** What is kept of the user's word about servers of projects, and what becomes of a file that is not as we wrote it. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keepConsent, readConsent } from "../../src/config/consent.ts";
import { scratch } from "../support/program.ts";

const [one, other] = ["a".repeat(64), "b".repeat(64)];

describe("consent", () => {
  it("is kept by hash, changed and forgotten, for its owner alone", () => {
    const state = join(scratch(), "state");
    expect(readConsent(state).verdicts).toEqual(new Map());
    expect(keepConsent(state, one, "allowed")).toBeUndefined();
    expect(keepConsent(state, other, "allowed")).toBeUndefined();
    expect(keepConsent(state, other, "refused")).toBeUndefined();
    expect(readConsent(state).verdicts).toEqual(
      new Map([
        [one, "allowed"],
        [other, "refused"],
      ]),
    );
    keepConsent(state, one, undefined);
    expect([...readConsent(state).verdicts.keys()]).toEqual([other]);
    expect(statSync(join(state, "mcp-consent.json")).mode & 0o777).toBe(0o600);
  });

  it.each([
    "no json",
    '{"version":1}',
    `{"version":2,"servers":{"${one}":"allowed"}}`,
    '{"version":1,"servers":{"x":"allowed"}}',
    `{"version":1,"servers":{"${one}":"yes"}}`,
  ])("allows nothing where the file is %s, and keeps a copy of it", (text) => {
    const state = scratch();
    writeFileSync(join(state, "mcp-consent.json"), text);
    const { verdicts, fault } = readConsent(state);
    expect(verdicts.size).toBe(0);
    expect(fault).toMatch(/mcp-consent\.json is damaged, so no server of a project is allowed\.$/);
    expect(keepConsent(state, one, "allowed")).toBeUndefined();
    expect(readdirSync(state).filter((name) => name.includes(".damaged-"))).toHaveLength(1);
    expect(readConsent(state).verdicts.get(one)).toBe("allowed");
  });

  it("says where it cannot be kept", () => {
    expect(keepConsent(undefined, one, "allowed")).toContain("There is nowhere to keep it");
    const state = scratch();
    mkdirSync(join(state, "mcp-consent.json"));
    expect(keepConsent(state, one, "allowed")).toContain("cannot be read (it is a directory)");
  });
});
