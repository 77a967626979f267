/** Turns the chunks of one chat completion into backend events. Knows no network; trusts nothing it reads. */
import type { BackendEvent, StopReason } from "../model/backend.ts";
import type { ToolCall } from "../model/tool.ts";
import { isRecord, type Json } from "./json.ts";
import { type CollectedCall, createCallCollector } from "./openai-chat-calls.ts";
import { type Author, createFields, type KeptFields } from "./openai-extra.ts";
import {
  type AnswerReader,
  type Conclusion,
  recordOr,
  stringOr,
  toolCalls,
  usageOf,
} from "./openai-reader.ts";
import { isReasoningKey, reasoningDelta } from "./reasoning.ts";

const knownFields: ReadonlySet<string> = new Set([
  "role",
  "content",
  "refusal",
  "tool_calls",
  "function_call",
]);

const stopReasons: ReadonlyMap<unknown, StopReason> = new Map([
  ["length", "max-tokens"],
  ["max_tokens", "max-tokens"],
  ["content_filter", "refusal"],
]);

/** `taken` are the ids of earlier calls. */
export function createChatReader(author: Author, taken: ReadonlySet<string>): AnswerReader {
  const calls = createCallCollector();
  const fields = createFields(knownFields);
  let phase: "not-begun" | "open" | "finished" | "complete" = "not-begun";
  let finish: string | undefined;
  let refused = false;
  /** Reasoning after which nothing else came. */
  let thought = "";

  function readDelta(delta: Json): readonly BackendEvent[] {
    const { content, refusal, tool_calls: fragments } = delta;
    fields.add(delta);
    calls.add(fragments);
    if (stringOr(refusal, "") !== "") refused = true;
    const { text, reasoning } = contentOf(content);
    const thoughts = reasoningDelta(delta) + reasoning;
    const said = text + stringOr(refusal, "");
    thought = said === "" ? thought + thoughts : "";
    return [...spoken("reasoning", thoughts), ...spoken("text", said)];
  }

  function readChoice(choice: Json): readonly BackendEvent[] {
    const events = readDelta(recordOr(choice.delta ?? choice.message));
    if (typeof choice.finish_reason !== "string" || choice.finish_reason === "") return events;
    finish = choice.finish_reason;
    phase = "finished";
    return events;
  }

  function conclude(): Conclusion {
    if (phase === "not-begun" || phase === "open") return { kind: phase };
    const raw = calls.calls();
    const found = toolCalls(raw, taken, stopReasons.get(finish) === "max-tokens");
    const kept = keep(author, fields.all(), raw, found);
    const block: BackendEvent[] = kept
      ? [{ type: "reasoning-block", part: { type: "reasoning", text: thought, opaque: kept } }]
      : [];
    const events = [...block, ...found.map((call) => ({ type: "tool-call", call }) as const)];
    return { kind: "done", events, stop: stopOf(finish, refused, found.length > 0) };
  }

  return {
    read(chunk) {
      if (!isRecord(chunk)) return [];
      const choices = Array.isArray(chunk.choices) ? chunk.choices.filter(isRecord) : undefined;
      if (choices && phase === "not-begun") phase = "open";
      const events = (choices ?? []).slice(0, 1).flatMap(readChoice);
      const usage = chatUsage(chunk);
      if (usage.length > 0 && phase === "finished") phase = "complete";
      return [...events, ...usage];
    },
    isComplete: () => phase === "complete",
    conclude,
  };
}

function spoken(type: "text" | "reasoning", text: string): readonly BackendEvent[] {
  return text === "" ? [] : [{ type, text }];
}

/** A text, or a list of parts of which some are thoughts. */
function contentOf(content: unknown): { readonly text: string; readonly reasoning: string } {
  if (!Array.isArray(content)) return { text: stringOr(content, ""), reasoning: "" };
  const parts = content.filter(isRecord);
  const isThought = ({ type }: Json) => isReasoningKey(stringOr(type, ""));
  return {
    text: parts.map((part) => (isThought(part) ? "" : stringOr(part.text, ""))).join(""),
    reasoning: parts.map((part) => (isThought(part) ? reasoningDelta(part) : "")).join(""),
  };
}

/** Calls that are there are to be run, whatever else is said. */
function stopOf(finish: string | undefined, refused: boolean, hasCalls: boolean): StopReason {
  const told = stopReasons.get(finish);
  if (told) return told;
  if (hasCalls) return "tool-use";
  return refused ? "refusal" : "end";
}

function chatUsage({ usage }: Json): readonly BackendEvent[] {
  const counts = recordOr(usage);
  const details = recordOr(counts.prompt_tokens_details);
  const cached = details.cached_tokens ?? counts.prompt_cache_hit_tokens ?? counts.cached_tokens;
  const told = usageOf(counts.prompt_tokens, counts.completion_tokens, cached, details.cache_write_tokens);
  return told ? [{ type: "usage", usage: told }] : [];
}

/** Undefined when the answer has no fields but those we know. */
function keep(
  author: Author,
  message: Json,
  raw: readonly CollectedCall[],
  found: readonly ToolCall[],
): KeptFields | undefined {
  const ofCalls = raw.flatMap(({ fields }, at) => {
    const id = found[at]?.id;
    return id === undefined || Object.keys(fields).length === 0 ? [] : [[id, fields] as const];
  });
  if (ofCalls.length === 0 && Object.keys(message).length === 0) return undefined;
  return { baseUrl: author.baseUrl, model: author.model, message, calls: Object.fromEntries(ofCalls) };
}
