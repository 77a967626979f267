/** Turns a request into the body of POST /chat/completions. Pure; knows nothing of the network. */
import type { BackendRequest } from "../model/backend.ts";
import { type AssistantMessage, callsOf, textOf, type UserMessage } from "../model/message.ts";
import type { ToolCall, ToolSpec } from "../model/tool.ts";
import type { Json } from "./json.ts";
import { type Author, keptFields } from "./openai-extra.ts";
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

export interface ChatOptions extends Author, RequestOptions {}

/** Not the SDK's type, which has no room for what compatible servers add. */
export function chatBody(request: BackendRequest, options: ChatOptions): Json {
  const { model, thinking, concessions } = options;
  const limit = concessions.has("max-completion-tokens") ? "max_completion_tokens" : "max_tokens";
  return {
    model,
    [limit]: request.maxTokens,
    messages: wireMessages(request, options),
    ...(request.tools.length > 0 && { tools: wireTools(request.tools) }),
    ...samplingOf(request),
    ...(thinking !== undefined && { reasoning_effort: effortOf(thinking) }),
    ...(!concessions.has("no-stream-options") && { stream_options: { include_usage: true } }),
    stream: true,
  };
}

export function wireTools(tools: readonly ToolSpec[]): readonly Json[] {
  return tools.map(({ name, description, schema }) => ({
    type: "function",
    function: { name, description, parameters: schema },
  }));
}

export function wireMessages(request: BackendRequest, options: ChatOptions): readonly Json[] {
  const system = systemText(request);
  const wireId = wireIds(request.messages);
  const spoken = spokenMessages(request.messages).map((message) => wireMessage(message, wireId, options));
  return system === "" ? spoken : [{ role: "system", content: system }, ...spoken];
}

function wireMessage(message: SpokenMessage, wireId: (id: string) => string, options: ChatOptions): Json {
  if (message.role === "assistant") return assistantMessage(message, wireId, options);
  if (message.role === "user") return { role: "user", content: saidContent(message, seesImages(options)) };
  return { role: "tool", tool_call_id: wireId(message.result.callId), content: resultText(message) };
}

/** Plain text where there is nothing else: some servers know no other. */
function saidContent(message: UserMessage, sees: boolean): string | readonly Json[] {
  const text = saidText(message, sees);
  const images = imageUrls(message, sees).map((url) => ({ type: "image_url", image_url: { url } }));
  return images.length === 0 ? text : [{ type: "text", text }, ...images];
}

function assistantMessage(
  message: AssistantMessage,
  wireId: (id: string) => string,
  options: ChatOptions,
): Json {
  const calls = callsOf(message);
  const kept = isReplayed(calls.length > 0, options) ? keptFields(message, options) : undefined;
  const text = textOf(message);
  const wired = calls.map((call) => ({ ...kept?.calls[call.id], ...wireCall(call, wireId) }));
  return {
    ...(options.concessions.has("all-reasoning") && { reasoning_content: "" }),
    ...kept?.message,
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    ...(calls.length > 0 && { tool_calls: wired }),
  };
}

function wireCall(call: ToolCall, wireId: (id: string) => string): Json {
  const named = { name: wireName(call.name), arguments: argumentsOf(call) };
  return { id: wireId(call.id), type: "function", function: named };
}

/** Where it is demanded at all, it is for answers with calls; elsewhere it would only cost tokens. */
function isReplayed(hasCalls: boolean, { replayReasoning = "auto", concessions }: ChatOptions): boolean {
  if (replayReasoning === "never" || concessions.has("no-extra-fields")) return false;
  return replayReasoning === "always" || concessions.has("all-reasoning") || hasCalls;
}
