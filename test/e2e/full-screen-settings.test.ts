/** What can be set about the full screen, and what it remembers, in the built program. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { textReply } from "../support/mock-anthropic.ts";
import { scratch } from "../support/program.ts";
import { ctrlD, startPty } from "../support/pty.ts";

/** The background of the status bar in the amber theme. */
const amber = "48;5;172";

const stateOf = (home: string) => join(home, ".local/state/treadle");

/** What the shell's screen gets when the offline demo has answered and is left. */
async function farewell(HOME: string, ...args: readonly string[]): Promise<string> {
  const pty = startPty({ env: { HOME }, args: ["-b", "offline", ...args] });
  try {
    await pty.expect("? help");
    pty.type("hello");
    await pty.expect("hello");
    pty.type("\r");
    await pty.expect("Tokens:");
    const before = pty.output().length;
    pty.type(ctrlD);
    expect(await pty.exited).toEqual({ code: 0, signal: 0 });
    return pty.output().slice(before);
  } finally {
    await pty.dispose();
  }
}

describe.concurrent("the theme", () => {
  it("is switched at once and kept", async () => {
    const HOME = scratch();
    await onScreen({ env: { HOME } }, async (screen) => {
      expect(screen.sent()).not.toContain(amber);
      screen.type("/theme am");
      await screen.shows(/^ +amber$/m);
      screen.press("tab");
      await screen.cursorBehind("/theme amber ");
      screen.press("enter");
      await screen.shows("Theme: amber, from now on.");
      expect(screen.sent()).toContain(amber);
    });
    await onScreen({ env: { HOME } }, async (screen) => {
      expect(screen.sent()).toContain(amber);
    });
    await onScreen({ env: { HOME }, args: ["--theme", "mono"] }, async (screen) => {
      expect(screen.sent()).not.toContain("38;5;");
    });
  });

  it("may be the user's own, and a broken one is told of", async () => {
    const HOME = scratch();
    const themes = join(HOME, ".config/treadle/themes");
    mkdirSync(themes, { recursive: true });
    writeFileSync(join(themes, "mine.json"), '{"roles": {"text": {"fg": 99}}}');
    writeFileSync(join(themes, "broken.json"), '{"roles": {"txet": {}}}');
    await onScreen({ env: { HOME }, args: ["--theme", "mine"] }, async (screen) => {
      expect(screen.sent()).toContain("38;5;99");
      await screen.enter("/theme broken");
      await screen.shows('did you mean "text"?');
      expect(screen.sent()).toContain("38;5;99");
    });
    await onScreen({ env: { HOME }, args: ["--theme", "broken"] }, async (screen) => {
      await screen.shows("roles.txet is no role of a theme");
      await screen.shows("The built-in theme is used.");
    });
  });
});

describe.concurrent("the session", () => {
  it("is named in the status bar", async () => {
    const HOME = scratch();
    await onScreen({ env: { HOME }, columns: 200, replies: [textReply("Hello.")] }, async (screen) => {
      await screen.enter("hi there");
      await screen.shows("Hello.");
      const [file = ""] = readdirSync(join(stateOf(HOME), "sessions"));
      await screen.shows(`· ${file.replace(".jsonl", "")} ·`);
    });
  });

  it("has its file named on leaving", async () => {
    const HOME = scratch();
    const said = await farewell(HOME);
    const [file = ""] = readdirSync(join(stateOf(HOME), "sessions"));
    expect(said).toContain(
      `Session: ${join(stateOf(HOME), "sessions", file)}\r\nResume: treadle --resume ${file?.replace(".jsonl", "")}\r\nGoodbye!\r\n`,
    );
  });

  it("is not mentioned where there is none, and leaves no trace", async () => {
    const HOME = scratch();
    const said = await farewell(HOME, "--no-session");
    expect(said).toContain("Goodbye!\r\n");
    expect(said).not.toContain("Session:");
    expect(readdirSync(HOME)).toEqual([]);
  });
});

describe.concurrent("what was entered", () => {
  it("comes back in the next chat", async () => {
    const HOME = scratch();
    await onScreen({ env: { HOME } }, async (screen) => {
      await screen.enter("/tokens");
      await screen.shows("Session: 0 input");
    });
    await onScreen({ env: { HOME } }, async (screen) => {
      screen.press("up");
      await screen.cursorBehind("> /tokens");
    });
    expect(readFileSync(join(stateOf(HOME), "input-history"), "utf8")).toBe('"/tokens"\n');
  });

  it("and chosen leaves no trace without a session", async () => {
    const HOME = scratch();
    await onScreen({ env: { HOME }, args: ["--no-session"] }, async (screen) => {
      await screen.enter("/theme mono");
      await screen.shows("for this session");
    });
    expect(readdirSync(HOME)).toEqual([]);
  });
});

describe.concurrent("the view by commands", () => {
  it("moves, finds and says when there is no more, and leaves no trace in the history", async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `- item ${index}`).join("\n");
    await onScreen({ replies: [textReply(lines)] }, async (screen) => {
      await screen.enter("List them.");
      await screen.shows("item 59");
      await screen.enter("/top");
      await screen.shows("You: List them.");
      await screen.enter("/bottom");
      await screen.shows("item 59");
      await screen.enter("/find item 7");
      await screen.shows(/item 7$/m);
      await screen.enter("/find");
      await screen.shows('"item 7" is not further up.');
      await screen.enter("/up 1");
      await screen.hides("is not further up.");
      await screen.enter("/keys");
      await screen.shows("Ctrl-R");
      screen.press("escape");
      await screen.hides("Ctrl-R");
      await screen.enter("/bottom");
      await screen.shows("item 59");
      expect(screen.rows().join("\n")).not.toContain("/find");
    });
  });
});

describe.concurrent("the rest", () => {
  it("draws with nothing but ASCII, and still reads what is typed", async () => {
    await onScreen({ args: ["--ascii"], replies: [textReply("- één")] }, async (screen) => {
      screen.type("naïve");
      await screen.cursorBehind("naive");
      screen.press("enter");
      await screen.shows("een");
      expect(screen.lastSent()).toEqual(["naïve"]);
      expect(screen.sent()).toMatch(/^\p{ASCII}*$/u);
    });
  });

  it("has the keys of vi where they are asked for", async () => {
    await onScreen({ args: ["--vi"] }, async (screen) => {
      screen.type("one two");
      await screen.cursorBehind("one two");
      screen.press("escape");
      await screen.cursorBehind("one tw");
      screen.type("bD");
      await screen.hides("two");
    });
  });
});
