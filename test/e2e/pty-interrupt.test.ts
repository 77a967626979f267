import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textReply } from "../support/mock-anthropic.ts";
import { scratch } from "../support/program.ts";
import { ctrlC, ctrlD } from "../support/pty.ts";
import { until } from "../support/until.ts";
import { expectGone } from "../tools/processes.ts";
import { bashReply, inChat, inSteps, leave, unfinishedReply } from "./pty-chat.ts";

const cancelled = "[operation cancelled by user]\r\n";

describe.concurrent("Ctrl-C", () => {
  it("at the prompt says how to leave, and the chat goes on", () =>
    inChat({}, async (chat) => {
      chat.pty.type("given up");
      await chat.pty.expect("given up");
      chat.pty.type(ctrlC);
      expect(await chat.pty.expect("You: ")).toBe("^C\r\nInterrupted. Type 'exit' to quit.\r\nYou: ");
      chat.pty.enter("hi");
      await chat.pty.expect("Assistant: ok");
      expect(chat.lastSent()).toEqual(["hi"]);
      await chat.pty.expect("You: ");
      await leave(chat);
    }));

  it("twice at the prompt leaves", () =>
    inChat({}, async ({ pty }) => {
      pty.type(ctrlC);
      await pty.expect("You: ");
      pty.type(ctrlC);
      await pty.expect("Goodbye!");
      expect(await pty.exited).toEqual({ code: 130, signal: 0 });
    }));

  it("in a block gives up the block", () =>
    inChat({}, async ({ pty, lastSent }) => {
      pty.enter("```");
      await pty.expect("... ");
      pty.type(ctrlC);
      expect(await pty.expect("You: ")).toBe("^C\r\nInterrupted. Type 'exit' to quit.\r\nYou: ");
      pty.enter("hi");
      await pty.expect("Assistant: ok");
      expect(lastSent()).toEqual(["hi"]);
    }));

  it("stops an answer that streams, and the next turn works", () =>
    inChat({ replies: [unfinishedReply("It is ")] }, async (chat) => {
      const { pty, mock } = chat;
      pty.enter("go");
      await pty.expect("Assistant: It is ");
      pty.type(ctrlC);
      expect(await pty.expect(cancelled)).toMatch(/^\^C\r\n/);
      expect(await pty.expect("You: ")).toBe("\r\nYou: ");
      await until(
        () => mock.requests[0]?.aborted === true,
        () => "the provider to be hung up on",
      );
      pty.enter("again");
      await pty.expect("Assistant: ok");
      await pty.expect("You: ");
      expect(mock.requests).toHaveLength(2);
    }));

  it("before the first byte stops the request", () =>
    inSteps(async ({ pty }, server) => {
      pty.enter("go");
      await server.request(1);
      pty.type(ctrlC);
      await pty.expect(cancelled);
      await pty.expect("You: ");
    }));

  it("twice leaves an answer that streams", () =>
    inChat({ replies: [unfinishedReply("It is ")] }, async ({ pty }) => {
      pty.enter("go");
      await pty.expect("It is ");
      pty.type(ctrlC);
      await pty.expect(cancelled);
      pty.type(ctrlC);
      await pty.expect("Goodbye!");
      expect(await pty.exited).toEqual({ code: 130, signal: 0 });
    }));

  it("kills what a tool has started, and the next turn works", () => {
    const cwd = scratch();
    const replies = [bashReply("echo $$ > pid; exec sleep 600"), textReply("fine")];
    return inChat({ replies, cwd, args: ["--auto-tools"] }, async ({ pty, lastSent }) => {
      pty.enter("go");
      const pid = await readPid(join(cwd, "pid"));
      pty.type(ctrlC);
      await pty.expect("[Tool bash was interrupted");
      await pty.expect(cancelled);
      await expectGone(pid);
      await pty.expect("You: ");
      pty.enter("and now?");
      await pty.expect("Assistant: fine");
      expect(lastSent()[0]).toMatch(/interrupted/i);
    });
  });

  it("at a question cancels the turn, and nothing is run", () =>
    inChat({ replies: [bashReply("echo ran")] }, async ({ pty }) => {
      pty.enter("go");
      await pty.expect("[y/N]");
      pty.type(ctrlC);
      await pty.expect("[Tool bash was not started");
      await pty.expect(cancelled);
      expect(await pty.expect("You: ")).toBe("\r\nYou: ");
      expect(pty.output()).not.toContain("[Tool: ");
    }));
});

describe.concurrent("Ctrl-D", () => {
  it("on an empty line leaves", () =>
    inChat({}, async ({ pty }) => {
      pty.type(ctrlD);
      expect(await pty.expect("Goodbye!\r\n")).toBe("\r\n\r\nGoodbye!\r\n");
      expect(await pty.exited).toEqual({ code: 0, signal: 0 });
    }));

  it("at a question denies it and leaves after the turn", () =>
    inChat({ replies: [bashReply("echo ran"), textReply("a pity")] }, async ({ pty, lastSent }) => {
      pty.enter("go");
      await pty.expect("[y/N]");
      pty.type(ctrlD);
      await pty.expect("[Denied: the input has ended");
      await pty.expect("Assistant: a pity");
      await pty.expect("Goodbye!");
      expect(lastSent()).toEqual(["Tool execution cancelled by user"]);
      expect(await pty.exited).toEqual({ code: 0, signal: 0 });
    }));
});

// Not at the same time as others: their programs would inherit our side of the terminal and keep it open.
describe("a terminal that goes away", () => {
  it("ends the program and what its tools run", () => {
    const cwd = scratch();
    const replies = [bashReply("echo $$ > pid; exec sleep 600")];
    return inChat({ replies, cwd, args: ["--auto-tools"] }, async ({ pty }) => {
      pty.enter("go");
      const pid = await readPid(join(cwd, "pid"));
      pty.close();
      await pty.exited;
      await expectGone(pid);
    });
  });

  it("ends the program at its prompt", () =>
    inChat({}, async ({ pty }) => {
      pty.close();
      await pty.exited;
    }));

  it("is no reason to abort", () =>
    inChat({}, async ({ pty }) => {
      pty.close();
      expect((await pty.exited).signal).toBe(0);
    }));

  it.each([
    ["SIGHUP", 129],
    ["SIGTERM", 143],
  ])("%s ends the program with its own status", (signal, code) =>
    inChat({ replies: [unfinishedReply("It is ")] }, async ({ pty }) => {
      pty.enter("go");
      await pty.expect("It is ");
      pty.kill(signal);
      expect(await pty.exited).toEqual({ code, signal: 0 });
    }),
  );
});

async function readPid(path: string): Promise<number> {
  let text = "";
  await until(
    () => {
      text = readIfThere(path);
      return text.endsWith("\n");
    },
    () => path,
  );
  return Number(text);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
