import { expect, it } from "vitest";
import { createQuestions } from "../../src/loop/questions.ts";
import type { AgentEvent } from "../../src/model/event.ts";

const question = (reason: string) => ({ kind: "pause", reason }) as const;

it("shows the second question only after the first is answered", async () => {
  const questions = createQuestions();
  const events: AgentEvent[] = [];
  const { signal } = new AbortController();
  const emit = (event: AgentEvent) => void events.push(event);
  const first = questions.ask(question("one"), emit, signal);
  const second = questions.ask(question("two"), emit, signal);
  await null;
  expect(events.map((event) => event.type)).toEqual(["approval-requested"]);
  expect(questions.answer("q1", { verdict: "allow" })).toBe(true);
  expect(await first).toEqual({ verdict: "allow" });
  await null;
  expect(questions.answer("q2", { verdict: "deny" })).toBe(true);
  expect(await second).toEqual({ verdict: "deny" });
});

it("takes an answer once, and only for the open question", async () => {
  const questions = createQuestions();
  const answered = questions.ask(question("one"), () => {}, new AbortController().signal);
  await null;
  expect(questions.answer("q7", { verdict: "allow" })).toBe(false);
  expect(questions.answer("q1", { verdict: "deny" })).toBe(true);
  expect(questions.answer("q1", { verdict: "allow" })).toBe(false);
  expect(await answered).toEqual({ verdict: "deny" });
});
