/** How the program ends when it is made to: signals, a reader that goes away, a kill that cannot be caught. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { messageStart, textBlock, textReply, toolReply } from "../support/mock-anthropic.ts";
import { hangReply, type MockReply, rawReply } from "../support/mock-server.ts";
import { cleanEnv, mainFile, scratch } from "../support/program.ts";
import { until } from "../support/until.ts";
import { expectGone } from "../tools/processes.ts";
import { journals, lines, useAgent } from "./agent.ts";

const agent = useAgent();

const halfAnAnswer = (): MockReply => hangReply([`${messageStart()}${textBlock(0, "half an answer ")}`]);

/** Says of each recorded message who said it, and what where it is short. */
function recorded(home: string): unknown[] {
  const [journal = []] = journals(home);
  return journal.filter(({ type }) => type === "message").map(({ message }) => message);
}

const partial = [
  { role: "user", text: "hi" },
  { role: "assistant", parts: [{ type: "text", text: "half an answer " }], interrupted: true },
];

describe("a signal in mid-answer", () => {
  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s saves a chat and leaves with status %i", async (name, status) => {
    const home = scratch();
    agent.mock.enqueue(halfAnAnswer());
    const chat = agent.start([], { env: { HOME: home } });
    chat.type("hi\n");
    await chat.sees("half an answer");
    const { code, stderr } = await chat.signal(name);
    expect(code).toBe(status);
    expect(stderr).toBe("");
    expect(recorded(home)).toEqual(partial);
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s ends a one-shot run with status %i", async (name, status) => {
    const home = scratch();
    agent.mock.enqueue(halfAnAnswer());
    const program = agent.start(["hi"], { env: { HOME: home } });
    await program.sees("half an answer");
    const { code, stdout } = await program.signal(name);
    expect(code).toBe(status);
    expect(stdout).toBe("half an answer \n");
    expect(recorded(home)).toEqual(partial);
  });

  it("leaves a JSON result that says so", async () => {
    agent.mock.enqueue(halfAnAnswer());
    const program = agent.start(["--output", "json", "hi"]);
    await until(
      () => agent.mock.requests.length === 1,
      () => "the request",
    );
    const { code, stdout } = await program.signal("SIGINT");
    expect(lines(stdout)).toMatchObject([{ outcome: "cancelled", answer: "" }]);
    expect(code).toBe(130);
  });
});

describe("an interrupt in a chat", () => {
  it("says so when nothing runs; the second one in a row leaves", async () => {
    const chat = agent.start();
    await chat.sees("You: ");
    chat.child.kill("SIGINT");
    await chat.sees("Interrupted. Type 'exit' to quit.");
    expect(await chat.signal("SIGINT")).toMatchObject({ code: 130 });
  });
});

describe("a tool that does not want to end", () => {
  const stubborn = "trap '' TERM INT HUP; echo $$ > pid; while :; do sleep 0.05; done";

  async function startStubborn(args: readonly string[]) {
    const cwd = scratch();
    const home = scratch();
    agent.mock.enqueue(toolReply([{ id: "c1", name: "bash", input: { command: stubborn } }]));
    const program = agent.start(["--auto-tools", ...args], { cwd, env: { HOME: home } });
    program.type("go\n");
    const file = join(cwd, "pid");
    const pid = () => (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0);
    await until(
      () => pid() > 0,
      () => `the tool in ${program.stdout()}${program.stderr()}`,
    );
    return { program, home, pid: pid() };
  }

  it("is gone when we were terminated, and its call has a result (L04, L05)", async () => {
    const { program, home, pid } = await startStubborn([]);
    expect(await program.signal("SIGTERM")).toMatchObject({ code: 143 });
    await expectGone(pid);
    expect(recorded(home).at(-1)).toMatchObject({
      role: "tool",
      result: { callId: "c1", isError: true, output: expect.stringContaining("it may have partly run") },
    });
  });

  it("does not hold the chat: the next request goes out, with a result for every call (L05)", async () => {
    const { program, pid } = await startStubborn([]);
    program.child.kill("SIGINT");
    await program.sees("operation cancelled by user");
    program.type("and now?\n");
    await program.sees("Assistant: ok");
    expect(await program.end()).toMatchObject({ code: 0 });
    expect(agent.mock.requests.map(({ rejected }) => rejected)).toEqual([undefined, undefined]);
    await expectGone(pid);
  });

  it("is gone when a one-shot run was interrupted", async () => {
    const { program, pid } = await startStubborn(["go"]);
    expect(await program.signal("SIGINT")).toMatchObject({ code: 130 });
    await expectGone(pid);
  });
});

describe("a reader that goes away", () => {
  const words = "word ".repeat(200);

  it.each([[[]], [["hi"]], [["--output", "jsonl", "hi"]]])("is no error: %j", async (args) => {
    const chunks = Array.from({ length: 400 }, () => textBlock(0, words));
    agent.mock.enqueue(rawReply([messageStart(), ...chunks], { delayMs: 1, finish: "hang" }));
    const program = agent.start(args);
    program.type("hi\n");
    program.child.stdout?.once("data", () => program.child.stdout?.destroy());
    const { code, stderr } = await program.ended;
    expect(code).toBe(141);
    expect(stderr).not.toMatch(/EPIPE|Error/);
  });

  it("is no error in a shell's pipeline either, and closed streams are none", async () => {
    const shell = (script: string) =>
      promisify(execFile)("sh", ["-c", script, process.execPath, mainFile], { env: cleanEnv() });
    const head = await shell('"$0" "$1" -b offline "demo long" 2>&1 | head -1');
    expect(head).toMatchObject({
      stdout: expect.stringMatching(/^\[Backend: offline demo.*\n$/),
      stderr: "",
    });
    expect(await shell('"$0" "$1" -b offline hi <&-')).toMatchObject({
      stdout: expect.stringContaining("offline demo"),
    });
    expect(await shell('"$0" "$1" -b offline hi >&- 2>&-')).toMatchObject({ stdout: "", stderr: "" });
  });

  it("may take its time: what was written arrives whole", async () => {
    agent.mock.enqueue(textReply("x".repeat(1_000_000)));
    const program = agent.start(["hi"]);
    program.child.stdout?.pause();
    await program.sees("[Tokens");
    program.child.stdout?.resume();
    const { code, stdout } = await program.end();
    expect(code).toBe(0);
    expect(stdout).toHaveLength(1_000_001);
  });

  it("and one that never reads does not keep us from leaving", async () => {
    agent.mock.enqueue(textReply("x".repeat(1_000_000)));
    const program = agent.start(["hi"]);
    program.child.stdout?.pause();
    await program.sees("[Tokens");
    const exited = new Promise((resolve) => program.child.once("exit", resolve));
    program.child.kill("SIGTERM");
    expect(await exited).toBe(143);
  });
});

describe("a kill that cannot be caught", () => {
  it("leaves a journal with all that was shown as done (S03)", async () => {
    const home = scratch();
    agent.mock.enqueue(
      toolReply([{ id: "c1", name: "read", input: { path: "none" } }], { text: "Let me look." }),
      textReply("Not there."),
      halfAnAnswer(),
    );
    const chat = agent.start([], { env: { HOME: home } });
    chat.type("look\n");
    await chat.sees("Not there.");
    chat.type("again\n");
    await chat.sees("half an answer");
    expect(await chat.signal("SIGKILL")).toMatchObject({ code: null, signal: "SIGKILL" });
    expect(recorded(home)).toMatchObject([
      { role: "user", text: "look" },
      { role: "assistant", parts: [{ text: "Let me look." }, { call: { id: "c1" } }] },
      { role: "tool", result: { callId: "c1" } },
      { role: "assistant", parts: [{ text: "Not there." }] },
      { role: "user", text: "again" },
    ]);
  });
});
