import { describe, expect, it } from "vitest";
import { choicesFor, parseAnswer } from "../../../src/display/append/answers.ts";
import type { Question } from "../../../src/model/question.ts";
import { readCases } from "../../support/cases.ts";

const tool: Question = {
  kind: "tool",
  call: { id: "1", name: "bash", input: {} },
  preview: { title: "bash", fields: [] },
};
const pause: Question = { kind: "pause", reason: "Pausing after 10 iterations" };

const file = readCases("approvals");
const rows = file.cases.flatMap(({ id, input, expected }) => {
  const { answer } = input as { answer?: string };
  return answer === undefined ? [] : [{ id, answer, verdict: expected === "approve" ? "allow" : expected }];
});

describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => expect(rows.length).toBeGreaterThan(2));

  it.each(rows)("$id: $answer", ({ answer, verdict }) => {
    expect(parseAnswer(answer, tool)).toEqual({ verdict });
  });
});

describe("an answer about a tool", () => {
  it.each([
    ["y", "allow"],
    ["YES", "allow"],
    ["s", "session"],
    ["a", "session"],
    ["Always", "session"],
    ["n", "deny"],
    [" No ", "deny"],
    ["", "deny"],
    ["  ", "deny"],
  ])("%j", (line, verdict) => {
    expect(parseAnswer(line, tool)).toEqual({ verdict });
  });

  it("holds for good where that can be kept", () => {
    const ruled: Question = { ...tool, rule: "allow bash: ls …" };
    expect(parseAnswer("always", ruled)).toEqual({ verdict: "always" });
    expect(choicesFor(ruled)).toContain("a always");
    expect(choicesFor(tool)).not.toContain("always");
  });

  it.each([
    ["n use ls", "use ls"],
    ["No, use ls", "use ls"],
    ["no: too\nbroad ", "too\nbroad"],
  ])("%j carries a reason", (line, reason) => {
    expect(parseAnswer(line, tool)).toEqual({ verdict: "deny", reason });
  });

  it.each(["yes please", "yy", "ok", "4", "not now", "nope", "no,", "constructor", "toString"])(
    "%j is none",
    (line) => expect(parseAnswer(line, tool)).toBeUndefined(),
  );
});

describe("an answer to a pause", () => {
  it.each([
    ["", "allow"],
    ["y", "allow"],
    ["n", "deny"],
  ])("%j", (line, verdict) => {
    expect(parseAnswer(line, pause)).toEqual({ verdict });
  });

  it.each(["a", "always", "3", "what next?"])("%j is none", (line) => {
    expect(parseAnswer(line, pause)).toBeUndefined();
  });
});

describe("choicesFor", () => {
  it("names the default", () => {
    expect(choicesFor(tool)).toContain("[y/N]");
    expect(choicesFor(pause)).toContain("[Y/n]");
  });

  it.each([
    ["tool", tool, ["y", "s", "n", "n REASON"]],
    ["pause", pause, ["Enter", "y", "n"]],
  ] as const)("about a %s names choices that are some, and no others", (_, question, names) => {
    const [, listed = ""] = /\((.+)\)/.exec(choicesFor(question)) ?? [];
    const words = listed.split(/, | or /).map((choice) => /^(?:n REASON|\w+)/.exec(choice)?.[0]);
    expect(words).toEqual(names);
    for (const name of names) {
      expect(parseAnswer(name === "Enter" ? "" : name, question)).toBeDefined();
    }
  });
});
