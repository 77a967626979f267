/** The built program with a local model: what goes to Ollama and what becomes of its answers. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  called,
  finished,
  type MockOllama,
  said,
  startMockOllama,
  streamReply,
} from "../support/mock-ollama.ts";
import { statusReply } from "../support/mock-server.ts";
import { runProgram, scratch, startProgram } from "../support/program.ts";
import { until } from "../support/until.ts";
import { checked } from "./agent.ts";

let mock: MockOllama;
beforeEach(async () => {
  mock = await startMockOllama();
});
afterEach(() => mock.close());

const textCall = '<tool_call>{"name":"read","arguments":{"path":"note.txt"}}</tool_call>';

/** OLLAMA_HOST as Ollama itself takes it: without a scheme. */
const run = async (args: readonly string[], options: { input?: string; cwd?: string } = {}) => {
  const env = { OLLAMA_HOST: mock.url.replace("http://", "") };
  return checked(await runProgram({ args: ["-b", "ollama", ...args], env, ...options }));
};

it("asks the model that is set with an explicit context (B16, B24)", async () => {
  mock.enqueue(streamReply([said("Hel"), said("lo"), finished()]));
  const { code, stdout } = await run(["-m", "qwen3", "--no-tools", "--temperature", "0.5", "hi"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "Hello\n" });
  expect(mock.chats.map(({ body }) => body)).toEqual([
    {
      model: "qwen3",
      messages: [{ role: "user", content: "hi" }],
      stream: true,
      options: { num_ctx: 32_768, num_predict: 8192, temperature: 0.5 },
    },
  ]);
});

it("runs the tools it is asked for and sends the results back", async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "note.txt"), "secret word: plum\n");
  mock.enqueue(
    streamReply([called({ name: "read", arguments: { path: "note.txt" } }), finished()]),
    streamReply([said("It is plum."), finished()]),
  );
  const { code, stdout } = await run(["what is the word?"], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "It is plum.\n" });
  expect(mock.chats[1]?.body?.messages).toMatchObject([
    { role: "user" },
    { role: "assistant", tool_calls: [{ function: { name: "read", arguments: { path: "note.txt" } } }] },
    { role: "tool", tool_name: "read", content: expect.stringContaining("plum") },
  ]);
});

it("does not run a call written as text where nobody can be asked, even with --auto-tools", async () => {
  mock.enqueue(streamReply([said(textCall), finished()]));
  const { code } = await run(["--auto-tools", "look"]);
  expect(code).toBe(4);
  expect(JSON.stringify(mock.chats.at(-1)?.body)).not.toContain("No such file");
});

it("asks about a call written as text, with where it comes from, and runs it after a yes", async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "note.txt"), "plum\n");
  mock.enqueue(streamReply([said("Let me see. "), said(textCall), finished()]));
  const env = { OLLAMA_HOST: mock.url };
  const program = startProgram({ args: ["-b", "ollama", "--auto-tools"], env, cwd });
  const sees = (text: string) =>
    until(
      () => (program.stdout() + program.stderr()).includes(text),
      () => `${text} in ${program.stdout()}${program.stderr()}`,
    );
  program.child.stdin?.write("look\n");
  await sees("parsed from text");
  await sees("[y/N");
  program.child.stdin?.write("y\n");
  await until(
    () => mock.chats.length === 2,
    () => `the result is sent\n${program.stdout()}${program.stderr()}`,
  );
  program.child.stdin?.end();
  expect((await program.ended).code).toBe(0);
  expect(JSON.stringify(mock.chats[1]?.body)).toContain("plum");
  expect(program.stdout() + program.stderr()).not.toContain("<tool_call>");
});

describe("with nothing configured", () => {
  /** The program waits for 200 ms only, and the mock shares its machine with other tests. */
  const busyMachine = { retry: 5 };
  const env = () => ({ OLLAMA_HOST: mock.url, PATH: scratch() });

  it("is taken with its first model, and the first lines say why", busyMachine, async () => {
    mock.tags({ models: [{ model: "qwen3:8b" }, { model: "llama3" }] });
    const { code, stdout } = checked(await runProgram({ env: env(), input: "hi\n" }));
    expect(stdout).toMatch(/^Backend: Ollama, model qwen3:8b \(it is running on this machine, and nothing/m);
    expect(mock.chats.map(({ body }) => body?.model)).toEqual(["qwen3:8b"]);
    expect(code).toBe(0);
  });

  it("is asked with the model that is set", busyMachine, async () => {
    mock.tags({ models: [{ model: "qwen3:8b" }] });
    checked(await runProgram({ args: ["-m", "mine", "hi"], env: env() }));
    expect(mock.chats.map(({ body }) => body?.model)).toEqual(["mine"]);
  });

  it("is not asked at all where there is a key", async () => {
    const anthropic = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "http://127.0.0.1:1" };
    await runProgram({ args: ["hi"], env: { ...env(), ...anthropic } });
    expect(mock.others).toEqual([]);
  });

  it("gives way to the demo where it has no model, and installed agents are offered, not run", async () => {
    const bin = scratch();
    writeFileSync(join(bin, "claude"), "#!/bin/sh\ntouch ran\n", { mode: 0o755 });
    const cwd = scratch();
    const { stdout } = checked(await runProgram({ env: { ...env(), PATH: bin }, input: "hi\n", cwd }));
    expect(stdout).toMatch(
      /^Backend: offline demo, .*\nclaude is installed: --backend claude-cli uses it\n/m,
    );
    expect(readdirSync(cwd)).toEqual([]);
  });
});

it("warns when the server cut the prompt", async () => {
  mock.enqueue(streamReply([said("Hm."), finished({ prompt_eval_count: 2048 })]));
  const { stdout, stderr } = await run(["--no-tools", "word ".repeat(8000)]);
  expect(stdout).toBe("Hm.\n");
  expect(stderr).toMatch(/Ollama cut the prompt: .* raise `backends.ollama.context_window` \(now 32768\)/);
});

it("says how to start a server, and how to get a model", async () => {
  mock.enqueue(statusReply(404, { error: "model 'llama3' not found" }));
  const missing = await run(["hi"]);
  expect(missing.stderr).toContain("`ollama pull llama3`");
  expect(missing.code).toBe(1);
});
