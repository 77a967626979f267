/** `treadle PROMPT`: one answer on standard output, everything else beside it. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  blockDelta,
  blockStart,
  blockStop,
  messageEnd,
  messageStart,
  textBlock,
  textReply,
  toolReply,
} from "../support/mock-anthropic.ts";
import { rawReply, statusReply } from "../support/mock-server.ts";
import { scratch } from "../support/program.ts";
import { lines, messagesOf, useAgent } from "./agent.ts";

const agent = useAgent();

const thinking =
  blockStart(0, { type: "thinking", thinking: "" }) +
  blockDelta(0, { type: "thinking_delta", thinking: "Let me see." }) +
  blockDelta(0, { type: "signature_delta", signature: "sig" }) +
  blockStop(0);

describe("one prompt", () => {
  it("gets the answer alone on standard output (I18, D14)", async () => {
    agent.mock.enqueue(textReply("4", { usage: { input_tokens: 42, output_tokens: 15 } }));
    const { code, stdout, stderr } = await agent.run(["2+2"]);
    expect(messagesOf(agent.mock.requests[0])).toEqual(["user: 2+2"]);
    expect(stdout).toBe("4\n");
    expect(stderr).toContain("[Backend: Anthropic API");
    expect(stderr).toContain("[Tokens: {input: 42, output: 15}]");
    expect(code).toBe(0);
  });

  it("has its reasoning on standard error (U08)", async () => {
    agent.mock.enqueue(rawReply([messageStart() + thinking + textBlock(1, "Yes.") + messageEnd("end_turn")]));
    const { stdout, stderr } = await agent.run(["well?"]);
    expect(stdout).toBe("Yes.\n");
    expect(stderr).toContain("Let me see.");
  });

  it("is never a command", async () => {
    for (const word of ["exit", "/help"]) await agent.run([word]);
    expect(agent.mock.requests.map((request) => messagesOf(request))).toEqual([
      ["user: exit"],
      ["user: /help"],
    ]);
  });

  it("may come from standard input, alone or after words", async () => {
    await agent.run(["-"], { input: "line one\nexit\n" });
    await agent.run(["review", "this", "-"], { input: "diff\n" });
    expect(agent.mock.requests.map((request) => messagesOf(request))).toEqual([
      ["user: line one\nexit\n"],
      ["user: review this\n\ndiff\n"],
    ]);
  });

  it("leaves standard input alone otherwise", async () => {
    await agent.run(["hi"], { input: "not for you\n" });
    expect(messagesOf(agent.mock.requests[0])).toEqual(["user: hi"]);
  });

  it("of a megabyte is sent whole", async () => {
    const input = "0123456789abcde\n".repeat(65_536);
    const { code } = await agent.run(["-"], { input });
    expect(code).toBe(0);
    expect(messagesOf(agent.mock.requests[0]).join() === `user: ${input}`).toBe(true);
  });

  it.each([
    ["an empty", ["-"], "", "The prompt on standard input is empty."],
    ["a too long", ["-"], "x".repeat(17 * 1024 * 1024), "too long for a prompt"],
    ["a blank", ["  "], "", "The prompt is empty"],
  ])("%s one is refused", async (_name, args, input, message) => {
    const { code, stdout, stderr } = await agent.run(args, { input });
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
    expect(agent.mock.requests).toEqual([]);
  });
});

describe("--output json", () => {
  it("is one object", async () => {
    agent.mock.enqueue(
      toolReply([{ id: "c1", name: "read", input: { path: "none" } }]),
      textReply("Hi \u202E."),
    );
    const { code, stdout } = await agent.run(["--output", "json", "hi"]);
    expect(code).toBe(0);
    expect(lines(stdout)).toEqual([
      {
        outcome: "answered",
        answer: "Hi \u202E.",
        requests: 2,
        tools: [{ name: "read", fate: "ran", isError: true }],
        usage: { input: 20, output: 10, cacheRead: 0, cacheWrite: 0 },
      },
    ]);
  });

  it("tells an error too", async () => {
    agent.mock.enqueue(statusReply(401, { error: { message: "no" } }));
    const { code, stdout } = await agent.run(["--output", "json", "hi"]);
    expect(code).toBe(1);
    expect(lines(stdout)).toMatchObject([{ outcome: "failed", answer: "", error: { cause: "auth" } }]);
  });

  it.each([[[]], [["-I", "hi"]]])("is refused in a chat: %j", async (args) => {
    const { code, stdout, stderr } = await agent.run(["--output", "json", ...args]);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain("--output json is for one answer");
  });
});

/** Every line is an envelope and the numbers grow by one. */
function expectEnvelopes(text: string): string[] {
  const envelopes = lines(text) as { seq: number; task: string; at: number; event: { type: string } }[];
  expect(envelopes.map(({ seq }) => seq)).toEqual(envelopes.map((_, index) => index + 1));
  for (const { task, at } of envelopes) {
    expect(task).toMatch(/^(?:app|t\d+)$/);
    expect(at).toBeGreaterThan(1.6e12);
  }
  return envelopes.map(({ event }) => event.type);
}

const events = [
  "turn-started",
  "message-added",
  "request-started",
  "usage",
  "response-finished",
  "message-added",
  "tool-started",
  "tool-finished",
  "message-added",
  "request-started",
  "text-delta",
  "usage",
  "response-finished",
  "message-added",
  "turn-finished",
];

describe("the event stream (L13)", () => {
  const enqueueTurn = () =>
    agent.mock.enqueue(toolReply([{ id: "c1", name: "read", input: { path: "none" } }]), textReply("Done"));

  it("is written to standard output by --output jsonl, in a chat too", async () => {
    enqueueTurn();
    const { stdout } = await agent.run(["--output", "jsonl", "hi"]);
    expect(expectEnvelopes(stdout)).toEqual(events);
    const chat = await agent.run(["--output", "jsonl"], { input: "hi\n/tokens\n" });
    expect(expectEnvelopes(chat.stdout)).toContain("command-started");
    expect(chat.stderr).toContain("You: hi");
  });

  it("is written to a file by --trace, for its owner alone", async () => {
    enqueueTurn();
    const cwd = scratch();
    const { stdout } = await agent.run(["--trace", "trace.jsonl", "hi"], { cwd });
    expect(stdout).toBe("Done\n");
    expect(expectEnvelopes(readFileSync(join(cwd, "trace.jsonl"), "utf8"))).toEqual(events);
    expect(statSync(join(cwd, "trace.jsonl")).mode & 0o777).toBe(0o600);
  });

  it("that cannot be written is refused before anything is sent", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "file"), "");
    const { code, stderr } = await agent.run(["--trace", "file/trace", "hi"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("The trace file cannot be written, choose another with --trace");
    expect(agent.mock.requests).toEqual([]);
  });

  it("to a full disk costs one warning", async () => {
    const { code, stdout, stderr } = await agent.run(["--trace", "/dev/full", "hi"]);
    expect(code).toBe(0);
    expect(stdout).toBe("ok\n");
    expect(stderr.match(/The trace ends here: ENOSPC/g)).toHaveLength(1);
    expect(stderr).not.toContain("Internal");
  });
});
