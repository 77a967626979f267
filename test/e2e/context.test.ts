/** What of a conversation the model gets, seen by a strict provider. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textReply, toolReply } from "../support/mock-anthropic.ts";
import { scratch } from "../support/program.ts";
import { useAgent } from "./agent.ts";

const agent = useAgent();
const sizes = () => agent.mock.requests.map(({ body }) => body?.messages?.length);
const request = (index: number) => JSON.stringify(agent.mock.requests[index]?.body?.messages);

/** The flag that names it. */
function settingsFile(settings: object): readonly string[] {
  const file = join(scratch(), "settings.json");
  writeFileSync(file, JSON.stringify(settings));
  return ["--config", file];
}

describe("what goes along", () => {
  it("is the whole conversation in mode continue (C01)", async () => {
    await agent.run([], { input: "one\ntwo\nthree\n" });
    expect(sizes()).toEqual([1, 3, 5]);
  });

  it("is this turn with its tools in mode fresh (C02)", async () => {
    agent.mock.enqueue(
      textReply("a"),
      toolReply([{ id: "c1", name: "read", input: { path: "x" } }]),
      textReply("b"),
    );
    await agent.run(["--context-mode", "fresh"], { input: "one\ntwo\n" });
    expect(sizes()).toEqual([1, 1, 3]);
    expect(request(2)).not.toContain("one");
  });

  it("is the last messages in mode sliding (C03)", async () => {
    await agent.run(["--context-mode", "sliding", "--max-messages", "3"], { input: "a\nb\nc\nd\n" });
    expect(sizes()).toEqual([1, 3, 3, 3]);
  });

  it("holds no secret that is beyond the limit, from the first message on (C06, C09)", async () => {
    agent.mock.enqueue(textReply("Understood, I will remember that code."), textReply("What code?"));
    const input = "The secret code is banana-purple-7\nWhat is the secret code?\n";
    const { stdout } = await agent.run(["--max-chars", "50"], { input });
    expect(sizes()).toEqual([1, 1]);
    expect(request(1)).not.toContain("banana");
    expect(stdout).toContain("no longer go along");
  });

  it.each([
    ["--max-words", "5"],
    ["--max-tokens", "5"],
  ])("obeys %s", async (flag, limit) => {
    await agent.run([flag, limit], { input: "one two three four\nfive six seven eight\n" });
    expect(sizes()).toEqual([1, 1]);
  });

  it("is cut off at the limit of messages, with a warning and a message of the user first (C19)", async () => {
    const config = settingsFile({ max_conversation_messages: 6 });
    const { stdout } = await agent.run(config, { input: "a\nb\nc\nd\ne\n" });
    expect(sizes()).toEqual([1, 3, 5, 5, 5]);
    expect(stdout).toContain("Warning: The oldest 2 messages were dropped");
  });
});

describe("the window of the model", () => {
  const config = settingsFile({ backends: { anthropic: { context_window: 200 } } });

  it("is warned of at 80 % once, and nothing is sent from 95 % on (C13)", async () => {
    agent.mock.enqueue(textReply("ok", { usage: { input_tokens: 166, output_tokens: 5 } }));
    const input = `${"x".repeat(650)}\n${"y".repeat(200)}\n`;
    const { stdout } = await agent.run([...config, "--no-tools"], { input });
    expect(stdout).toMatch(/Warning: Context usage is \d\d\.\d% \(\d+\/200\)\. Use `\/compact`/);
    expect(stdout).toMatch(/context limit exceeded \(\d+\/200 estimated tokens\)\. Run `\/compact` or/);
    expect(sizes()).toEqual([1]);
  });

  it("ends a one-shot run with a clear error and without a request", async () => {
    const { code, stderr } = await agent.run([...config, "--no-tools", "x".repeat(2000)]);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/context limit exceeded \(\d+\/200 estimated tokens\)/);
    expect(sizes()).toEqual([]);
  });
});

describe("/context", () => {
  it("tells what the provider counted, and the parts of the next request (C22)", async () => {
    agent.mock.enqueue(textReply("ok", { usage: { input_tokens: 19_000, output_tokens: 1000 } }));
    const config = settingsFile({ backends: { anthropic: { context_window: 100_000 } } });
    const { stdout } = await agent.run([...config, "--system", "Be brief."], {
      input: "hi\n/context\n/status\n",
    });
    expect(stdout.match(/Context: 20,000 of 100,000 tokens \(20\.0%\)/g)).toHaveLength(2);
    expect(stdout).toMatch(/ {2}system prompt +~\d+ +0\.0%/);
    expect(stdout).toMatch(/ {2}tools \(4\) +~\d+ +\d\.\d%/);
    expect(stdout).toMatch(/ {2}messages \(2\) +~\d+/);
  });
});
