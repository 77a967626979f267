/** Arguments of prompts as people type them. */
import { describe, expect, it } from "vitest";
import type { DescribedPrompt } from "../../../src/tools/mcp/described-prompts.ts";
import { readArguments } from "../../../src/tools/mcp/prompt-arguments.ts";

const prompt: DescribedPrompt = {
  name: "s:p",
  server: "s",
  ownName: "p",
  description: "",
  arguments: [
    { name: "first", description: "", required: true },
    { name: "in-two words", description: "", required: false },
    { name: "last", description: "", required: false },
  ],
};

describe("arguments", () => {
  it.each([
    ["a", { first: "a" }],
    ["a b c", { first: "a", "in-two words": "b", last: "c" }],
    ["a b c d  e", { first: "a", "in-two words": "b", last: "c d  e" }],
    ["first=a", { first: "a" }],
    ["last=c a", { first: "a", last: "c" }],
    ["a last=c b and more", { first: "a", "in-two words": "b and more", last: "c" }],
    ["first=\"two words\" last='it is'", { first: "two words", last: "it is" }],
    ['first="a \\"b\\" c:\\\\d"', { first: 'a "b" c:\\d' }],
    ['"x=1 is not named" "" c', { first: "x=1 is not named", "in-two words": "", last: "c" }],
    ["in-two words=b a", { first: "a", "in-two words": "b" }],
    ["first=", { first: "" }],
    ["don't 'stop", { first: "don't", "in-two words": "'stop" }],
    ["__proto__ a", { first: "__proto__", "in-two words": "a" }],
    ["first=a=b", { first: "a=b" }],
  ])("%s", (text, values) => {
    expect(readArguments(prompt, text)).toEqual({ kind: "read", values });
  });

  it.each([
    ["", "/s:p lacks first: /s:p first=… [in-two words=…] [last=…]"],
    ["last=x", "/s:p lacks first: "],
    ["frist=x", "/s:p has no argument frist (a text with = in it stands in quotes): /s:p first=…"],
    ["first=a in-two words=b last=c d", "/s:p takes fewer arguments: "],
  ])("%j is not understood", (text, message) => {
    const read = readArguments(prompt, text);
    expect(read).toEqual({ kind: "problem", message: expect.stringContaining(message) });
  });

  it("are too many where there are none", () => {
    const bare = { ...prompt, arguments: [] };
    expect(readArguments(bare, "x=1")).toEqual({
      kind: "problem",
      message: "/s:p takes no arguments: /s:p",
    });
    expect(readArguments(bare, "  ")).toEqual({ kind: "read", values: {} });
  });
});
