import { describe, expect, it } from "vitest";
import { textReply } from "../support/mock-anthropic.ts";
import { cleanEnv, mainFile } from "../support/program.ts";
import { ctrlC, ctrlD, ctrlZ, startPty } from "../support/pty.ts";
import { expectPlain, inChat, leave, unfinishedReply } from "./pty-chat.ts";

const esc = String.fromCharCode(27);

describe.concurrent("any terminal will do", () => {
  it.each([
    ["dumb", { TERM: "dumb", TREADLE_DISPLAY: undefined }],
    ["vt100", { TERM: "vt100" }],
    ["unknown", { TERM: "no-such-terminal", TREADLE_DISPLAY: undefined }],
    ["empty", { TERM: "", TREADLE_DISPLAY: undefined }],
    ["unset", { TERM: undefined, TREADLE_DISPLAY: undefined }],
  ])("TERM %s", (_, env) =>
    inChat({ env }, async (chat) => {
      expect(chat.pty.output()).toMatch(/^\[display: append, .+\]\r\n/);
      chat.pty.enter("hi");
      await chat.pty.expect("Assistant: ok");
      await chat.pty.expect("You: ");
      await leave(chat);
    }),
  );

  it("a small one", () =>
    inChat({ cols: 40, rows: 15 }, async (chat) => {
      chat.pty.enter("hi");
      await chat.pty.expect("Assistant: ok");
      await chat.pty.expect("You: ");
      await leave(chat);
    }));

  it("says when the append display was asked for", () =>
    inChat({ args: ["--display", "append"] }, async ({ pty }) => {
      expect(pty.output()).toMatch(/^\[display: append, as asked\]\r\n/);
    }));

  it("one that is resized, at the prompt and while text streams", () =>
    inChat({ replies: [unfinishedReply("some text ")] }, async ({ pty }) => {
      const before = pty.output();
      pty.resize(20, 5);
      pty.enter("hi");
      expect(await pty.expect("some text ")).toBe("hi\r\n\r\n[Calling backend...]\r\nAssistant: some text ");
      expect(before).toMatch(/You: $/);
      pty.resize(200, 60);
      pty.type(ctrlC);
      await pty.expect("[operation cancelled by user]\r\n\r\nYou: ");
    }));
});

describe.concurrent("what is sent", () => {
  it("is plain text, whatever the model says", () => {
    const hostile = `a${esc}[2Jb${esc}]0;title\u0007c\u009b31md\re\bf\u0000g\u007f\u202eh`;
    const deltas = ["x", esc, "[31m y ", hostile];
    return inChat({ replies: [textReply("", { deltas })] }, async ({ pty }) => {
      pty.enter("hi");
      const shown = await pty.expect("You: ");
      expect(shown).toContain("x^[[31m y a^[[2Jb^[]0;title^Gc\\u{9b}31md^Me^Hf^@g^?\\u{202e}h\r\n");
    });
  });

  it("is nothing while nothing happens", () =>
    inChat({}, async (idle) => {
      const before = idle.pty.output();
      // Another chat has time for all it does.
      await inChat({}, async (other) => {
        other.pty.enter("hi");
        await other.pty.expect("Assistant: ok");
        await other.pty.expect("You: ");
        await leave(other);
      });
      expect(idle.pty.output()).toBe(before);
    }));
});

const treadle = `"${process.execPath}" "${mainFile}" -b offline`;

describe.concurrent("a shell around it", () => {
  it.each([
    ["Ctrl-D", ctrlD, 0],
    ["exit", "exit\r", 0],
    ["Ctrl-C twice", ctrlC, 130],
  ])("finds the terminal as it was after %s", async (_, keys, status) => {
    // The shell stays, so that nothing of what it says can be lost with it.
    const script = `echo "modes $(stty -g)."; ${treadle}; echo "status $?."; echo "modes $(stty -g)."; read stay`;
    // It must live through the Ctrl-C that is meant for the chat.
    const pty = startPty({
      file: "sh",
      args: ["-c", `trap : INT; ${script}`],
      env: { TREADLE_DISPLAY: "append" },
    });
    try {
      const [, before] = /modes (.+)\./.exec(await pty.expect(/modes .+\./)) ?? [];
      await pty.expect("You: ");
      pty.type(keys);
      if (keys === ctrlC) {
        await pty.expect("You: ");
        pty.type(keys);
      }
      await pty.expect(`status ${status}.`);
      const [, after] = /modes (.+)\./.exec(await pty.expect(/modes .+\./)) ?? [];
      expect(after).toBe(before);
      expectPlain(pty.output());
    } finally {
      await pty.dispose();
    }
  });

  it("can suspend and resume it", async () => {
    const env = { TERM: "dumb", PS1: "shell> ", HISTFILE: undefined, ...cleanEnv() };
    const pty = startPty({ file: "bash", args: ["--norc", "--noprofile", "--noediting", "-i"], env });
    try {
      await pty.expect("shell> ");
      pty.enter(treadle);
      await pty.expect("You: ");
      pty.type(ctrlZ);
      await pty.expect("Stopped");
      await pty.expect("shell> ");
      pty.enter("echo in the $((1+1))nd program");
      await pty.expect("in the 2nd program");
      await pty.expect("shell> ");
      pty.enter("fg");
      await pty.expect("main.js");
      pty.enter("demo reasoning");
      await pty.expect("Assistant: ");
      await pty.expect("You: ");
      pty.enter("exit");
      await pty.expect("Goodbye!");
      await pty.expect("shell> ");
    } finally {
      await pty.dispose();
    }
  });
});
