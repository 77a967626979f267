/** Turns the events of one Responses stream into backend events. Knows no network; trusts nothing it reads. */
import type { EasyInputMessage, ResponseReasoningItem } from "openai/resources/responses/responses";
import type { BackendEvent, StopReason } from "../model/backend.ts";
import { grown, isRecord, type Json } from "./json.ts";
import {
  type AnswerReader,
  type Conclusion,
  type RawCall,
  recordOr,
  stringOr,
  toolCalls,
  usageOf,
} from "./openai-reader.ts";
import { reasoningText } from "./reasoning.ts";

/** What is kept in the `opaque` of a reasoning part: the item itself, or what is to be said of the text before it. */
export interface KeptItem {
  readonly model: string;
  readonly reasoning?: ResponseReasoningItem;
  readonly phase?: NonNullable<EasyInputMessage["phase"]>;
}

interface Answer {
  readonly model: string;
  /** The calls by the place of their items. */
  readonly calls: Map<unknown, RawCall>;
  /** Places of items of which something was told. */
  readonly told: Set<unknown>;
  /** Where the reasoning goes on: item and part. */
  thought?: string;
  refused: boolean;
  end?: Ending;
  begun: boolean;
}

type Ending =
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "done"; readonly stop: StopReason | undefined };

/** `model` is noted with each reasoning item: another model must not be sent it. `taken`: ids of earlier calls. */
export function createResponsesReader(model: string, taken: ReadonlySet<string>): AnswerReader {
  const answer: Answer = { model, calls: new Map(), told: new Set(), refused: false, begun: false };
  return {
    read(event) {
      if (!isRecord(event)) return [];
      const read = eventReaders.get(event.type);
      if (!read || answer.end) return [];
      answer.begun = true;
      return read(answer, event);
    },
    isComplete: () => answer.end !== undefined,
    conclude: () => conclude(answer, taken),
  };
}

function conclude({ begun, end, calls, refused }: Answer, taken: ReadonlySet<string>): Conclusion {
  if (!end) return { kind: begun ? "open" : "not-begun" };
  if (end.kind === "failed") return end;
  const found = toolCalls([...calls.values()], taken, end.stop === "max-tokens");
  const quiet = refused ? "refusal" : "end";
  const events = found.map((call) => ({ type: "tool-call", call }) as const);
  return { kind: "done", events, stop: end.stop ?? (found.length > 0 ? "tool-use" : quiet) };
}

type EventReader = (answer: Answer, event: Json) => readonly BackendEvent[];

const eventReaders: ReadonlyMap<unknown, EventReader> = new Map<unknown, EventReader>([
  ["response.created", () => []],
  ["response.in_progress", () => []],
  ["response.output_item.added", addItem],
  ["response.output_text.delta", (answer, event) => tell(answer, event, "text")],
  ["response.refusal.delta", refuse],
  ["response.reasoning_text.delta", think],
  ["response.reasoning_summary_text.delta", think],
  ["response.function_call_arguments.delta", growCall],
  ["response.output_item.done", (answer, event) => finishItem(answer, event.output_index, event.item)],
  ["response.completed", (answer, event) => finish(answer, event, undefined)],
  ["response.incomplete", (answer, event) => finish(answer, event, incompleteStop(event))],
  ["response.failed", (answer, event) => fail(answer, recordOr(event.response).error)],
  ["error", fail],
]);

function tell(answer: Answer, event: Json, type: "text" | "reasoning"): readonly BackendEvent[] {
  const text = stringOr(event.delta, "");
  if (text === "") return [];
  answer.told.add(event.output_index);
  return [{ type, text }];
}

function refuse(answer: Answer, event: Json): readonly BackendEvent[] {
  answer.refused = true;
  return tell(answer, event, "text");
}

/** Reasoning comes in paragraphs, with nothing between them. */
function think(answer: Answer, event: Json): readonly BackendEvent[] {
  const place = `${event.output_index}/${event.summary_index ?? event.content_index}`;
  const isNext =
    answer.thought !== undefined && answer.thought !== place && answer.told.has(event.output_index);
  answer.thought = place;
  const events = tell(answer, event, "reasoning");
  return isNext && events.length > 0 ? [{ type: "reasoning", text: "\n\n" }, ...events] : events;
}

function addItem({ calls }: Answer, { output_index: at, item }: Json): readonly BackendEvent[] {
  if (isRecord(item) && item.type === "function_call") calls.set(at, { ...readCall(item), json: "" });
  return [];
}

function growCall({ calls }: Answer, { output_index: at, delta }: Json): readonly BackendEvent[] {
  const call = calls.get(at);
  if (call) calls.set(at, { ...call, json: grown(call.json, stringOr(delta, "")) });
  return [];
}

function readCall({ call_id, id, name, arguments: json, status }: Json): RawCall {
  return {
    id: stringOr(call_id, "") || stringOr(id, ""),
    name: stringOr(name, ""),
    json: isRecord(json) ? JSON.stringify(json) : stringOr(json, ""),
    isCut: status === "incomplete",
  };
}

/** The whole item: what came before in pieces is not told again. */
function finishItem(answer: Answer, at: unknown, item: unknown): readonly BackendEvent[] {
  if (!isRecord(item)) return [];
  const isNew = !answer.told.has(at);
  answer.told.add(at);
  if (item.type === "function_call") answer.calls.set(at, wholeCall(readCall(item), answer.calls.get(at)));
  if (item.type === "message") return finishMessage(answer, item, isNew);
  if (item.type === "reasoning") return finishReasoning(answer, item, isNew);
  return [];
}

function wholeCall(call: RawCall, sofar: RawCall | undefined): RawCall {
  return call.json === "" && sofar ? { ...call, json: sofar.json } : call;
}

function finishMessage(answer: Answer, { content, phase }: Json, isNew: boolean): readonly BackendEvent[] {
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  if (parts.some(({ type }) => type === "refusal")) answer.refused = true;
  const text = parts.map((part) => stringOr(part.text, "") + stringOr(part.refusal, "")).join("");
  const late: readonly BackendEvent[] = isNew && text !== "" ? [{ type: "text", text }] : [];
  if (phase !== "commentary" && phase !== "final_answer") return late;
  return [...late, block("", { model: answer.model, phase })];
}

/** What is not encrypted cannot be sent back, since nothing is left with the service: it is only shown. */
function finishReasoning({ model }: Answer, item: Json, isNew: boolean): readonly BackendEvent[] {
  const { id, summary, content, encrypted_content: encrypted } = item;
  const text = reasoningText({ summary, content }) ?? "";
  const late: readonly BackendEvent[] = isNew && text !== "" ? [{ type: "reasoning", text }] : [];
  if (typeof encrypted !== "string" || typeof id !== "string") return late;
  const reasoning = {
    type: "reasoning",
    id,
    summary: Array.isArray(summary) ? summary : [],
    ...(Array.isArray(content) && content.length > 0 && { content }),
    encrypted_content: encrypted,
  } as const satisfies ResponseReasoningItem;
  return [...late, block(text, { model, reasoning })];
}

function block(text: string, opaque: KeptItem): BackendEvent {
  return { type: "reasoning-block", part: { type: "reasoning", text, opaque } };
}

/** Some servers tell of whole items only here. */
function finish(answer: Answer, event: Json, stop: StopReason | undefined): readonly BackendEvent[] {
  const { output, usage } = recordOr(event.response);
  const items: readonly unknown[] = Array.isArray(output) ? output : [];
  const late = items.flatMap((item, at) =>
    answer.told.has(at) || answer.calls.has(at) ? [] : finishItem(answer, at, item),
  );
  answer.end = { kind: "done", stop };
  return [...late, ...reportUsage(recordOr(usage))];
}

function incompleteStop(event: Json): StopReason {
  const { reason } = recordOr(recordOr(event.response).incomplete_details);
  return reason === "content_filter" ? "refusal" : "max-tokens";
}

function reportUsage(counts: Json): readonly BackendEvent[] {
  const details = recordOr(counts.input_tokens_details);
  const { cached_tokens: read, cache_write_tokens: write } = details;
  const usage = usageOf(counts.input_tokens, counts.output_tokens, read, write);
  return usage ? [{ type: "usage", usage }] : [];
}

function fail(answer: Answer, error: unknown): readonly BackendEvent[] {
  answer.end = { kind: "failed", error };
  return [];
}
