/** Turns the objects of one /api/chat stream into backend events. Knows no network; trusts nothing it reads. */
import type { BackendEvent, StopReason } from "../model/backend.ts";
import type { ToolCall } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import { isRecord, type Json, parseObject } from "./json.ts";
import { reasoningDelta } from "./reasoning.ts";

export interface OllamaReader {
  read(chunk: Json): readonly BackendEvent[];
  state(): OllamaState;
}

export type OllamaState =
  | { readonly kind: "not-begun" }
  | { readonly kind: "open" }
  /** The server gave up in mid-stream; `error` is what it said. */
  | { readonly kind: "broken"; readonly error: string }
  | { readonly kind: "done"; readonly stop: StopReason; readonly usage?: Usage };

/** Calls without an id, or with one that is `taken`, get a new one. */
export function createOllamaReader(newId: () => string, taken: ReadonlySet<string>): OllamaReader {
  const answer: Answer = { newId, ids: new Set(taken), hasCalls: false };
  let state: OllamaState = { kind: "not-begun" };
  return {
    read(chunk) {
      if (typeof chunk.error === "string") state = { kind: "broken", error: chunk.error };
      if (state.kind === "broken" || state.kind === "done") return [];
      if (!isRecord(chunk.message) && chunk.done !== true) return [];
      const events = readMessage(answer, isRecord(chunk.message) ? chunk.message : {});
      if (chunk.done !== true) {
        state = { kind: "open" };
        return events;
      }
      const usage = usageOf(chunk);
      state = { kind: "done", stop: stopOf(chunk.done_reason, answer), usage };
      return usage ? [...events, { type: "usage", usage }] : events;
    },
    state: () => state,
  };
}

interface Answer {
  readonly newId: () => string;
  readonly ids: Set<string>;
  hasCalls: boolean;
}

/** Calls may stand in any chunk, the last one too. */
function readMessage(answer: Answer, message: Json): readonly BackendEvent[] {
  const { content, tool_calls: calls } = message;
  const events: BackendEvent[] = [];
  const thought = reasoningDelta(message);
  if (thought !== "") events.push({ type: "reasoning", text: thought });
  if (typeof content === "string" && content !== "") events.push({ type: "text", text: content });
  for (const call of Array.isArray(calls) ? calls : []) {
    if (isRecord(call) && isRecord(call.function)) {
      events.push({ type: "tool-call", call: toolCall(answer, call.id, call.function) });
    }
  }
  return events;
}

function toolCall(answer: Answer, givenId: unknown, { name, arguments: input }: Json): ToolCall {
  const isFree = typeof givenId === "string" && givenId !== "" && !answer.ids.has(givenId);
  const id = isFree ? givenId : answer.newId();
  answer.ids.add(id);
  answer.hasCalls = true;
  return { id, name: typeof name === "string" ? name : "", ...argumentsOf(input) };
}

/** An object; some servers send it as a text. */
function argumentsOf(value: unknown): Pick<ToolCall, "input" | "malformed"> {
  if (isRecord(value)) return { input: value };
  if (value === undefined || value === null) return { input: {} };
  const raw = typeof value === "string" ? value : JSON.stringify(value);
  if (raw.trim() === "") return { input: {} };
  const parsed = parseObject(raw);
  if (parsed.kind === "ok") return { input: parsed.value };
  return { input: {}, malformed: { raw, problem: parsed.problem } };
}

function stopOf(reason: unknown, { hasCalls }: Answer): StopReason {
  if (reason === "length") return "max-tokens";
  return hasCalls ? "tool-use" : "end";
}

function usageOf({ prompt_eval_count: input, eval_count: output }: Json): Usage | undefined {
  if (!isCount(input) && !isCount(output)) return undefined;
  return {
    input: isCount(input) ? input : 0,
    output: isCount(output) ? output : 0,
    cacheRead: 0,
    cacheWrite: 0,
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
