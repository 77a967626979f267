/** Turns a request into the body of POST /api/chat. Pure; knows nothing of the network. */
import { imagesOf, wordsOf } from "../model/attachment.ts";
import type { BackendRequest } from "../model/backend.ts";
import { type AssistantMessage, callsOf, type Message, textOf, type UserMessage } from "../model/message.ts";
import type { ThinkingLevel } from "../model/settings.ts";
import type { ToolCall, ToolResult, ToolSpec } from "../model/tool.ts";
import type { Json } from "./json.ts";
import { callAsText, describeTools, resultAsText } from "./text-tools-prompt.ts";

export interface OllamaOptions {
  readonly model: string;
  readonly numCtx: number;
  /** As the model takes it; absent: the model decides. */
  readonly think?: boolean | Exclude<ThinkingLevel, "off">;
  /** The model cannot be offered tools: they are described to it, and calls and results are written as text. */
  readonly toolsAsText: boolean;
  /** Whether pictures may go along. */
  readonly sees: boolean;
}

export interface OllamaMessage {
  readonly role: Message["role"];
  readonly content: string;
  /** In base64. */
  readonly images?: readonly string[];
  readonly thinking?: string;
  readonly tool_calls?: readonly { readonly function: WireCall }[];
  readonly tool_name?: string;
}

interface WireCall {
  readonly name: string;
  readonly arguments: ToolCall["input"];
}

export interface OllamaBody extends Json {
  readonly model: string;
  readonly messages: readonly OllamaMessage[];
  readonly tools?: readonly Json[];
  readonly stream: true;
  readonly think?: OllamaOptions["think"];
  readonly options: Json & { readonly num_ctx: number };
}

/** `num_ctx` is always there: the server's own limit is small, and what does not fit is dropped without a word. */
export function ollamaBody(request: BackendRequest, options: OllamaOptions): OllamaBody {
  const { model, numCtx, think, toolsAsText } = options;
  const { tools, maxTokens, temperature, topP } = request;
  return {
    model,
    messages: wireMessages(request, options),
    ...(tools.length > 0 && !toolsAsText && { tools: tools.map(wireTool) }),
    stream: true,
    ...(think !== undefined && { think }),
    options: {
      num_ctx: numCtx,
      num_predict: maxTokens,
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { top_p: topP }),
    },
  };
}

function wireMessages(request: BackendRequest, options: OllamaOptions): readonly OllamaMessage[] {
  const { toolsAsText } = options;
  const { messages, tools } = request;
  const system = systemText(request, toolsAsText && tools.length > 0 ? describeTools(tools) : "");
  const lastPrompt = messages.findLastIndex((message) => message.role === "user");
  const others = messages.flatMap((message, at) => wireMessage(message, options, at > lastPrompt));
  return system === "" ? others : [{ role: "system", content: system }, ...others];
}

/** One system prompt, at the beginning: many templates look for it nowhere else. */
function systemText({ system = "", messages }: BackendRequest, tools: string): string {
  const inHistory = messages.flatMap((message) => (message.role === "system" ? [message.text] : []));
  return [system, ...inHistory, tools].filter((text) => text.trim() !== "").join("\n\n");
}

function wireMessage(
  message: Message,
  { toolsAsText, sees }: OllamaOptions,
  isNew: boolean,
): readonly OllamaMessage[] {
  switch (message.role) {
    case "system":
      return [];
    case "user":
      return [promptMessage(message, sees)];
    case "tool":
      return [toolsAsText ? textResult(message.result) : wireResult(message.result)];
    case "assistant":
      return toolsAsText ? textAnswer(message) : wireAnswer(message, isNew);
  }
}

function promptMessage(message: UserMessage, sees: boolean): OllamaMessage {
  const images = sees ? imagesOf(message).map(({ data }) => data) : [];
  const content = wordsOf(message, sees ? "beside" : "unseen");
  return { role: "user", content, ...(images.length > 0 && { images }) };
}

function wireResult({ name, output }: ToolResult): OllamaMessage {
  return { role: "tool", tool_name: name, content: output };
}

function textResult(result: ToolResult): OllamaMessage {
  return { role: "user", content: resultAsText(result) };
}

/** Nothing but reasoning, or nothing at all, is no message. */
function wireAnswer(message: AssistantMessage, isNew: boolean): readonly OllamaMessage[] {
  const content = textOf(message);
  const calls = callsOf(message);
  if (calls.length === 0 && content.trim() === "") return [];
  const thinking = isNew ? thinkingOf(message) : "";
  return [
    {
      role: "assistant",
      content,
      ...(thinking !== "" && { thinking }),
      ...(calls.length > 0 && { tool_calls: calls.map(wireCall) }),
    },
  ];
}

/** Models that think between calls want their thoughts of this turn back; a block of another provider is not ours. */
function thinkingOf({ parts }: AssistantMessage): string {
  return parts.map((part) => (part.type === "reasoning" && !("opaque" in part) ? part.text : "")).join("");
}

function wireCall({ name, input, malformed }: ToolCall): { readonly function: WireCall } {
  return { function: { name, arguments: malformed ? {} : input } };
}

function textAnswer(message: AssistantMessage): readonly OllamaMessage[] {
  const content = message.parts
    .map((part) =>
      part.type === "tool-call" ? callAsText(part.call) : part.type === "text" ? part.text : "",
    )
    .join("");
  return content.trim() === "" ? [] : [{ role: "assistant", content }];
}

function wireTool({ name, description, schema }: ToolSpec): Json {
  return { type: "function", function: { name, description, parameters: schema } };
}
