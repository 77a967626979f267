import { describe, expect, it } from "vitest";
import type { Answer, Question } from "../../src/model/question.ts";
import { call, calls, fakeBackend, says } from "../support/fake-backend.ts";
import { fakeToolbox } from "../support/fake-toolbox.ts";
import { playTurn, results, roles } from "../support/turn.ts";

describe("a turn without tools", () => {
  it("answers with the text, streamed and recorded once", async () => {
    const run = await playTurn({ backend: fakeBackend(says("Hello there!")) });
    expect(run.outcome).toEqual({ kind: "answered", text: "Hello there!" });
    expect(roles(run.messages)).toEqual(["user", "assistant"]);
    const deltas = run.events.flatMap((event) => (event.type === "text-delta" ? [event.text] : []));
    expect(deltas).toEqual(["Hello ", "there!"]);
  });

  it("sends the earlier history before the prompt", async () => {
    const backend = fakeBackend(says("ok"));
    await playTurn({ backend }, { history: [{ role: "user", text: "before" }], prompt: "now" });
    expect(backend.requests[0]?.messages).toEqual([
      { role: "user", text: "before" },
      { role: "user", text: "now" },
    ]);
  });

  it("fails on an empty response and records nothing for it", async () => {
    const run = await playTurn({ backend: fakeBackend([{ type: "done", stop: "end" }]) });
    expect(run.outcome).toEqual({
      kind: "failed",
      cause: "empty-response",
      message: "model returned empty response",
    });
    expect(roles(run.messages)).toEqual(["user"]);
  });

  it("keeps what was received before a failure, marked as interrupted", async () => {
    const backend = fakeBackend([
      { type: "text", text: "half" },
      { type: "failed", failure: { kind: "network", message: "gone" } },
    ]);
    const run = await playTurn({ backend });
    expect(run.outcome).toEqual({ kind: "failed", cause: "network", message: "gone" });
    expect(run.messages.at(-1)).toEqual({
      role: "assistant",
      parts: [{ type: "text", text: "half" }],
      interrupted: true,
    });
  });

  it.each([
    ["refusal", "refusal"],
    ["context-exceeded", "context-overflow"],
  ] as const)("ends with stop reason %s as a failure", async (stop, cause) => {
    const run = await playTurn({ backend: fakeBackend(says("", stop)) });
    expect(run.outcome).toMatchObject({ kind: "failed", cause });
  });

  it("turns a backend that throws into a failure", async () => {
    const backend = fakeBackend(() => {
      throw new Error("broken backend");
    });
    const run = await playTurn({ backend });
    expect(run.outcome).toEqual({ kind: "failed", cause: "other", message: "broken backend" });
  });

  it("turns a stream without an end into a failure", async () => {
    const run = await playTurn({ backend: fakeBackend([{ type: "text", text: "and then" }]) });
    expect(run.outcome).toMatchObject({ kind: "failed", cause: "network" });
  });
});

describe("tool calls", () => {
  it("run until the model stops asking for them", async () => {
    const backend = fakeBackend(
      [{ type: "text", text: "Let me read that." }, ...calls(call("read", "t1"))],
      says("Done!"),
    );
    const run = await playTurn({ backend, toolbox: fakeToolbox({ read: "file contents" }) });
    expect(backend.requests).toHaveLength(2);
    expect(roles(run.messages)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(results(run.messages)).toEqual([
      { callId: "t1", name: "read", output: "file contents", isError: false },
    ]);
  });

  it("run in parallel and answer in the order of the calls", async () => {
    let releaseA = () => {};
    const toolbox = fakeToolbox({
      a: () => new Promise<string>((resolve) => (releaseA = () => resolve("A"))),
      b: () => {
        // Runs to its end while a is still running: a serial loop would hang here.
        releaseA();
        return "B";
      },
    });
    const backend = fakeBackend(calls(call("a", "ta"), call("b", "tb")), says("All done."));
    const run = await playTurn({ backend, toolbox });
    expect(results(run.messages).map((result) => [result.callId, result.output])).toEqual([
      ["ta", "A"],
      ["tb", "B"],
    ]);
  });

  it("with the same id are taken once", async () => {
    const backend = fakeBackend(calls(call("a", "x"), call("a", "x")), says("ok"));
    const run = await playTurn({ backend, toolbox: fakeToolbox({ a: "A" }) });
    expect(results(run.messages)).toHaveLength(1);
  });

  it("that throw become error results and the loop goes on", async () => {
    const toolbox = fakeToolbox({
      bad_tool: () => {
        throw new Error("boom");
      },
    });
    const run = await playTurn({
      backend: fakeBackend(calls(call("bad_tool", "t1")), says("I see.")),
      toolbox,
    });
    expect(results(run.messages)[0]).toMatchObject({
      output: 'Error executing tool "bad_tool": boom',
      isError: true,
    });
    expect(run.outcome).toMatchObject({ kind: "answered" });
  });

  it("that are refused are answered without running", async () => {
    const run = await playTurn({ backend: fakeBackend(calls(call("nonexistent", "t1")), says("Oh.")) });
    expect(results(run.messages)[0]).toMatchObject({
      output: 'Error: unknown tool "nonexistent"',
      isError: true,
    });
    expect(run.events).toContainEqual(expect.objectContaining({ type: "tool-finished", fate: "refused" }));
  });

  it("that need a question are asked about one at a time, in order", async () => {
    const open: string[] = [];
    const log: string[] = [];
    const ask = async (question: Question): Promise<Answer> => {
      if (question.kind !== "tool") throw new Error("unexpected question");
      open.push(question.call.id);
      expect(open).toHaveLength(1);
      await null;
      open.pop();
      log.push(question.call.id);
      return question.call.id === "t1" ? { verdict: "deny" } : { verdict: "allow" };
    };
    const run = await playTurn({
      backend: fakeBackend(calls(call("bash", "t1"), call("bash", "t2")), says("ok")),
      toolbox: fakeToolbox({ bash: "ran" }, ["bash"]),
      ask,
    });
    expect(log).toEqual(["t1", "t2"]);
    expect(results(run.messages).map((result) => result.output)).toEqual([
      "Tool execution cancelled by user",
      "ran",
    ]);
  });

  it("denied with a reason tell the model the reason", async () => {
    const run = await playTurn({
      backend: fakeBackend(calls(call("bash", "t1")), says("ok")),
      toolbox: fakeToolbox({ bash: "ran" }, ["bash"]),
      ask: async () => ({ verdict: "deny", reason: "use make" }),
    });
    expect(results(run.messages)[0]?.output).toBe("Tool execution cancelled by user: use make");
  });

  it("answered with always are not asked about again", async () => {
    let asked = 0;
    await playTurn({
      backend: fakeBackend(calls(call("bash", "t1")), calls(call("bash", "t2")), says("ok")),
      toolbox: fakeToolbox({ bash: "ran" }, ["bash"]),
      ask: async () => {
        asked += 1;
        return { verdict: "always" };
      },
    });
    expect(asked).toBe(1);
  });
});

describe("the iteration limit", () => {
  const forever = () => fakeBackend(({ messages: { length } }) => calls(call("a", `t${length}`, { length })));

  it("pauses and stops when the user does not go on", async () => {
    const asked: Question[] = [];
    const backend = forever();
    const run = await playTurn({
      backend,
      toolbox: fakeToolbox({ a: "A" }),
      maxIterations: 3,
      ask: async (question) => {
        asked.push(question);
        return { verdict: "deny" };
      },
    });
    expect(asked).toEqual([{ kind: "pause", reason: "Pausing after 3 iterations" }]);
    expect(backend.requests).toHaveLength(3);
    expect(run.outcome).toMatchObject({ kind: "iteration-limit", iterations: 3 });
  });

  it("starts again at 0 when the user goes on", async () => {
    const backend = forever();
    let asked = 0;
    await playTurn({
      backend,
      toolbox: fakeToolbox({ a: "A" }),
      maxIterations: 3,
      ask: async () => {
        asked += 1;
        return { verdict: asked < 3 ? "allow" : "deny" };
      },
    });
    expect(backend.requests).toHaveLength(9);
  });

  it("ends the turn without a question where nobody can be asked", async () => {
    const run = await playTurn({
      backend: forever(),
      toolbox: fakeToolbox({ a: "A" }),
      maxIterations: 20,
      atLimit: "stop",
      ask: () => Promise.reject(new Error("must not ask")),
    });
    expect(run.outcome).toEqual({
      kind: "iteration-limit",
      iterations: 20,
      reason: "max agentic loop iterations reached",
    });
  });

  it("of 0 means no limit", async () => {
    let rounds = 0;
    const backend = fakeBackend((request) => {
      rounds += 1;
      return rounds <= 50 ? calls(call("a", `t${request.messages.length}`, { rounds })) : says("at last");
    });
    const run = await playTurn({ backend, toolbox: fakeToolbox({ a: "A" }), maxIterations: 0 });
    expect(run.outcome).toEqual({ kind: "answered", text: "at last" });
  });

  it("also holds for a backend that pauses for ever", async () => {
    const run = await playTurn({
      backend: fakeBackend([{ type: "done", stop: "paused" }]),
      maxIterations: 5,
      atLimit: "stop",
    });
    expect(run.outcome).toMatchObject({ kind: "iteration-limit", iterations: 5 });
  });
});

describe("answers cut at the token limit", () => {
  it("are continued twice, then the turn fails", async () => {
    const backend = fakeBackend(says("and then", "max-tokens"));
    const run = await playTurn({ backend });
    expect(backend.requests).toHaveLength(3);
    const nudges = run.messages.filter((message) => message.role === "user" && message.synthetic);
    expect(nudges).toHaveLength(2);
    expect(nudges[0]).toMatchObject({
      text: expect.stringMatching(/^Your response was cut off because it exceeded the token limit\./),
    });
    expect(run.outcome).toMatchObject({
      kind: "failed",
      cause: "response-cut",
      message: "Stopped: response exceeded max_tokens (100) 3 times in a row.",
    });
  });

  it("count again from 0 after a complete answer", async () => {
    const cut = says("and", "max-tokens");
    const backend = fakeBackend(cut, cut, calls(call("a", "t1")), cut, cut, says("done"));
    const run = await playTurn({ backend, toolbox: fakeToolbox({ a: "A" }) });
    expect(run.outcome).toEqual({ kind: "answered", text: "done" });
  });

  it("with a complete call run it and are not counted", async () => {
    const cutWithCall = (id: string) => [
      { type: "tool-call" as const, call: call("a", id, { id }) },
      { type: "done" as const, stop: "max-tokens" as const },
    ];
    const backend = fakeBackend(...["t1", "t2", "t3", "t4"].map(cutWithCall), says("done"));
    const run = await playTurn({ backend, toolbox: fakeToolbox({ a: "A" }) });
    expect(results(run.messages).map((result) => result.output)).toEqual(["A", "A", "A", "A"]);
    expect(run.outcome).toEqual({ kind: "answered", text: "done" });
  });

  it("with a call that was cut itself never run it", async () => {
    const cut = { ...call("a", "t1"), malformed: { raw: '{"x":', problem: "unexpected end" } };
    const backend = fakeBackend(
      [
        { type: "tool-call", call: cut },
        { type: "done", stop: "max-tokens" },
      ],
      says("ok"),
    );
    const run = await playTurn({ backend, toolbox: fakeToolbox({ a: "A" }) });
    expect(results(run.messages)[0]).toMatchObject({
      output: "invalid arguments: unexpected end",
      isError: true,
    });
  });
});

describe("a model that repeats an invalid call", () => {
  it("is stopped after the third time", async () => {
    const bad = (id: string) => ({ ...call("a", id), malformed: { raw: "{", problem: "unexpected end" } });
    const asked: Question[] = [];
    const backend = fakeBackend((request) => calls(bad(`t${request.messages.length}`)));
    await playTurn({
      backend,
      toolbox: fakeToolbox({ a: "A" }),
      ask: async (question) => {
        asked.push(question);
        return { verdict: "deny" };
      },
    });
    expect(backend.requests).toHaveLength(3);
    expect(asked).toEqual([
      { kind: "pause", reason: "Pausing: the model sent the same invalid tool call 3 times in a row" },
    ]);
  });
});

describe("usage", () => {
  const withUsage = (input: number, output: number) =>
    ({ type: "usage", usage: { input, output, cacheRead: 0, cacheWrite: 0 } }) as const;

  it("counts every request of a turn", async () => {
    const backend = fakeBackend(
      [withUsage(50, 20), ...calls(call("a", "t1"))],
      [withUsage(100, 30), ...says("ok")],
    );
    const run = await playTurn({ backend, toolbox: fakeToolbox({ a: "A" }) });
    expect(run.events.at(-1)).toMatchObject({ type: "turn-finished", usage: { input: 150, output: 50 } });
  });

  it("is estimated, marked and left out of the totals when the backend reports none", async () => {
    const run = await playTurn({ backend: fakeBackend(says("ok")) });
    expect(run.events).toContainEqual({
      type: "usage",
      usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, estimated: true },
    });
    expect(run.events.at(-1)).toMatchObject({ usage: { input: 0, output: 0 } });
  });
});

it("emits the events of a tool round trip in order", async () => {
  const run = await playTurn({
    backend: fakeBackend(calls(call("a", "t1")), says("ok")),
    toolbox: fakeToolbox({ a: "A" }),
  });
  expect(run.events.map((event) => event.type)).toEqual([
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
  ]);
});
