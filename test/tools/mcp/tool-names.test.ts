/** Names of tools: allowed everywhere, the same each time, and no two alike. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolNameFor } from "../../../src/tools/mcp/tool-names.ts";

const allowed = /^[A-Za-z0-9_-]{1,64}$/;

describe("a tool's name", () => {
  it("is server__tool where that will do", () => {
    expect(toolNameFor("files", "read-file_2")).toBe("files__read-file_2");
  });

  it.each([
    [
      ["a", "b__c"],
      ["a__b", "c"],
    ],
    [
      ["a_", "b"],
      ["a", "_b"],
    ],
    [
      ["a.b", "c"],
      ["a_b", "c"],
    ],
    [
      ["s", "x".repeat(90)],
      ["s", `${"x".repeat(90)}y`],
    ],
    [
      ["s", ""],
      ["s_", ""],
    ],
  ])("tells %j from %j", (one, other) => {
    const [first, second] = [one, other].map(([server = "", tool = ""]) => toolNameFor(server, tool));
    expect(first).not.toBe(second);
    expect(first).toMatch(allowed);
    expect(second).toMatch(allowed);
  });

  it("is allowed and its own for whatever servers come up with", () => {
    const server = fc.stringMatching(/^[A-Za-z0-9][\w.-]{0,63}$/);
    const pair = fc.tuple(server, fc.oneof(fc.string(), fc.stringMatching(/^[ab_]{0,4}$/)));
    fc.assert(
      fc.property(pair, pair, (one, other) => {
        const [first, second] = [toolNameFor(...one), toolNameFor(...other)];
        expect(first).toMatch(allowed);
        expect(first === second).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});
