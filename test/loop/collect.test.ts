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
