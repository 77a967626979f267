import { describe, expect, it } from "vitest";
import { repeatTexts } from "../../src/loop/repeats.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import type { Question } from "../../src/model/question.ts";
import type { Toolbox, ToolCall } from "../../src/model/tool.ts";
import { readCases } from "../support/cases.ts";
import { call, calls, fakeBackend, says } from "../support/fake-backend.ts";
import { playTurn, results, type TurnRun } from "../support/turn.ts";

/** Tools whose name says what becomes of them; notes what was really run. */
function toolbox(ran: ToolCall[]): Toolbox {
  return {
    specs: () => [],
    judge: async () => ({ kind: "run", preview: { title: "", fields: [] } }),
    async run(toolCall) {
      ran.push(toolCall);
      return { output: "out", isError: toolCall.name === "fails" };
    },
    remember() {},
  };
}

async function play(...rounds: readonly (readonly ToolCall[])[]) {
  const ran: ToolCall[] = [];
  const asked: Question[] = [];
  const run = await playTurn({
    backend: fakeBackend(...rounds.map((round) => calls(...round)), says("done")),
    toolbox: toolbox(ran),
    ask: async (question) => {
      asked.push(question);
      return { verdict: "deny" };
    },
  });
  return {
    run,
    asked,
    ran: ran.map(({ id }) => id),
    answers: results(run.messages).map(({ output }) => output),
  };
}

function notices({ events }: TurnRun): readonly string[] {
  const isNotice = (event: AgentEvent) => event.type === "notice";
  return events.filter(isNotice).map(({ text }) => text);
}

const file = readCases("loop_scenarios");

describe.skipIf(file.absent)(file.title, () => {
  it("duplicate-call", async () => {
    const { expected } = file.cases.find(({ id }) => id === "duplicate-call") ?? {};
    const { prints, nudge } = expected as { readonly prints: string; readonly nudge: string };
    const { run, answers } = await play([call("a", "1", { x: 1 })], [call("a", "2", { x: 1 })]);
    expect(notices(run).map((text) => `[${text}]`)).toEqual([prints]);
    expect(answers).toEqual(["out", nudge]);
  });
});

describe("the same calls as in the round before", () => {
  it("are not run again; the model is told, and goes on", async () => {
    const { run, ran } = await play(
      [call("a", "1", { x: 1, y: { p: 1, q: 2 } })],
      [call("a", "2", { y: { q: 2, p: 1 }, x: 1 })],
      [call("a", "3", { x: 2 })],
    );
    expect(ran).toEqual(["1", "3"]);
    expect(run.outcome).toEqual({ kind: "answered", text: "done" });
    expect(results(run.messages)[1]).toMatchObject({ isError: true, output: repeatTexts.answered });
  });

  it.each([
    ["with other arguments", [call("a", "2", { x: 2 })]],
    ["with one more", [call("a", "2", { x: 1 }), call("b", "3")]],
    ["of another tool", [call("b", "2", { x: 1 })]],
  ])("are not the same %s", async (_what, second) => {
    const { ran } = await play([call("a", "1", { x: 1 })], second);
    expect(ran).toEqual(["1", ...second.map(({ id }) => id)]);
  });

  it("run again when another round came between", async () => {
    const { ran } = await play([call("a", "1")], [call("b", "2")], [call("a", "3")]);
    expect(ran).toEqual(["1", "2", "3"]);
  });

  it("make the turn pause when the model keeps to them", async () => {
    const { run, ran, asked } = await play(
      [call("a", "1")],
      [call("a", "2")],
      [call("a", "3")],
      [call("a", "4")],
    );
    expect(ran).toEqual(["1"]);
    expect(asked).toEqual([
      { kind: "pause", reason: "Pausing: the model keeps repeating the same tool call" },
    ]);
    expect(run.outcome).toMatchObject({ kind: "iteration-limit", iterations: 3 });
  });
});

describe("a call that fails", () => {
  it("is run a second time as it is, and no third time", async () => {
    const { ran, answers } = await play([call("fails", "1")], [call("fails", "2")], [call("fails", "3")]);
    expect(ran).toEqual(["1", "2"]);
    expect(answers[2]).toBe(repeatTexts.failing);
  });

  it("may be tried again after anything else went well: an edit between two runs of the tests", async () => {
    const failing = (id: string) => [call("fails", id)];
    const { ran } = await play(
      failing("1"),
      failing("2"),
      [call("a", "3")],
      failing("4"),
      failing("5"),
      failing("6"),
    );
    expect(ran).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("does not hold back those beside it", async () => {
    const pair = (id: string) => [call("fails", `${id}f`), call("fails", `${id}g`, { id })];
    const { ran, answers } = await play(pair("1"), pair("2"), pair("3"));
    expect(ran).toEqual(["1f", "1g", "2f", "2g", "3g"]);
    expect(answers.slice(4)).toEqual([repeatTexts.failing, "out"]);
  });
});
