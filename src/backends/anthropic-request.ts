/** Turns a request into the body of POST /v1/messages. Pure; knows nothing of the network. */
import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
} from "@anthropic-ai/sdk/resources/messages";
import { imagesOf, type Prompt, wordsOf } from "../model/attachment.ts";
import type { BackendRequest } from "../model/backend.ts";
import type { AssistantMessage, AssistantPart, Message } from "../model/message.ts";
import type { ThinkingLevel } from "../model/settings.ts";
import type { ToolResult, ToolSpec } from "../model/tool.ts";
import { allowsSampling, thinkingFields } from "./anthropic-thinking.ts";
import { isRecord } from "./json.ts";

/** The SDK's types follow API version 2026-10-21, which has no sampling parameters; we send an older one. */
export type AnthropicBody = MessageCreateParamsStreaming & {
  readonly temperature?: number;
  readonly top_p?: number;
};

interface Turn {
  readonly role: "user" | "assistant";
  readonly content: readonly ContentBlockParam[];
}

const cached = { cache_control: { type: "ephemeral" } } as const;

export function anthropicBody(
  request: BackendRequest,
  model: string,
  thinking?: ThinkingLevel,
): AnthropicBody {
  const { maxTokens, temperature, topP } = request;
  const thinks = thinkingFields(thinking, model, maxTokens);
  const samples = allowsSampling(thinking);
  return {
    ...promptBody(request, model),
    max_tokens: maxTokens,
    ...thinks,
    ...(samples && temperature !== undefined && { temperature }),
    ...(samples && topP !== undefined && { top_p: topP }),
    stream: true,
  };
}

/** What POST /v1/messages/count_tokens takes, too. */
export function promptBody(request: BackendRequest, model: string) {
  const system = systemText(request);
  return {
    model,
    ...(system !== "" && { system: [{ type: "text", text: system, ...cached } satisfies TextBlockParam] }),
    messages: wireMessages(request.messages, model),
    ...(request.tools.length > 0 && { tools: wireTools(request.tools) }),
  };
}

/** The API has one system prompt: system messages of the history are added to it. */
function systemText(request: BackendRequest): string {
  const inHistory = request.messages.flatMap((m) => (m.role === "system" ? [m.text] : []));
  return [request.system ?? "", ...inHistory].filter((text) => !isBlank(text)).join("\n\n");
}

function wireTools(tools: readonly ToolSpec[]): Tool[] {
  return tools.map(({ name, description, schema }, at) => ({
    name,
    description,
    input_schema: { ...schema, type: "object" },
    ...(at === tools.length - 1 && cached),
  }));
}

function wireMessages(messages: readonly Message[], model: string): MessageParam[] {
  const turns = userFirst(mergeTurns(messages.flatMap((message) => toTurn(message, model))));
  const lastUser = turns.findLastIndex((turn) => turn.role === "user");
  return turns.map((turn, at) => {
    const isOpen = at === turns.length - 1 && turn.role === "assistant";
    const content = isOpen ? withoutTrailingSpace(turn.content) : turn.content;
    return { role: turn.role, content: at === lastUser ? withCache(content) : [...content] };
  });
}

/** A message that would be empty has no turn. */
function toTurn(message: Message, model: string): readonly Turn[] {
  switch (message.role) {
    case "system":
      return [];
    case "user":
      return [{ role: "user", content: promptContent(message) }];
    case "tool":
      return [{ role: "user", content: [toolResult(message.result)] }];
    case "assistant": {
      const content = assistantContent(message, model);
      return content.length > 0 ? [{ role: "assistant", content }] : [];
    }
  }
}

/** Pictures first, as the service recommends; the words come last and can carry the mark of the cache. */
function promptContent(prompt: Prompt): readonly ContentBlockParam[] {
  const images = imagesOf(prompt).map(({ mediaType, data }) => {
    return { type: "image" as const, source: { type: "base64" as const, media_type: mediaType, data } };
  });
  return [...images, textBlock(orElse(wordsOf(prompt, "beside"), "(empty message)"))];
}

/** The API refuses an assistant message that ends in thinking, which is what an interruption can leave. */
function assistantContent(message: AssistantMessage, model: string): readonly ContentBlockParam[] {
  const blocks = message.parts.flatMap((part) => assistantBlock(part, model));
  return blocks.slice(0, blocks.findLastIndex((block) => !isThinking(block)) + 1);
}

function assistantBlock(part: AssistantPart, model: string): readonly ContentBlockParam[] {
  switch (part.type) {
    case "text":
      return isBlank(part.text) ? [] : [textBlock(part.text)];
    case "reasoning":
      return thinkingOf(part.opaque, model);
    case "tool-call": {
      const { id, name, input, malformed } = part.call;
      return [{ type: "tool_use", id: wireId(id), name: wireName(name), input: malformed ? {} : input }];
    }
  }
}

function toolResult({ callId, output, isError }: ToolResult): ContentBlockParam {
  const content = orElse(output, "(no output)");
  return { type: "tool_result", tool_use_id: wireId(callId), content, ...(isError && { is_error: true }) };
}

/** A window over the history can begin with an answer, which the API refuses. */
function userFirst(turns: readonly Turn[]): readonly Turn[] {
  if (turns[0]?.role !== "assistant") return turns;
  return [{ role: "user", content: [textBlock("(earlier messages left out)")] }, ...turns];
}

/** Joins neighbours of one role. Results come first in a user turn: the API wants them right after the calls. */
function mergeTurns(turns: readonly Turn[]): readonly Turn[] {
  const merged: Turn[] = [];
  for (const turn of turns) {
    const last = merged.at(-1);
    if (last?.role !== turn.role) merged.push(turn);
    else merged[merged.length - 1] = { role: turn.role, content: [...last.content, ...turn.content] };
  }
  return merged.map(({ role, content }) => ({ role, content: resultsFirst(content) }));
}

function resultsFirst(content: readonly ContentBlockParam[]): readonly ContentBlockParam[] {
  const isResult = (block: ContentBlockParam) => block.type === "tool_result";
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))];
}

/** User turns end in text or a result, and both can carry the mark. */
function withCache(content: readonly ContentBlockParam[]): ContentBlockParam[] {
  return content.map((block, at) =>
    at === content.length - 1 && (block.type === "text" || block.type === "tool_result")
      ? { ...block, ...cached }
      : block,
  );
}

/** The API refuses to continue a text that ends in white space. */
function withoutTrailingSpace(content: readonly ContentBlockParam[]): readonly ContentBlockParam[] {
  const last = content.at(-1);
  if (last?.type !== "text") return content;
  return [...content.slice(0, -1), textBlock(last.text.trimEnd())];
}

type Thinking = Extract<ContentBlockParam, { type: "thinking" | "redacted_thinking" }>;

/** Only what this model wrote: a session may carry the reasoning of other models and of other providers. */
function thinkingOf(opaque: unknown, model: string): readonly Thinking[] {
  if (!isRecord(opaque) || opaque.model !== model) return [];
  return isThinking(opaque.block) ? [opaque.block] : [];
}

function isThinking(block: unknown): block is Thinking {
  if (!isRecord(block)) return false;
  if (block.type === "redacted_thinking") return typeof block.data === "string";
  return (
    block.type === "thinking" && typeof block.thinking === "string" && typeof block.signature === "string"
  );
}

/** Ids and names made by other providers may hold characters that the API refuses. */
function wireId(id: string): string {
  return id.replace(/[^\w-]/g, "_") || "_";
}

function wireName(name: string): string {
  return name.replace(/[^\w-]/g, "_").slice(0, 128) || "_";
}

function textBlock(text: string): TextBlockParam {
  return { type: "text", text };
}

function orElse(text: string, placeholder: string): string {
  return isBlank(text) ? placeholder : text;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
