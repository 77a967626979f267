import { describe, expect, it, test } from "vitest";
import type { Question } from "../../src/model/question.ts";
import { choicesFor, isFresh, usualChoice } from "../../src/view/approval-choices.ts";

const tool: Question = {
  kind: "tool",
  call: { id: "1", name: "bash", input: {} },
  preview: { title: "bash", fields: [] },
};
const ruled: Question = { ...tool, rule: "allow bash: ls …" };
const pause: Question = { kind: "pause", reason: "Ten rounds." };

test("a tool is allowed once, for the session, for good, or not", () => {
  expect(choicesFor(ruled).map(({ key, answer }) => [key, answer])).toEqual([
    ["y", { verdict: "allow" }],
    ["s", { verdict: "session" }],
    ["a", { verdict: "always" }],
    ["n", { verdict: "deny" }],
    ["r", "with-reason"],
  ]);
  expect(choicesFor(tool).map(({ key }) => key)).toEqual(["y", "s", "n", "r"]);
  for (const question of [tool, ruled])
    expect(choicesFor(question)[usualChoice(question)]?.answer).toEqual({ verdict: "deny" });
});

test("a pause ends or it does not", () => {
  expect(choicesFor(pause).map(({ key }) => key)).toEqual(["y", "n"]);
  expect(choicesFor(pause)[usualChoice(pause)]?.answer).toEqual({ verdict: "allow" });
});

describe("a key answers", () => {
  it.each([
    [300, true],
    [299, false],
    [0, false],
    [-5_000, false],
  ])("%i ms after the question appeared: %s", (ms, fresh) => {
    expect(isFresh({ shownAt: 10_000, keyAt: 10_000 + ms })).toBe(fresh);
  });

  it("not while somebody is typing something else", () => {
    expect(isFresh({ shownAt: 1_000, strayAt: 1_250, keyAt: 1_400 })).toBe(false);
    expect(isFresh({ shownAt: 1_000, strayAt: 1_250, keyAt: 1_550 })).toBe(true);
  });

  it("however long ago the typing before the question was", () => {
    expect(isFresh({ shownAt: 1_000, strayAt: 100, keyAt: 1_299 })).toBe(false);
    expect(isFresh({ shownAt: 1_000, strayAt: 100, keyAt: 1_300 })).toBe(true);
  });

  it("never for who goes on typing", () => {
    const keys = Array.from({ length: 50 }, (_, index) => 1_000 + index * 200);
    const answers = keys.filter((keyAt, index) =>
      isFresh({ shownAt: 1_000, strayAt: keys[index - 1], keyAt }),
    );
    expect(answers).toEqual([]);
  });
});
