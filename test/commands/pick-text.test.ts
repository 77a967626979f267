import { describe, expect, it } from "vitest";
import { pickText } from "../../src/commands/pick-text.ts";
import type { Message } from "../../src/model/message.ts";

const answer = "Do this:\n\n```sh\nls -l\n```\n\nor\n\n```\npwd\n```";
const history: readonly Message[] = [
  { role: "user", text: "How?" },
  { role: "assistant", parts: [{ type: "text", text: answer }] },
];

describe("a text of the conversation", () => {
  it.each([
    ["", answer],
    ["1", "How?"],
    ["2", answer],
    ["code", "pwd"],
    ["code 1", "ls -l"],
    ["CODE 2", "pwd"],
  ])("%j", (args, text) => {
    expect(pickText(history, args)).toEqual({ kind: "text", text });
  });

  it("is all of it", () => {
    const picked = pickText(history, "all");
    expect(picked).toMatchObject({ kind: "text", text: expect.stringContaining("How?") });
    expect(picked).toMatchObject({ text: expect.stringContaining("ls -l") });
  });

  it.each([
    ["3", "There is no message 3; /history lists them."],
    ["code 3", "The last answer has only 2 blocks of code."],
    ["nonsense", '"nonsense" is none of N, code, code N and all.'],
  ])("is not there for %j", (args, problem) => {
    expect(pickText(history, args)).toEqual({ kind: "none", problem });
  });

  it("is not there before there was an answer", () => {
    expect(pickText([], "")).toEqual({ kind: "none", problem: "There is no answer yet." });
    expect(pickText([], "all")).toEqual({ kind: "none", problem: "The conversation is empty." });
  });
});
