/** A request that is sent again, on the full screen: a note that stays, and a line that counts down. */
import { expect, it } from "vitest";
import type { AgentEvent } from "../../../src/model/event.ts";
import { createScreenStage } from "./screen-stage.ts";

const again: AgentEvent = {
  type: "retrying",
  attempt: 1,
  of: 5,
  waitMs: 9_000,
  reason: "Anthropic is overloaded.",
};
const note = "Retrying in 9 s (1 of 5): Anthropic is overloaded.";

function retrying(motion: boolean) {
  const stage = createScreenStage({ settings: { motion } });
  stage.show({ type: "turn-started", prompt: "hi" }, { type: "request-started", iteration: 1 }, again);
  return { ...stage, line: () => stage.rows()[21] ?? "" };
}

it("counts down in the spinner's row, and then says that it is tried", () => {
  const { rows, line, pass, show } = retrying(true);
  expect(line()).toMatch(/^\S Retrying in 9 s \(1 of 5\): Anthropic is overloaded\.$/);
  pass(3_000);
  expect(line()).toMatch(/^\S Retrying in 6 s \(1 of 5\): /);
  pass(7_000);
  expect(line()).toMatch(/^\S Retrying \(1 of 5\): /);
  show({ type: "request-started", iteration: 1 });
  expect(line()).toMatch(/^\S Calling Fake/);
  expect(rows()).toContain(note);
});

it("is one fixed sentence where nothing may move", () => {
  const { rows, line, pass } = retrying(false);
  expect(line()).toBe(`* ${note}`);
  const seen = rows();
  pass(8_000);
  expect(rows()).toEqual(seen);
  expect(seen.filter((row) => row.includes(note))).toHaveLength(2);
});
