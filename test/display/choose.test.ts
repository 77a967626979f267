import { describe, expect, it } from "vitest";
import { chooseDisplay, type DisplayFacts } from "../../src/display/choose.ts";

const terminal: DisplayFacts = { asked: "auto", stdinIsTty: true, stdoutIsTty: true, term: "xterm" };

describe("chooseDisplay", () => {
  it.each([
    ["asked for", { asked: "append" }, "as asked"],
    ["no terminal at the output", { stdoutIsTty: false }, "the output is not a terminal"],
    ["no terminal at the input", { stdinIsTty: false }, "the input is not a terminal"],
    ["TERM unset", { term: undefined }, "TERM is not set"],
    ["TERM empty", { term: "" }, "TERM is not set"],
    ["a terminal", {}, "this version has no full-screen display yet"],
    ["full screen asked for", { asked: "full" }, "this version has no full-screen display yet"],
  ] as const)("%s", (_, facts, reason) => {
    expect(chooseDisplay({ ...terminal, ...facts })).toEqual({ display: "append", reason });
  });
});
