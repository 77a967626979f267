/** The wheel on the full screen: only where asked for, by the entry alone, and off again however the screen is left. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { textReply } from "../support/mock-anthropic.ts";
import { cleanEnv, mainFile, scratch } from "../support/program.ts";
import { ctrlD, ctrlZ, type Pty, startPty } from "../support/pty.ts";

const on = "\x1b[?1006;1000h";
const off = "\x1b[?1006;1000l";
const up = "\x1b[<64;10;5M";
const down = "\x1b[<65;10;5M";
const long = Array.from({ length: 60 }, (_, row) => `line ${row + 1}.`).join("\n\n");
const mouse = { args: ["--mouse"], replies: [textReply(long)] };

const leaves = "\x1b[?1049l";

function timesIn(sent: string, bytes: string): number {
  return sent.split(bytes).length - 1;
}

describe.concurrent("the wheel", () => {
  it("scrolls the history, and nothing of a flood gets into the input", () =>
    onScreen(mouse, async (screen) => {
      await screen.enter("go");
      await screen.shows("line 60.");
      screen.type("half");
      await screen.cursorBehind("> half");
      screen.type(up.repeat(200));
      await screen.shows("line 1.");
      for (const piece of ["\x1b", "[", "<6", "5;99999;9999999", "9", "M"]) screen.type(piece);
      screen.type(`\x1b[<0;8;23M\x1b[<0;8;23m${down.repeat(200)}`);
      await screen.shows("line 60.");
      screen.type("!");
      await screen.cursorBehind("> half!");
      expect(screen.audit()).toMatchObject({ unexplained: [], problems: [] });
      expect(screen.audit().modesLeftOn).toContain("XM");
    }));

  it("is left to the terminal unless asked for", () =>
    onScreen({}, async (screen) => {
      await screen.shows("? help");
      expect(timesIn(screen.sent(), on)).toBe(0);
    }));

  it("is told to be impossible where the entry does not say how", () =>
    onScreen({ term: "linux", args: ["--mouse"] }, async (screen) => {
      await screen.shows(/kmous and\s+XM/);
      expect(timesIn(screen.sent(), on)).toBe(0);
    }));
});

/** The bytes of a stay that ends by `end`: the auditor does not follow what is written to the shell's screen. */
async function stay(end: (pty: Pty) => void | Promise<void>, env: Readonly<Record<string, string>> = {}) {
  const pty = startPty({ args: ["-b", "offline", "--mouse"], env: { TERM: "xterm-256color", ...env } });
  try {
    await pty.expect("? help");
    await end(pty);
    await pty.exited;
    return pty.output();
  } finally {
    await pty.dispose();
  }
}

describe.concurrent("the mouse is the terminal's own again", () => {
  it.each<[string, (pty: Pty) => void]>([
    ["leaving", (pty) => pty.type(ctrlD)],
    ["SIGTERM", (pty) => pty.kill("SIGTERM")],
    ["SIGHUP", (pty) => pty.kill("SIGHUP")],
  ])("after %s", async (_how, end) => {
    const sent = await stay(end);
    expect([timesIn(sent, on), timesIn(sent, off)]).toEqual([1, 1]);
    expect(sent.indexOf(off)).toBeLessThan(sent.indexOf(leaves));
  });

  it("after a crash", async () => {
    const file = join(scratch(), "crash.mjs");
    writeFileSync(file, "setTimeout(() => { throw new Error('bang'); }, 1500);");
    const sent = await stay(() => {}, { NODE_OPTIONS: `--import=${file}` });
    expect([timesIn(sent, on), timesIn(sent, off)]).toEqual([1, 1]);
    expect(sent).toContain("bang");
  });

  it("while another program has the terminal", async () => {
    const editor = join(scratch(), "editor");
    writeFileSync(editor, "#!/bin/sh\nprintf 'EDITOR\\n'\nprintf 'written' > \"$1\"\n", { mode: 0o755 });
    const edit = async (pty: Pty) => {
      pty.type(`${String.fromCharCode(24)}${String.fromCharCode(5)}`);
      await pty.expect("written");
      pty.kill("SIGTERM");
    };
    const sent = await stay(edit, { VISUAL: editor });
    const [before = "", after = ""] = sent.split("EDITOR");
    expect([timesIn(before, on), timesIn(before, off)]).toEqual([1, 1]);
    expect([timesIn(after, on), timesIn(after, off)]).toEqual([1, 1]);
  });

  it("while treadle is stopped", async () => {
    const env = { PS1: "shell> ", HISTFILE: undefined, ...cleanEnv(), TERM: "xterm-256color" };
    const pty = startPty({ file: "bash", args: ["--norc", "--noprofile", "--noediting", "-i"], env });
    try {
      await pty.expect("shell> ");
      pty.enter(`${process.execPath} ${mainFile} -b offline --mouse`);
      await pty.expect("? help");
      pty.type(ctrlZ);
      await pty.expect("Stopped");
      expect([timesIn(pty.output(), on), timesIn(pty.output(), off)]).toEqual([1, 1]);
      pty.enter("fg");
      await pty.expect("? help");
      expect(timesIn(pty.output(), on)).toBe(2);
      pty.type(ctrlD);
      await pty.expect("Goodbye!");
      expect(timesIn(pty.output(), off)).toBe(2);
    } finally {
      await pty.dispose();
    }
  });
});
