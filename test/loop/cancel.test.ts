import { describe, expect, it } from "vitest";
import { createQuestions } from "../../src/loop/questions.ts";
import { call, calls, fakeBackend, says } from "../support/fake-backend.ts";
import { fakeToolbox } from "../support/fake-toolbox.ts";
import { assertSettled } from "../support/strict-history.ts";
import { playTurn, results, roles, type TurnRun } from "../support/turn.ts";

/** Aborts after that many microtasks, so that every await of the turn is hit by some number. */
function abortAfter(ticks: number): AbortSignal {
  const controller = new AbortController();
  let left = ticks;
  const tick = () => {
    if (left === 0) return controller.abort();
    left -= 1;
    queueMicrotask(tick);
  };
  tick();
  return controller.signal;
}

const conversation = () => ({
  backend: fakeBackend(
    [
      { type: "reasoning", text: "hm" },
      { type: "text", text: "Let me look." },
      ...calls(call("free", "c1"), call("guarded", "c2"), call("free", "c3"), call("nope", "c4")),
    ],
    calls(call("guarded", "c5")),
    says("All done now."),
  ),
  toolbox: fakeToolbox(
    {
      free: async () => {
        await null;
        return "free";
      },
      guarded: async ({ onOutput }) => {
        onOutput("working");
        await null;
        return "guarded";
      },
    },
    ["guarded"],
  ),
});

async function nextRequestIsAccepted(run: TurnRun): Promise<void> {
  const backend = fakeBackend(says("fine"));
  const next = await playTurn({ backend }, { history: run.messages, prompt: "go on" });
  expect(next.outcome).toEqual({ kind: "answered", text: "fine" });
}

describe("cancelling at every await point", () => {
  it("leaves a history that the strictest provider accepts, and says cancelled", async () => {
    const outcomes = new Set<string>();
    const texts = new Set<string>();
    let ticks = 0;
    for (; ; ticks += 1) {
      const run = await playTurn(conversation(), { signal: abortAfter(ticks) });
      assertSettled(run.messages);
      await nextRequestIsAccepted(run);
      expect(run.events.filter((event) => event.type === "turn-finished")).toHaveLength(1);
      outcomes.add(run.outcome.kind);
      for (const result of results(run.messages)) texts.add(result.output);
      if (run.outcome.kind === "answered") break;
    }
    expect(outcomes).toEqual(new Set(["cancelled", "answered"]));
    expect(ticks).toBeGreaterThan(40);
    expect(texts).toEqual(
      new Set([
        "free",
        "guarded",
        'Error: unknown tool "nope"',
        "operation cancelled by user: interrupted while running, it may have partly run",
        "operation cancelled by user: not started",
      ]),
    );
  });
});

describe("cancelling", () => {
  it("before the turn makes no request and keeps the prompt", async () => {
    const backend = fakeBackend(says("never"));
    const run = await playTurn({ backend }, { signal: AbortSignal.abort() });
    expect(run.outcome).toEqual({ kind: "cancelled" });
    expect(backend.requests).toHaveLength(0);
    expect(roles(run.messages)).toEqual(["user"]);
  });

  it("does not wait for a backend that hangs", async () => {
    const controller = new AbortController();
    const backend = {
      ...fakeBackend(),
      async *stream() {
        yield { type: "text", text: "so far" } as const;
        controller.abort();
        await new Promise(() => {});
      },
    };
    const run = await playTurn({ backend }, { signal: controller.signal });
    expect(run.outcome).toEqual({ kind: "cancelled" });
    expect(run.messages.at(-1)).toMatchObject({ parts: [{ text: "so far" }], interrupted: true });
  });

  it("does not wait for a tool that hangs, and keeps the results that were ready", async () => {
    const controller = new AbortController();
    const toolbox = fakeToolbox({
      quick: "quick result",
      stuck: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        controller.abort();
        return new Promise<string>(() => {});
      },
    });
    const backend = fakeBackend(calls(call("quick", "c1"), call("stuck", "c2")));
    const run = await playTurn({ backend, toolbox }, { signal: controller.signal });
    expect(results(run.messages).map((result) => result.output)).toEqual([
      "quick result",
      "operation cancelled by user: interrupted while running, it may have partly run",
    ]);
  });

  it("during a question leaves the call not started, and closes the question", async () => {
    const controller = new AbortController();
    const questions = createQuestions();
    const asked: string[] = [];
    const run = await playTurn(
      {
        backend: fakeBackend(calls(call("bash", "c1"))),
        toolbox: fakeToolbox({ bash: "ran" }, ["bash"]),
        ask: (question, signal) =>
          questions.ask(
            question,
            (event) => {
              asked.push(event.type);
              if (event.type === "approval-requested") queueMicrotask(() => controller.abort());
            },
            signal,
          ),
      },
      { signal: controller.signal },
    );
    expect(asked).toEqual(["approval-requested", "approval-answered"]);
    expect(results(run.messages)[0]?.output).toBe("operation cancelled by user: not started");
    expect(questions.answer("q1", { verdict: "allow" })).toBe(false);
  });
});
