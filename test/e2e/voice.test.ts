/** Prompts that are spoken to the built program, through a real MCP server that hears what the test writes. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FullScreen, onScreen } from "../support/full-screen.ts";
import { textReply } from "../support/mock-anthropic.ts";
import { root, scratch } from "../support/program.ts";
import { expectGone } from "../tools/processes.ts";
import { inChat, inSteps, leave, startStepServer } from "./pty-chat.ts";

const fixture = join(root, "test", "fixtures", "mcp", "stt-server.mjs");

function speaking(...habits: readonly string[]) {
  const directory = scratch();
  const [file, log, speech] = ["config.json", "log", "speech"].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const ear = {
    command: process.execPath,
    args: [fixture, ...habits],
    env: { MCP_LOG: log, STT_SPEECH: speech },
  };
  writeFileSync(file, JSON.stringify({ mcp_servers: { ear } }));
  const noted = () => (existsSync(log) ? readFileSync(log, "utf8") : "");
  return {
    args: ["--config", file],
    noted,
    pids: () => [...noted().matchAll(/^\{"pid":(\d+)\}$/gm)].map(([, pid]) => Number(pid)),
    hear: (type: string, ...texts: readonly string[]) =>
      appendFileSync(speech, texts.map((text) => `${JSON.stringify({ type, text })}\n`).join("")),
  };
}

describe.concurrent("in the append display", () => {
  it("what is missing is named (V04)", () =>
    inChat({}, async (chat) => {
      chat.pty.enter("/voice start");
      await chat.pty.expect(
        "Voice unavailable: missing MCP tools stt_start_session, stt_get_updates, stt_stop_session, stt_get_session",
      );
      chat.pty.enter("/voice");
      await chat.pty.expect("Usage: /voice start");
      await leave(chat);
    }));

  it("what is said is a prompt, never a command, and leaving ends it on the server (V01, V02)", () => {
    const { args, hear, noted, pids } = speaking();
    const replies = [textReply("Good day."), textReply("As you like.")];
    return inChat({ args, replies }, async (chat) => {
      const { pty, mock, lastSent } = chat;
      pty.enter("/voice start loopback");
      await pty.expect("Voice started (loopback) session=s-1");
      hear("provisional_text", "hello the");
      hear("utterance_final", " hello there ");
      await pty.expect("You: hello there");
      await pty.expect("Assistant: Good day.");
      hear("utterance_final", "!touch spoken");
      await pty.expect("You: !touch spoken");
      await pty.expect("Assistant: As you like.");
      expect(lastSent()).toEqual(["!touch spoken"]);
      expect(mock.requests).toHaveLength(2);
      expect(pty.output()).not.toContain("hello the\r");
      pty.enter("/voice status");
      await pty.expect("Voice session=s-1 server=ear source=loopback status=running queue=0");
      await leave(chat);
      expect(noted()).toContain('{"name":"stt_stop_session","arguments":{"session_id":"s-1"}');
      for (const pid of pids()) await expectGone(pid);
    });
  });

  it("what is said during a turn waits, and is answered in order (V03)", () => {
    const { args, hear } = speaking();
    return inSteps(
      async ({ pty }, provider) => {
        pty.enter("/voice start");
        await pty.expect("Voice started (microphone)");
        pty.enter("one");
        await provider.request(1);
        hear("utterance_final", "two", "/exit");
        await pty.expect("[queued: two]");
        await pty.expect("[queued: /exit]");
        provider.end();
        for (const [number, prompt] of [
          [2, "two"],
          [3, "/exit"],
        ] as const) {
          await pty.expect(`You: ${prompt}`);
          await provider.request(number);
          provider.send(`Answer ${number}.`);
          provider.end();
          await pty.expect(`Answer ${number}.`);
        }
      },
      { args },
    );
  });

  it("a signal that ends the program ends it on the server too", () => {
    const { args, noted, pids } = speaking();
    return inChat({ args }, async ({ pty }) => {
      pty.enter("/voice start");
      await pty.expect("Voice started");
      pty.kill("SIGTERM");
      await pty.exited;
      expect(noted()).toContain("stt_stop_session");
      for (const pid of pids()) await expectGone(pid);
    });
  });

  it("a server that dies ends it with a sentence, and the chat goes on", () => {
    const { args, hear } = speaking();
    return inChat({ args, replies: [textReply("Still here.")] }, async (chat) => {
      const { pty } = chat;
      pty.enter("/voice start");
      await pty.expect("Voice started");
      hear("die", "");
      await pty.expect("Voice has ended.");
      pty.enter("and now?");
      await pty.expect("Assistant: Still here.");
      await leave(chat);
    });
  });
});

async function begin(screen: FullScreen): Promise<void> {
  await screen.enter("/voice start");
  await screen.shows(/^Listening \(microphone\)$/m);
}

describe.concurrent("on the full screen", () => {
  it("what is being said is seen above the input, which stays as it is", () => {
    const { args, hear, noted } = speaking();
    return onScreen({ args, replies: [textReply("Good day.")] }, async (screen) => {
      await begin(screen);
      screen.type("half a line");
      await screen.cursorBehind("> half a line");
      hear("provisional_text", "hello the");
      await screen.shows(/^Listening \(microphone\): hello the\n> half a line/m);
      await screen.cursorBehind("> half a line");
      hear("utterance_final", "hello there");
      await screen.shows("You: hello there");
      await screen.shows("Good day.");
      await screen.shows(/^Listening \(microphone\)\n> half a line/m);
      screen.press("ctrl-u");
      await screen.enter("/voice stop");
      await screen.shows("Voice stopped (session=s-1)");
      await screen.hides(/^Listening/m);
      expect(noted()).toContain("stt_stop_session");
    });
  });

  it("what is said answers no question", async () => {
    const { args, hear } = speaking();
    const provider = await startStepServer();
    try {
      await onScreen({ args, url: provider.url, rows: 40 }, async (screen) => {
        await begin(screen);
        await screen.enter("look");
        await provider.request(1);
        provider.end("true");
        await screen.shows("Approval needed: bash: true");
        hear("utterance_final", "y", "yes");
        await screen.shows(/^ +1\. y\n +2\. yes\n/m);
        await screen.shows("Approval needed: bash: true");
        await screen.answer("n");
        await screen.shows("Denied: bash: true");
      });
    } finally {
      provider.close();
    }
  });

  it.each([
    [40, 15, /^Listening \(microphone\)\n>/m],
    [20, 5, /^Listening \(micropho…\n>/m],
  ])("has its place at %ix%i", (columns, rows, seen) =>
    onScreen({ args: speaking().args, columns, rows }, async (screen) => {
      await screen.enter("/voice start");
      await screen.shows(seen);
    }),
  );
});
