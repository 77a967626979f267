/** Turns a request into the body of POST /responses. Pure; knows nothing of the network. */
import type {
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  ResponseReasoningItem,
} from "openai/resources/responses/responses";
import type { BackendRequest } from "../model/backend.ts";
import type { AssistantMessage, AssistantPart } from "../model/message.ts";
import type { BackendSettings, ThinkingLevel } from "../model/settings.ts";
import type { ToolSpec } from "../model/tool.ts";
import { isRecord } from "./json.ts";
import { effortOf } from "./openai-chat-request.ts";
import type { Concessions } from "./openai-concessions.ts";
import {
  orElse,
  type SpokenMessage,
  spokenMessages,
  systemText,
  wireIds,
  wireName,
} from "./openai-history.ts";
import type { KeptItem } from "./openai-responses-stream.ts";

export interface ResponsesOptions {
  readonly model: string;
  readonly thinking?: ThinkingLevel;
  readonly replayReasoning?: BackendSettings["replayReasoning"];
  readonly concessions: Concessions;
}

export type ResponsesBody = ResponseCreateParamsStreaming;

/** Nothing is left with the service: what it must know again of its reasoning comes and goes encrypted. */
export function responsesBody(request: BackendRequest, options: ResponsesOptions): ResponsesBody {
  const { model, thinking, concessions } = options;
  const system = systemText(request);
  const summary = !concessions.has("no-reasoning-summary") && thinking !== "off";
  return {
    model,
    max_output_tokens: request.maxTokens,
    ...(system !== "" && { instructions: system }),
    input: inputItems(request, options),
    ...(request.tools.length > 0 && { tools: wireTools(request.tools) }),
    ...(request.temperature !== undefined && { temperature: request.temperature }),
    ...(request.topP !== undefined && { top_p: request.topP }),
    ...(thinking !== undefined && {
      reasoning: { effort: effortOf(thinking), ...(summary && { summary: "auto" as const }) },
    }),
    ...(!concessions.has("no-encrypted-reasoning") && { include: ["reasoning.encrypted_content"] }),
    store: false,
    stream: true,
  };
}

/** Not strict: that demands schemas without optional properties. */
function wireTools(tools: readonly ToolSpec[]): NonNullable<ResponsesBody["tools"]> {
  return tools.map(({ name, description, schema }) => ({
    type: "function",
    name,
    description,
    parameters: { ...schema },
    strict: false,
  }));
}

function inputItems({ messages }: BackendRequest, options: ResponsesOptions): ResponseInputItem[] {
  const wireId = wireIds(messages);
  return spokenMessages(messages).flatMap((message) => messageItems(message, wireId, options));
}

type WireId = (id: string) => string;

function messageItems(
  message: SpokenMessage,
  wireId: WireId,
  options: ResponsesOptions,
): readonly ResponseInputItem[] {
  if (message.role === "user") return [{ role: "user", content: orElse(message.text, "(empty message)") }];
  if (message.role === "assistant") return assistantItems(message, wireId, options);
  const { callId, output } = message.result;
  return [{ type: "function_call_output", call_id: wireId(callId), output: orElse(output, "(no output)") }];
}

/** Reasoning is refused without the item that it led to, which an interruption can leave out. */
function assistantItems(
  { parts }: AssistantMessage,
  wireId: WireId,
  options: ResponsesOptions,
): readonly ResponseInputItem[] {
  const items = parts.flatMap((part, at) => partItems(part, parts[at + 1], wireId, options));
  return items.slice(0, items.findLastIndex((item) => item.type !== "reasoning") + 1);
}

function partItems(
  part: AssistantPart,
  next: AssistantPart | undefined,
  wireId: WireId,
  options: ResponsesOptions,
): readonly ResponseInputItem[] {
  if (part.type === "text") {
    if (part.text.trim() === "") return [];
    return [{ role: "assistant", content: part.text, ...phaseOf(next, options) }];
  }
  if (part.type === "reasoning") return reasoningItem(part, options);
  const { id, name, input, malformed } = part.call;
  const json = JSON.stringify(malformed ? {} : input);
  return [{ type: "function_call", call_id: wireId(id), name: wireName(name), arguments: json }];
}

function reasoningItem(part: AssistantPart, options: ResponsesOptions): readonly ResponseInputItem[] {
  const { reasoning } = keptItem(part, options);
  const isSpared = options.replayReasoning === "never" || options.concessions.has("no-encrypted-reasoning");
  return reasoning === undefined || isSpared ? [] : [reasoning];
}

/** The part after a text may say what role the text played. */
function phaseOf(part: AssistantPart | undefined, options: ResponsesOptions): Pick<KeptItem, "phase"> {
  const phase = part && keptItem(part, options).phase;
  return phase === undefined ? {} : { phase };
}

/** Only what this model wrote: a session may carry the reasoning of other models and of other providers. */
function keptItem(part: AssistantPart, { model }: ResponsesOptions): Omit<KeptItem, "model"> {
  const opaque = part.type === "reasoning" ? part.opaque : undefined;
  if (!isRecord(opaque) || opaque.model !== model) return {};
  const { reasoning, phase } = opaque;
  return {
    ...(isReasoning(reasoning) && { reasoning }),
    ...(isPhase(phase) && { phase }),
  };
}

function isReasoning(item: unknown): item is ResponseReasoningItem {
  return isRecord(item) && item.type === "reasoning" && typeof item.encrypted_content === "string";
}

function isPhase(phase: unknown): phase is NonNullable<KeptItem["phase"]> {
  return phase === "commentary" || phase === "final_answer";
}
