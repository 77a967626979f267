/** Turns a request into the body of POST /responses. Pure; knows nothing of the network. */
import type {
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  ResponseInputMessageContentList,
  ResponseReasoningItem,
} from "openai/resources/responses/responses";
import type { BackendRequest } from "../model/backend.ts";
import type { AssistantMessage, AssistantPart, UserMessage } from "../model/message.ts";
import type { ToolSpec } from "../model/tool.ts";
import { isRecord } from "./json.ts";
import { type SpokenMessage, spokenMessages, systemText, wireIds, wireName } from "./openai-history.ts";
import {
  argumentsOf,
  effortOf,
  imageUrls,
  type RequestOptions,
  resultText,
  saidText,
  samplingOf,
  seesImages,
} from "./openai-request.ts";
import type { KeptItem } from "./openai-responses-stream.ts";

export type ResponsesBody = ResponseCreateParamsStreaming;

/** Nothing is left with the service: what it must know again of its reasoning comes and goes encrypted. */
export function responsesBody(request: BackendRequest, options: RequestOptions): ResponsesBody {
  const { model, thinking, concessions } = options;
  const system = systemText(request);
  const summary = !concessions.has("no-reasoning-summary") && thinking !== "off";
  return {
    model,
    max_output_tokens: request.maxTokens,
    ...(system !== "" && { instructions: system }),
    input: inputItems(request, options),
    ...(request.tools.length > 0 && { tools: wireTools(request.tools) }),
    ...samplingOf(request),
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

function inputItems({ messages }: BackendRequest, options: RequestOptions): ResponseInputItem[] {
  const wireId = wireIds(messages);
  return spokenMessages(messages).flatMap((message) => messageItems(message, wireId, options));
}

type WireId = (id: string) => string;

function messageItems(
  message: SpokenMessage,
  wireId: WireId,
  options: RequestOptions,
): readonly ResponseInputItem[] {
  if (message.role === "assistant") return assistantItems(message, wireId, options);
  if (message.role === "user") return [{ role: "user", content: saidContent(message, seesImages(options)) }];
  const { callId } = message.result;
  return [{ type: "function_call_output", call_id: wireId(callId), output: resultText(message) }];
}

function saidContent(message: UserMessage, sees: boolean): string | ResponseInputMessageContentList {
  const text = saidText(message, sees);
  const images = imageUrls(message, sees).map((url) => {
    return { type: "input_image" as const, image_url: url, detail: "auto" as const };
  });
  return images.length === 0 ? text : [{ type: "input_text", text }, ...images];
}

/** Reasoning is refused without the item that it led to, which an interruption can leave out. */
function assistantItems(
  { parts }: AssistantMessage,
  wireId: WireId,
  options: RequestOptions,
): readonly ResponseInputItem[] {
  const items = parts.flatMap((part, at) => partItems(part, parts[at + 1], wireId, options));
  return items.slice(0, items.findLastIndex((item) => item.type !== "reasoning") + 1);
}

function partItems(
  part: AssistantPart,
  next: AssistantPart | undefined,
  wireId: WireId,
  options: RequestOptions,
): readonly ResponseInputItem[] {
  if (part.type === "text") {
    if (part.text.trim() === "") return [];
    return [{ role: "assistant", content: part.text, ...phaseOf(next, options) }];
  }
  if (part.type === "reasoning") return reasoningItem(part, options);
  const { call } = part;
  const named = { name: wireName(call.name), arguments: argumentsOf(call) };
  return [{ type: "function_call", call_id: wireId(call.id), ...named }];
}

function reasoningItem(part: AssistantPart, options: RequestOptions): readonly ResponseInputItem[] {
  const { reasoning } = keptItem(part, options);
  const isSpared = options.replayReasoning === "never" || options.concessions.has("no-encrypted-reasoning");
  return reasoning === undefined || isSpared ? [] : [reasoning];
}

/** The part after a text may say what role the text played. */
function phaseOf(part: AssistantPart | undefined, options: RequestOptions): Pick<KeptItem, "phase"> {
  const phase = part && keptItem(part, options).phase;
  return phase === undefined ? {} : { phase };
}

/** Only what this model wrote: a session may carry the reasoning of other models and of other providers. */
function keptItem(part: AssistantPart, { model }: RequestOptions): Omit<KeptItem, "model"> {
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
