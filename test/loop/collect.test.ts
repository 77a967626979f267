/** What a backend with tools of its own tells and asks, on its way to the user. */
import { expect, test } from "vitest";
import { collectResponse } from "../../src/loop/collect.ts";
import type { BackendEvent } from "../../src/model/backend.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import type { Answer, Question } from "../../src/model/question.ts";

const call = { id: "t1", name: "Bash", input: { command: "ls" } };
const preview = { title: "Bash(ls)", fields: [] };

async function* played(events: readonly BackendEvent[]): AsyncGenerator<BackendEvent> {
  yield* events;
}

async function collect(events: readonly BackendEvent[], answer?: Answer) {
  const emitted: AgentEvent[] = [];
  const asked: Question[] = [];
  const ask = async (question: Question) => {
    asked.push(question);
    return answer;
  };
  const emit = (event: AgentEvent) => void emitted.push(event);
  const collected = await collectResponse(played(events), emit, ask, new AbortController().signal);
  return { collected, emitted, asked };
}

test("its notices and tools are shown like ours, and no call is recorded", async () => {
  const result = { callId: "t1", name: "Bash", output: "a", isError: false };
  const { collected, emitted } = await collect([
    { type: "notice", level: "warning", text: "careful" },
    { type: "tool-report", report: { phase: "started", call, preview } },
    { type: "tool-report", report: { phase: "output", callId: "t1", text: "a" } },
    { type: "tool-report", report: { phase: "finished", result } },
    { type: "text", text: "done" },
    { type: "done", stop: "end" },
  ]);
  expect(emitted).toEqual([
    { type: "notice", level: "warning", text: "careful" },
    { type: "tool-started", call, preview },
    { type: "tool-output", callId: "t1", text: "a" },
    { type: "tool-finished", result, fate: "ran" },
    { type: "text-delta", text: "done" },
  ]);
  expect(collected.parts).toEqual([{ type: "text", text: "done" }]);
});

test("what it asks is asked like for our tools, and the answer goes back", async () => {
  const answers: (Answer | undefined)[] = [];
  const permission: BackendEvent = {
    type: "permission",
    call,
    preview,
    reply: (answer) => void answers.push(answer),
  };
  const { asked } = await collect([permission, { type: "done", stop: "end" }], { verdict: "always" });
  expect(asked).toEqual([{ kind: "tool", call, preview }]);
  expect(answers).toEqual([{ verdict: "always" }]);
});

test("an answer that does not end is cut off, and what came of it stays bounded", async () => {
  const piece = "x".repeat(100_000);
  async function* endless(): AsyncGenerator<BackendEvent> {
    for (;;) yield { type: "text", text: piece };
  }
  const { signal } = new AbortController();
  const { parts, end } = await collectResponse(
    endless(),
    () => {},
    async () => undefined,
    signal,
  );
  expect(end).toMatchObject({ kind: "failed", failure: { kind: "other" } });
  expect(parts.reduce((sum, part) => sum + ("text" in part ? part.text.length : 0), 0)).toBe(4_000_000);
});

test("so is one that never stops calling tools", async () => {
  async function* endless(): AsyncGenerator<BackendEvent> {
    for (let id = 0; ; id += 1) yield { type: "tool-call", call: { id: `c${id}`, name: "bash", input: {} } };
  }
  const { signal } = new AbortController();
  const { parts, end } = await collectResponse(
    endless(),
    () => {},
    async () => undefined,
    signal,
  );
  expect(end.kind).toBe("failed");
  expect(parts.length).toBeLessThanOrEqual(4000);
});

test("what is nested too deeply to be written down is not kept", async () => {
  const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`);
  const { collected } = await collect([
    { type: "tool-call", call: { id: "c1", name: "bash", input: deep } },
    { type: "reasoning-block", part: { type: "reasoning", text: "hm", opaque: deep } },
    { type: "done", stop: "tool-use" },
  ]);
  expect(collected.parts).toEqual([
    {
      type: "tool-call",
      call: {
        id: "c1",
        name: "bash",
        input: {},
        malformed: { raw: "", problem: "the arguments are nested too deeply" },
      },
    },
    { type: "reasoning", text: "hm" },
  ]);
});
