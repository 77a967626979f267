/** An agent on the Agent Client Protocol as a real process, written with the protocol's own library. */
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createAcp } from "../../../src/backends/acp/acp-agent.ts";
import type { ProgramHost } from "../../../src/backends/cli/program-host.ts";
import { collectResponse } from "../../../src/loop/collect.ts";
import type { Backend, BackendEvent } from "../../../src/model/backend.ts";
import type { Message } from "../../../src/model/message.ts";
import type { Answer } from "../../../src/model/question.ts";
import { root } from "../../support/program.ts";
import { testHost } from "../../support/program-host.ts";
import { until } from "../../support/until.ts";

const open: Backend[] = [];
afterEach(() => {
  for (const backend of open.splice(0)) backend.close?.();
});

const host: ProgramHost = {
  ...testHost({}, root),
  childEnv: async () => ({ PATH: process.env.PATH ?? "" }),
};

async function start(settings = {}): Promise<Backend> {
  const args = [join(root, "test/fixtures/acp/agent.mjs")];
  const backend = await createAcp(
    { name: "desk", label: "desk", command: process.execPath, args, ...settings },
    host,
  );
  open.push(backend);
  return backend;
}

const user = (text: string): Message => ({ role: "user", text });
const assistant = (text: string): Message => ({ role: "assistant", parts: [{ type: "text", text }] });

async function hear(
  backend: Backend,
  messages: readonly Message[],
  { answer, signal = new AbortController().signal }: { answer?: Answer; signal?: AbortSignal } = {},
): Promise<readonly BackendEvent[]> {
  const events: BackendEvent[] = [];
  for await (const event of backend.stream({ messages, tools: [], maxTokens: 100 }, signal)) {
    if (event.type === "permission") event.reply(answer);
    events.push(event);
  }
  return events;
}

const done: BackendEvent = { type: "done", stop: "end" };

describe("an agent", () => {
  it("is heard as it speaks and thinks", async () => {
    expect(await hear(await start(), [user("hello")])).toEqual([
      { type: "reasoning", text: "hm" },
      { type: "text", text: "Hello " },
      { type: "text", text: "there." },
      done,
    ]);
  });

  it("tells of its tools, which are not run by us", async () => {
    const call = { id: "t1", name: "bash", input: { command: "ls" } };
    const preview = { title: "List files", fields: [{ label: "command", value: "ls" }] };
    const result = { callId: "t1", name: "bash", output: "a.txt", isError: false };
    expect(await hear(await start(), [user("tool")])).toEqual([
      { type: "tool-report", report: { phase: "started", call, preview } },
      { type: "tool-report", report: { phase: "finished", result } },
      { type: "text", text: "One file." },
      done,
    ]);
  });

  it.each([
    [{ verdict: "allow" }, "outcome yes"],
    [{ verdict: "always" }, "outcome always"],
    [{ verdict: "deny" }, "outcome no"],
    [undefined, "outcome cancelled"],
  ] as const)("asks before it acts and is told %j", async (answer, text) => {
    const events = await hear(await start(), [user("ask")], { answer });
    expect(events).toMatchObject([
      { type: "permission", preview: { title: "Remove it", fields: [{ label: "command", value: "rm it" }] } },
      { type: "text", text },
      done,
    ]);
  });

  it("goes on with its session while the conversation does, and is told what it missed otherwise", async () => {
    const backend = await start();
    const [first] = await hear(backend, [user("one")]);
    expect(first).toEqual({ type: "text", text: "s1: one" });
    const [second] = await hear(backend, [user("one"), assistant("s1: one"), user("two")]);
    expect(second).toEqual({ type: "text", text: "s1: one | two" });
    const [third] = await hear(backend, [user("other"), assistant("words"), user("three")]);
    expect(third).toMatchObject({
      text: expect.stringMatching(/^s2: Previous conversation:[\s\S]*Current request: three$/),
    });
  });

  it("is cancelled at once, and takes the next prompt", async () => {
    const backend = await start();
    const controller = new AbortController();
    const events: BackendEvent[] = [];
    const request = { messages: [user("hang")], tools: [], maxTokens: 1 };
    for await (const event of backend.stream(request, controller.signal)) {
      events.push(event);
      controller.abort();
    }
    expect(events).toMatchObject([{ type: "text", text: "waiting" }, { failure: { kind: "aborted" } }]);
    expect((await hear(backend, [user("hello")])).at(-1)).toEqual(done);
  });

  it("that writes something else in between is still understood", async () => {
    expect(await hear(await start(), [user("garbage")])).toEqual([
      { type: "text", text: "still here" },
      done,
    ]);
  });
});

describe("an agent without measure", () => {
  it("is ended when a line of its does not end", async () => {
    const [last] = (await hear(await start(), [user("longline")])).slice(-1);
    expect(last).toMatchObject({
      type: "failed",
      failure: { message: expect.stringMatching(/ sent a line that is too long\.$/) },
    });
  });

  it("is ended when nobody reads on", async () => {
    const ended: number[] = [];
    const kill: ProgramHost["kill"] = (group, signal) => {
      ended.push(group);
      return host.kill(group, signal);
    };
    const args = [join(root, "test/fixtures/acp/agent.mjs")];
    const settings = { name: "desk", label: "desk", command: process.execPath, args };
    const backend = await createAcp(settings, { ...host, kill });
    open.push(backend);
    const request = { messages: [user("endless")], tools: [], maxTokens: 100 };
    const { signal } = new AbortController();
    const answer = backend.stream(request, signal);
    const { end } = await collectResponse(
      answer,
      () => {},
      async () => undefined,
      signal,
    );
    expect(end.kind).toBe("failed");
    await until(
      () => ended.length > 0,
      () => "the end of the agent",
    );
  });
});

describe("what goes wrong is said", () => {
  it.each([
    ["login", { kind: "auth", message: expect.stringContaining("wants you to log in") }],
    ["fault", { kind: "other", message: "desk: the model is gone" }],
    ["die", { kind: "other", message: expect.stringMatching(/ended with exit code 3: out of luck$/) }],
  ])("%s", async (word, failure) => {
    const backend = await start();
    expect((await hear(backend, [user(word)])).at(-1)).toEqual({ type: "failed", failure });
    expect((await hear(backend, [user("hello")])).at(-1)).toEqual(done);
  });

  it("a program that is not there, or not named", async () => {
    const [event] = await hear(await start({ command: "no-such-agent" }), [user("hello")]);
    expect(event).toMatchObject({
      failure: { message: expect.stringContaining("Command 'no-such-agent' not found") },
    });
    await expect(start({ command: "" })).rejects.toThrow("set `backends.desk.command`");
  });
});

it("no process is left when the backend is closed", async () => {
  let group = 0;
  const watched: ProgramHost = {
    ...host,
    kill(pid, signal) {
      group = pid;
      return host.kill(pid, signal);
    },
  };
  const args = [join(root, "test/fixtures/acp/agent.mjs")];
  const backend = await createAcp({ name: "desk", label: "desk", command: process.execPath, args }, watched);
  await hear(backend, [user("hello")]);
  backend.close?.();
  expect(group).toBeGreaterThan(1);
  await until(
    () => !isAlive(group),
    () => "the end of the agent",
  );
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
