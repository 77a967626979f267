/** Turns of the real loop against a backend that is fed spoiled answers, and what must be true of each. */
import { expect } from "vitest";
import { createBus } from "../../src/loop/bus.ts";
import { runTurn } from "../../src/loop/turn.ts";
import type { Backend, BackendEvent } from "../../src/model/backend.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import type { Message } from "../../src/model/message.ts";
import type { Toolbox, ToolCall } from "../../src/model/tool.ts";
import { createStage } from "../display/append/append-stage.ts";
import { assertSettled } from "../support/strict-history.ts";
import { turnDeps } from "../support/turn.ts";
import { unseenOnPaper } from "./unseen.ts";

export interface HostileTurn {
  readonly events: readonly AgentEvent[];
  readonly history: readonly Message[];
  readonly ran: readonly ToolCall[];
}

/** A conversation that goes on from turn to turn, and begins anew before it is too long to be quick. */
export function createConversation(backend: Backend) {
  const longest = 12;
  let history: readonly Message[] = [];
  const stage = createStage();
  return async (prompt: string, signal?: AbortSignal): Promise<HostileTurn> => {
    const turn = await playHostileTurn(backend, history, prompt, signal);
    history = turn.history.length > longest ? [] : turn.history;
    stage.show(...turn.events);
    stage.clock.advance(1000);
    expect(unseenOnPaper(stage.shown())).toBeUndefined();
    return turn;
  };
}

/** A turn that takes so long, on however slow a machine, waits for something that will not come. */
const longestMs = 60_000;

async function playHostileTurn(
  backend: Backend,
  history: readonly Message[],
  prompt: string,
  signal: AbortSignal = AbortSignal.timeout(longestMs),
) {
  const events: AgentEvent[] = [];
  const ran: ToolCall[] = [];
  const toolbox = recordingToolbox((call) => {
    // An answer that has not come to its end may lack the rest of a call.
    const last = events.findLast(({ type }) => type === "response-finished" || type === "request-started");
    expect(last?.type).toBe("response-finished");
    expect(call.malformed).toBeUndefined();
    ran.push(call);
  });
  const bus = createBus(
    () => 0,
    (error) => {
      throw error;
    },
  );
  bus.subscribe(({ event }) => events.push(event));
  const deps = turnDeps({
    backend: checked(backend),
    toolbox,
    maxIterations: 4,
    atLimit: "stop",
    prepareRequest: async (messages) => ({
      kind: "ready",
      changes: [],
      request: { messages, tools: toolbox.specs(), maxTokens: 100 },
    }),
  });
  const outcome = await runTurn({ text: prompt }, history, deps, bus.emitterFor("t1"), signal);
  expect(events.filter(({ type }) => type === "turn-finished")).toHaveLength(1);
  expect(outcome.kind).not.toBe("cancelled");
  if (outcome.kind === "failed") expect(outcome.cause, outcome.message).not.toBe("internal");
  const added = events.flatMap((event) => (event.type === "message-added" ? [event.message] : []));
  const after = [...history, ...added];
  assertSettled(after);
  // It can be kept, and read again.
  expect(JSON.parse(JSON.stringify(after))).toEqual(JSON.parse(JSON.stringify(after)));
  return { events, ran, history: after };
}

/** Holds the stream to its contract: one last event, no throwing, nothing behind it. */
function checked(backend: Backend): Backend {
  return {
    ...backend,
    async *stream(request, signal) {
      let last: BackendEvent | undefined;
      for await (const event of backend.stream(request, signal)) {
        if (last) throw new Error(`${event.type} after ${last.type}`);
        if (event.type === "done" || event.type === "failed") last = event;
        else yield event;
      }
      if (!last) throw new Error("a stream without an end");
      yield last;
    },
  };
}

const names = ["bash", "read"];

function recordingToolbox(note: (call: ToolCall) => void): Toolbox {
  return {
    specs: () =>
      names.map((name) => ({ name, description: name, schema: { type: "object" }, confirm: false })),
    async judge(call) {
      if (call.malformed) return { kind: "refuse", output: call.malformed.problem };
      if (!names.includes(call.name)) return { kind: "refuse", output: `unknown tool ${call.name}` };
      const fields = Object.entries(call.input).map(([label, value]) => ({
        label,
        value: JSON.stringify(value),
      }));
      return { kind: "run", preview: { title: call.name, fields } };
    },
    async run(call) {
      note(call);
      return { output: "ran", isError: false };
    },
    remember() {},
  };
}
