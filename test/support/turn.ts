/** Runs a turn with fakes and gathers what it emitted. */
import { createBus } from "../../src/loop/bus.ts";
import { runTurn } from "../../src/loop/turn.ts";
import type { TurnDeps } from "../../src/loop/turn-state.ts";
import type { AgentEvent, TurnOutcome } from "../../src/model/event.ts";
import type { Message } from "../../src/model/message.ts";
import { fakeBackend } from "./fake-backend.ts";
import { fakeToolbox } from "./fake-toolbox.ts";

export interface TurnRun {
  readonly outcome: TurnOutcome;
  readonly events: readonly AgentEvent[];
  readonly messages: readonly Message[];
}

export function turnDeps(overrides: Partial<TurnDeps> = {}): TurnDeps {
  return {
    backend: fakeBackend(),
    toolbox: fakeToolbox({}),
    ask: async () => ({ verdict: "allow" }),
    prepareRequest: async (messages) => ({
      kind: "ready",
      changes: [],
      request: { messages, tools: [], maxTokens: 100 },
    }),
    estimateUsage: () => ({ input: 1, output: 1, cacheRead: 0, cacheWrite: 0, estimated: true }),
    maxIterations: 0,
    atLimit: "ask",
    budget: { spent: () => undefined, extend() {} },
    retry: { sleep: async () => {}, random: () => 0.5, baseMs: 10_000 },
    ...overrides,
  };
}

export async function playTurn(
  overrides: Partial<TurnDeps>,
  { history = [], signal = new AbortController().signal, prompt = "hi" } = {} as {
    history?: readonly Message[];
    signal?: AbortSignal;
    prompt?: string;
  },
): Promise<TurnRun> {
  const events: AgentEvent[] = [];
  const bus = createBus(
    () => 0,
    (error) => {
      throw error;
    },
  );
  bus.subscribe((envelope) => events.push(envelope.event));
  const outcome = await runTurn({ text: prompt }, history, turnDeps(overrides), bus.emitterFor("t1"), signal);
  const added = events.flatMap((event) => (event.type === "message-added" ? [event.message] : []));
  return { outcome, events, messages: [...history, ...added] };
}

export function roles(messages: readonly Message[]): string[] {
  return messages.map((message) => message.role);
}

export function results(messages: readonly Message[]) {
  return messages.flatMap((message) => (message.role === "tool" ? [message.result] : []));
}
