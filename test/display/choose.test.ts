import { describe, expect, it } from "vitest";
import { chooseDisplay, type DisplayFacts } from "../../src/display/choose.ts";
import { lookUpTerminal } from "../../src/terminal/look-up.ts";
import { fixtureDatabase } from "../support/terminfo/fixture.ts";

function terminal(term: string | undefined, changes: Partial<DisplayFacts> = {}): DisplayFacts {
  const env = { TERM: term, TERMINFO: fixtureDatabase };
  const lookUp = async () => lookUpTerminal(env);
  return { asked: "auto", stdinIsTty: true, stdoutIsTty: true, term, lookUp, ...changes };
}

const neverAsked = () => Promise.reject(new Error("the entry was read although it does not matter"));

describe("plain lines", () => {
  it.each([
    ["asked for", { asked: "append" }, "as asked"],
    ["no terminal at the output", { stdoutIsTty: false }, "the output is not a terminal"],
    ["no terminal at the input", { stdinIsTty: false }, "the input is not a terminal"],
    ["TERM unset", { term: undefined }, "TERM is not set"],
    ["TERM empty", { term: "" }, "TERM is not set"],
  ] as const)("%s", async (_, facts, reason) => {
    const chosen = await chooseDisplay(terminal("xterm", { lookUp: neverAsked, ...facts }));
    expect(chosen).toEqual({ display: "append", reason });
  });

  it.each([
    ["dumb", /no cup/],
    ["no-such-terminal", /no-such-terminal/],
    ["../xterm", /./],
  ])("on %s, and says why", async (term, reason) => {
    const chosen = await chooseDisplay(terminal(term));
    expect(chosen.display).toBe("append");
    expect(chosen.reason).toMatch(reason);
  });

  it("although the full screen was asked for, where it cannot be", async () => {
    const piped = await chooseDisplay(terminal("xterm", { asked: "full", stdoutIsTty: false }));
    expect(piped).toEqual({
      display: "append",
      reason: "the full screen was asked for, but the output is not a terminal",
    });
    expect(await chooseDisplay(terminal("dumb", { asked: "full" }))).toMatchObject({ display: "append" });
  });
});

describe("the full screen", () => {
  it.each(["xterm-256color", "vt100", "wy50", "adm3a"])("on %s", async (term) => {
    const chosen = await chooseDisplay(terminal(term));
    expect(chosen).toEqual({ display: "full", reason: "the terminal has all that it needs" });
  });

  it("as asked", async () => {
    expect(await chooseDisplay(terminal("vt100", { asked: "full" }))).toEqual({
      display: "full",
      reason: "as asked",
    });
  });
});
