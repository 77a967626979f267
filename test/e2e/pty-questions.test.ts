import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textReply } from "../support/mock-anthropic.ts";
import { scratch } from "../support/program.ts";
import { ctrlC, startPty } from "../support/pty.ts";
import { bashReply, expectPlain, inChat } from "./pty-chat.ts";

const denied = "Tool execution cancelled by user";
const done = textReply("Done.");

describe.concurrent("a question before a tool runs", () => {
  it("shows exactly what would be run, and y runs it", () => {
    const command = `echo "a${String.fromCharCode(27)}[2J"`;
    return inChat({ replies: [bashReply(command), done] }, async ({ pty, lastSent }) => {
      pty.enter("go");
      const shown = await pty.expect("[y/N]");
      expect(shown).toContain("[Approval needed: ");
      expect(shown).toContain(String.raw`"echo \"a\u001b[2J\""`);
      await pty.expect("why): ");
      pty.enter("y");
      expect(await pty.expect("[Tool: ")).toBe("y\r\n[Tool: ");
      await pty.expect("[Tool bash result]\r\n  a^[[2J\r\n");
      await pty.expect("Assistant: Done.");
      expect(lastSent()[0]).toContain("a\u001b[2J");
    });
  });

  it.each([
    ["n", denied],
    ["", denied],
    ["n use ls instead", `${denied}: use ls instead`],
  ])("%j denies, and the loop goes on", (answer, told) =>
    inChat({ replies: [bashReply("echo ran > ran"), done] }, async ({ pty, lastSent }) => {
      pty.enter("go");
      await pty.expect("[y/N]");
      pty.enter(answer);
      await pty.expect("[Tool bash was not run");
      await pty.expect("Assistant: Done.");
      expect(lastSent()).toEqual([told]);
    }),
  );

  it("a allows this from then on", () => {
    const replies = [bashReply("echo ran"), done, bashReply("echo ran"), done];
    return inChat({ replies }, async ({ pty }) => {
      pty.enter("go");
      await pty.expect("[y/N]");
      pty.enter("a");
      await pty.expect("  ran\r\n");
      await pty.expect("Assistant: Done.");
      pty.enter("once more");
      await pty.expect("  ran\r\n");
      await pty.expect("Assistant: Done.");
      expect(pty.output().match(/\[y\/N\]/g)).toHaveLength(1);
    });
  });

  it("is not answered by other lines: they are queued and it is asked again", () => {
    const replies = [bashReply("echo ran"), done, textReply("later")];
    return inChat({ replies }, async ({ pty, lastSent }) => {
      pty.enter("go");
      await pty.expect("why): ");
      pty.enter("what is this?");
      expect(await pty.expect("Allow? [y/N]")).toBe(
        "what is this?\r\n[queued: what is this?]\r\nAllow? [y/N]",
      );
      await pty.expect("why): ");
      pty.type("several\rlines\r");
      expect(await pty.expect("Allow? [y/N]")).toContain("queued: several");
      pty.enter("y");
      await pty.expect("  ran\r\n");
      await pty.expect("You: what is this?\r\n");
      await pty.expect("Assistant: later");
      await pty.expect("You: several\r\nlines\r\n");
      await pty.expect("Assistant: ok");
      expect(lastSent()).toEqual(["several\nlines"]);
    });
  });

  it("lets commands through, and is asked again", () =>
    inChat({ replies: [bashReply("echo ran"), done] }, async ({ pty }) => {
      pty.enter("go");
      await pty.expect("why): ");
      pty.enter("/tools");
      await pty.expect("Allow? [y/N]");
      expect(pty.output()).toMatch(/You: \/tools\r\n/);
      await pty.expect("why): ");
      pty.enter("n");
      await pty.expect("Assistant: Done.");
    }));

  it("comes one at a time", () => {
    const cwd = scratch();
    const replies = [bashReply("echo one > one", "echo two > two"), done];
    return inChat({ replies, cwd }, async ({ pty, lastSent }) => {
      pty.enter("go");
      expect(await pty.expect("[y/N]")).toContain("echo one > one");
      expect(pty.output()).not.toContain("echo two");
      pty.enter("n");
      expect(await pty.expect("[y/N]")).toContain("echo two > two");
      pty.enter("y");
      await pty.expect("Assistant: Done.");
      expect([existsSync(join(cwd, "one")), existsSync(join(cwd, "two"))]).toEqual([false, true]);
      expect(lastSent()[0]).toBe(denied);
    });
  });
});

describe.concurrent("the pause at the iteration limit", () => {
  const args = ["--auto-tools", "--max-iterations", "2"];
  const replies = [bashReply("echo 1"), bashReply("echo 2"), done];

  it("goes on with Enter", () =>
    inChat({ args, replies }, async ({ pty }) => {
      pty.enter("go");
      await pty.expect("[Pausing after 2 iterations]");
      await pty.expect("[Y/n]");
      pty.enter("");
      await pty.expect("Assistant: Done.");
      await pty.expect("You: ");
    }));

  it("stops with n, and the chat goes on", () =>
    inChat({ args, replies }, async ({ pty, mock }) => {
      pty.enter("go");
      await pty.expect("[Y/n]");
      pty.enter("n");
      await pty.expect("[Stopped: max agentic loop iterations reached]");
      await pty.expect("You: ");
      expect(mock.requests).toHaveLength(2);
      pty.enter("go on");
      await pty.expect("Assistant: Done.");
    }));
});

describe.concurrent("a one-shot run at a terminal", () => {
  it.each([
    ["y", 0, "Hello from bash"],
    ["n", 4, "[Tool bash was not run"],
  ])("asks, takes %s for an answer, and ends though the terminal stays", async (answer, code, shown) => {
    const pty = startPty({ args: ["-b", "offline", "demo bash"] });
    try {
      await pty.expect("[y/N]");
      pty.enter("this is no answer");
      await pty.expect("[y/N]");
      pty.enter(answer);
      await pty.expect(shown);
      expect(await pty.exited).toEqual({ code, signal: 0 });
      expect(pty.output()).not.toMatch(/You: |Assistant: |queued|Goodbye/);
      expectPlain(pty.output());
    } finally {
      await pty.dispose();
    }
  });

  it("is left with Ctrl-C", async () => {
    const pty = startPty({ args: ["-b", "offline", "demo bash"] });
    try {
      await pty.expect("[y/N]");
      pty.type(ctrlC);
      expect(await pty.exited).toEqual({ code: 130, signal: 0 });
    } finally {
      await pty.dispose();
    }
  });
});
