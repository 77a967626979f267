/**
 * One turn: from a user's prompt to its outcome, through as many requests and tool calls as the model wants.
 * Knows no display, no wire format, no file: everything it touches is passed in.
 */
import type { Prompt } from "../model/attachment.ts";
import type { TurnOutcome } from "../model/event.ts";
import {
  type AssistantMessage,
  type AssistantPart,
  callsOf,
  type Message,
  textOf,
} from "../model/message.ts";
import type { Toolbox, ToolCall } from "../model/tool.ts";
import { noUsage } from "../model/usage.ts";
import { runBatch } from "./batch.ts";
import { checkBudget } from "./budget.ts";
import type { Emit } from "./bus.ts";
import { type RepeatWatch, watchRepeats } from "./repeats.ts";
import { type Response, request } from "./request.ts";
import { droppingLast, unfinishedTail } from "./resume.ts";
import { errorResult, settledText } from "./settle.ts";
import { add, change, type Turn, type TurnDeps } from "./turn-state.ts";

/**
 * `history` is what came before; what the turn adds is told by `message-added` events, the prompt first.
 * Never rejects, and leaves every call with its result, at whatever point `signal` aborts.
 */
export function runTurn(
  prompt: Prompt,
  history: readonly Message[],
  deps: TurnDeps,
  emit: Emit,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const turn = createTurn(history, deps, emit, signal);
  emit({ type: "turn-started", prompt: prompt.text });
  add(turn, { role: "user", ...prompt });
  return play(turn);
}

/** The last turn of `history` again, from where it came to nothing: no prompt is added, and no tool runs twice. */
export function resumeTurn(
  prompt: Prompt,
  history: readonly Message[],
  deps: TurnDeps,
  emit: Emit,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const count = unfinishedTail(history);
  const turn = createTurn(history, deps, emit, signal);
  emit({ type: "turn-started", prompt: prompt.text, again: true });
  if (count > 0) change(turn, droppingLast(count, history));
  return play(turn);
}

function createTurn(history: readonly Message[], deps: TurnDeps, emit: Emit, signal: AbortSignal): Turn {
  return { deps, emit, signal, messages: [...history], usage: noUsage, sinceLimit: 0, cuts: 0 };
}

async function play(turn: Turn): Promise<TurnOutcome> {
  let outcome: TurnOutcome;
  try {
    outcome = await converse(turn);
  } catch (error) {
    settleOpenCalls(turn);
    const message = error instanceof Error ? error.message : String(error);
    outcome = { kind: "failed", cause: "internal", message };
  }
  turn.emit({ type: "turn-finished", outcome, usage: turn.usage });
  return outcome;
}

const cancelled: TurnOutcome = { kind: "cancelled" };
const maxCuts = 3;
const cutNudge =
  "Your response was cut off because it exceeded the token limit. Continue where you stopped, or answer more briefly.";

async function converse(turn: Turn): Promise<TurnOutcome> {
  const repeats = watchRepeats();
  for (let iteration = 1; ; iteration += 1) {
    if (turn.signal.aborted) return cancelled;
    const unaffordable = await checkBudget(turn.deps, turn.signal);
    if (unaffordable) return unaffordable;
    const response = await request(turn, iteration);
    const ended = conclude(turn, response);
    if (ended) return ended;
    const message = record(turn, response.parts);
    const calls = callsOf(message);
    if (calls.length === 0 && response.stop === "end") return { kind: "answered", text: textOf(message) };
    const cut = handleCut(turn, response, calls);
    if (cut) return cut;
    await runCalls(turn, calls, repeats);
    if (turn.signal.aborted) return cancelled;
    const stopped = await pauseIfNeeded(turn, repeats);
    if (stopped) return stopped;
  }
}

/** The ways in which a response ends the turn at once; what was received of it is kept. */
function conclude(turn: Turn, { parts, end, stop }: Response): TurnOutcome | undefined {
  if (end.kind === "aborted") {
    recordPartial(turn, parts);
    return cancelled;
  }
  if (end.kind === "failed") {
    recordPartial(turn, parts);
    return { kind: "failed", cause: end.failure.kind, message: end.failure.message };
  }
  if (end.stop === "refusal") {
    recordPartial(turn, parts);
    return { kind: "failed", cause: "refusal", message: "The model declined to answer this." };
  }
  if (end.stop === "context-exceeded") {
    recordPartial(turn, parts);
    const message = "The conversation no longer fits the model's context window; /clear starts a new one.";
    return { kind: "failed", cause: "context-overflow", message };
  }
  const hasContent = parts.some((part) => part.type !== "reasoning");
  if (hasContent || stop !== "end") return undefined;
  return { kind: "failed", cause: "empty-response", message: "model returned empty response" };
}

/**
 * An answer cut off at the token limit is continued a few times. Complete calls in it are run as usual, and
 * such an answer is not counted as cut.
 */
function handleCut(turn: Turn, response: Response, calls: readonly ToolCall[]): TurnOutcome | undefined {
  const complete = calls.some((call) => !call.malformed);
  if (response.stop !== "max-tokens" || complete) {
    turn.cuts = 0;
    return undefined;
  }
  turn.cuts += 1;
  if (turn.cuts >= maxCuts) {
    settleOpenCalls(turn);
    const message = `Stopped: response exceeded max_tokens (${response.maxTokens}) ${maxCuts} times in a row.`;
    return { kind: "failed", cause: "response-cut", message };
  }
  if (calls.length === 0) add(turn, { role: "user", text: cutNudge, synthetic: true });
  return undefined;
}

async function runCalls(turn: Turn, calls: readonly ToolCall[], repeats: RepeatWatch): Promise<void> {
  const { deps, emit, signal } = turn;
  const held = repeats.held(calls);
  if (held.size > 0) {
    emit({ type: "notice", level: "info", text: "Stopped: model repeated the same tool call" });
  }
  const results = await runBatch(calls, { ...deps, toolbox: holding(deps.toolbox, held) }, emit, signal);
  repeats.note(calls, results);
  for (const result of results) add(turn, { role: "tool", result });
}

/** These calls are answered without being run. */
function holding(toolbox: Toolbox, held: ReadonlyMap<ToolCall, string>): Toolbox {
  return {
    ...toolbox,
    async judge(call) {
      const output = held.get(call);
      return output === undefined ? toolbox.judge(call) : { kind: "refuse", output };
    },
  };
}

async function pauseIfNeeded(turn: Turn, repeats: RepeatWatch): Promise<TurnOutcome | undefined> {
  turn.sinceLimit += 1;
  const { maxIterations, atLimit, ask } = turn.deps;
  const limitReached = maxIterations > 0 && turn.sinceLimit >= maxIterations;
  const circling = repeats.circling();
  if (!limitReached && circling === undefined) return undefined;
  const iterations = turn.sinceLimit;
  const repeated = `the model ${circling}`;
  const stopped: TurnOutcome = {
    kind: "iteration-limit",
    iterations,
    reason: limitReached ? "max agentic loop iterations reached" : repeated,
  };
  if (atLimit === "stop") return stopped;
  const pause = limitReached ? `Pausing after ${iterations} iterations` : `Pausing: ${repeated}`;
  const answer = await ask({ kind: "pause", reason: pause }, turn.signal);
  if (turn.signal.aborted || answer === undefined) return cancelled;
  if (answer.verdict === "deny") return stopped;
  turn.sinceLimit = 0;
  repeats.forgive();
  return undefined;
}

function record(turn: Turn, parts: readonly AssistantPart[]): AssistantMessage {
  const message: AssistantMessage = { role: "assistant", parts };
  if (parts.length > 0) add(turn, message);
  return message;
}

/** Keeps the text the user has seen; calls that came with it were never started. */
function recordPartial(turn: Turn, parts: readonly AssistantPart[]): void {
  if (parts.length === 0) return;
  add(turn, { role: "assistant", parts, interrupted: true });
  settleOpenCalls(turn);
}

function settleOpenCalls(turn: Turn): void {
  const last = turn.messages.at(-1);
  if (last?.role !== "assistant") return;
  for (const call of callsOf(last)) {
    const result = errorResult(call, settledText.notStarted);
    turn.emit({ type: "tool-finished", result, fate: "not-started" });
    add(turn, { role: "tool", result });
  }
}
