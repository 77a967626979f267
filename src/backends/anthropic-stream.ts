/** Turns the raw events of one Messages API stream into backend events. Knows no network; trusts nothing it reads. */
import type { BackendEvent, StopReason } from "../model/backend.ts";
import { freeId } from "../model/free-id.ts";
import type { ToolCall } from "../model/tool.ts";
import { noUsage, type Usage } from "../model/usage.ts";
import { grown, isRecord, type Json, parseObject } from "./json.ts";

export interface StreamReader {
  /** What one raw event means. Events and blocks of unknown types mean nothing. */
  read(event: unknown): readonly BackendEvent[];
  /** How things stand: done only after `message_stop`. */
  state(): StreamState;
}

export type StreamState =
  | { readonly kind: "not-begun" }
  | { readonly kind: "open" }
  | { readonly kind: "done"; readonly stop: StopReason };

/**
 * `model` is noted with each reasoning block: another model must not be sent it. `taken` are the ids of earlier calls, of
 * which some servers send the same again.
 */
export function createStreamReader(model: string, taken: ReadonlySet<string> = new Set()): StreamReader {
  const answer: Answer = { model, taken, id: "msg", blocks: new Map(), hasCalls: false, phase: "not-begun" };
  return {
    read(event) {
      if (!isRecord(event)) return [];
      return eventReaders.get(event.type)?.(answer, event) ?? [];
    },
    state() {
      if (answer.phase !== "done") return { kind: answer.phase };
      return { kind: "done", stop: answer.stop ?? (answer.hasCalls ? "tool-use" : "end") };
    },
  };
}

interface Answer {
  readonly model: string;
  readonly taken: ReadonlySet<string>;
  id: string;
  /** The blocks that have started and not stopped, by their index. */
  readonly blocks: Map<unknown, Block>;
  /** The last finished call, kept back until it is known whether the token limit cut it off. */
  held?: HeldCall;
  hasCalls: boolean;
  usage?: Usage;
  stop?: StopReason;
  phase: "not-begun" | "open" | "done";
}

interface Block {
  readonly index: unknown;
  readonly start: Json;
  /** The deltas so far: text, thinking or JSON. */
  text: string;
  signature: string;
}

interface HeldCall {
  readonly call: ToolCall;
  readonly raw: string;
}

type EventReader = (answer: Answer, event: Json) => readonly BackendEvent[];

const eventReaders: ReadonlyMap<unknown, EventReader> = new Map([
  ["message_start", startMessage],
  ["content_block_start", startBlock],
  ["content_block_delta", addDelta],
  ["content_block_stop", stopBlock],
  ["message_delta", changeMessage],
  ["message_stop", stopMessage],
]);

const stopReasons: ReadonlyMap<unknown, StopReason> = new Map([
  ["end_turn", "end"],
  ["stop_sequence", "end"],
  ["tool_use", "tool-use"],
  ["max_tokens", "max-tokens"],
  ["pause_turn", "paused"],
  ["refusal", "refusal"],
  ["model_context_window_exceeded", "context-exceeded"],
]);

function startMessage(answer: Answer, { message }: Json): readonly BackendEvent[] {
  answer.phase = "open";
  if (!isRecord(message)) return [];
  answer.id = stringOr(message.id, answer.id);
  return reportUsage(answer, message.usage);
}

function startBlock(answer: Answer, { index, content_block: start }: Json): readonly BackendEvent[] {
  if (!isRecord(start)) return [];
  const block: Block = { index, start, text: "", signature: stringOr(start.signature, "") };
  answer.blocks.set(index, block);
  const released = release(answer);
  if (start.type === "text") return [...released, ...grow(block, "text", start.text)];
  if (start.type === "thinking") return [...released, ...grow(block, "reasoning", start.thinking)];
  return released;
}

function addDelta(answer: Answer, { index, delta }: Json): readonly BackendEvent[] {
  const block = answer.blocks.get(index);
  if (!block || !isRecord(delta)) return [];
  if (delta.type === "text_delta") return grow(block, "text", delta.text);
  if (delta.type === "thinking_delta") return grow(block, "reasoning", delta.thinking);
  if (delta.type === "input_json_delta") block.text = grown(block.text, stringOr(delta.partial_json, ""));
  if (delta.type === "signature_delta")
    block.signature = grown(block.signature, stringOr(delta.signature, ""));
  return [];
}

function grow(block: Block, type: "text" | "reasoning", piece: unknown): readonly BackendEvent[] {
  const text = stringOr(piece, "");
  block.text = grown(block.text, text);
  return text === "" ? [] : [{ type, text }];
}

function stopBlock(answer: Answer, { index }: Json): readonly BackendEvent[] {
  const block = answer.blocks.get(index);
  answer.blocks.delete(index);
  return block ? finishBlock(answer, block) : [];
}

function finishBlock(answer: Answer, block: Block): readonly BackendEvent[] {
  const { start, text, signature } = block;
  if (start.type === "tool_use") {
    const released = release(answer);
    answer.held = { call: toolCall(answer, block), raw: text };
    return released;
  }
  if (start.type === "redacted_thinking") return [reasoningBlock(answer, "", start)];
  // Thinking without a signature would be refused when sent back, so it stays plain reasoning.
  if (start.type !== "thinking" || signature === "") return [];
  return [reasoningBlock(answer, text, { ...start, thinking: text, signature })];
}

function reasoningBlock({ model }: Answer, text: string, block: Json): BackendEvent {
  return { type: "reasoning-block", part: { type: "reasoning", text, opaque: { model, block } } };
}

function toolCall(answer: Answer, { index, start, text }: Block): ToolCall {
  const id = freeId(stringOr(start.id, "") || `${answer.id}_${index}`, answer.taken);
  const name = stringOr(start.name, "");
  if (text.trim() === "") return { id, name, input: isRecord(start.input) ? start.input : {} };
  const parsed = parseObject(text);
  if (parsed.kind === "ok") return { id, name, input: parsed.value };
  return { id, name, input: {}, malformed: { raw: text, problem: parsed.problem } };
}

/** No JSON at all is a call without arguments, unless the answer was cut off right there. */
function release(answer: Answer): readonly BackendEvent[] {
  const { held, stop } = answer;
  if (!held) return [];
  answer.held = undefined;
  answer.hasCalls = true;
  const isCut = stop === "max-tokens" && (held.call.malformed !== undefined || held.raw.trim() === "");
  if (!isCut) return [{ type: "tool-call", call: held.call }];
  const malformed = { raw: held.raw, problem: "the arguments were cut off at the token limit" };
  return [{ type: "tool-call", call: { ...held.call, input: {}, malformed } }];
}

function changeMessage(answer: Answer, { delta, usage }: Json): readonly BackendEvent[] {
  const reason = isRecord(delta) ? delta.stop_reason : undefined;
  answer.stop = stopReasons.get(reason) ?? answer.stop;
  return reportUsage(answer, usage);
}

/** Some servers leave blocks open. */
function stopMessage(answer: Answer): readonly BackendEvent[] {
  const rest = [...answer.blocks.values()].flatMap((block) => finishBlock(answer, block));
  answer.blocks.clear();
  answer.phase = "done";
  return [...rest, ...release(answer)];
}

/** The counts are cumulative: a later report replaces what it names. */
function reportUsage(answer: Answer, counts: unknown): readonly BackendEvent[] {
  if (!isRecord(counts)) return [];
  const before = answer.usage ?? noUsage;
  const input = countOf(counts.input_tokens);
  const output = countOf(counts.output_tokens);
  if (input === undefined && output === undefined) return [];
  answer.usage = {
    input: input ?? before.input,
    output: output ?? before.output,
    cacheRead: countOf(counts.cache_read_input_tokens) ?? before.cacheRead,
    cacheWrite: countOf(counts.cache_creation_input_tokens) ?? before.cacheWrite,
  };
  return [{ type: "usage", usage: answer.usage }];
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function stringOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}
