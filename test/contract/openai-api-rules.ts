/** What OpenAI's two interfaces refuse, with status and wording. Shares no code with the backend. */
import type { IncomingMessage } from "node:http";
import { isBase64 } from "./messages-api-rules.ts";

export type Json = Record<string, unknown>;
export type ChatBody = Json & { messages?: Json[]; tools?: Json[]; input?: Json[] };

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
}

/** `needsKey` as api.openai.com does; many compatible servers do not. */
export function refuse(
  { method, url = "", headers }: IncomingMessage,
  body: ChatBody | undefined,
  needsKey: boolean,
): Refusal | undefined {
  if (needsKey && !/^Bearer \S+$/.test(headers.authorization ?? "")) {
    return { status: 401, code: "invalid_api_key", message: "You didn't provide an API key." };
  }
  if (method === "GET" && url.endsWith("/models")) return undefined;
  const problems = method === "POST" ? rules.find(([path]) => url.endsWith(path)) : undefined;
  if (!problems) return { status: 404, message: `Invalid URL (${method} ${url})` };
  const problem = body ? problems[1](body) : "We could not parse the JSON body of your request.";
  return problem ? { status: 400, message: problem } : undefined;
}

const rules: readonly [string, (body: ChatBody) => string | undefined][] = [
  ["/chat/completions", chatProblem],
  ["/responses", responsesProblem],
];

const shared = ["model", "tools", "temperature", "top_p", "stream"];
const chatKeys = [
  ...shared,
  "messages",
  "max_tokens",
  "max_completion_tokens",
  "stream_options",
  "reasoning_effort",
];
const responsesKeys = [
  ...shared,
  "input",
  "instructions",
  "max_output_tokens",
  "reasoning",
  "include",
  "store",
];

function commonProblem(body: ChatBody, keys: readonly string[]): string | undefined {
  const stranger = Object.keys(body).find((key) => !keys.includes(key));
  if (stranger) return `Unknown parameter: '${stranger}'.`;
  if (typeof body.model !== "string" || body.model === "") return "you must provide a model parameter";
  if (body.stream !== true) return "this server only streams";
  if (body.tools && body.tools.length === 0) return "[] is too short - 'tools'";
  return undefined;
}

function chatProblem(body: ChatBody): string | undefined {
  const common = commonProblem(body, chatKeys);
  if (common) return common;
  if (!Array.isArray(body.messages) || body.messages.length === 0) return "[] is too short - 'messages'";
  if (body.tools?.some((tool) => tool.type !== "function" || !isNamed(tool.function))) return "bad tools";
  return firstProblem(body.messages, "messages", chatMessageProblem) ?? pendingProblem(body.messages);
}

function firstProblem(
  items: readonly Json[],
  name: string,
  check: (item: Json, at: number) => string | undefined,
): string | undefined {
  for (const [at, item] of items.entries()) {
    const problem = check(item, at);
    if (problem) return `Invalid '${name}[${at}]': ${problem}`;
  }
  return undefined;
}

function isChatPart({ type, text, image_url: image }: Json): boolean {
  if (type === "text") return typeof text === "string" && text.trim() !== "";
  return type === "image_url" && isImageUrl((image as Json | undefined)?.url);
}

function isImageUrl(url: unknown): boolean {
  const [, data] = /^data:image\/(?:png|jpeg|gif|webp);base64,(.*)$/.exec(String(url)) ?? [];
  return isBase64(data);
}

function isInputPart({ type, text, image_url: image }: Json): boolean {
  if (type === "input_text") return typeof text === "string" && text.trim() !== "";
  return type === "input_image" && isImageUrl(image);
}

function chatMessageProblem({ role, content, tool_calls: calls }: Json, at: number): string | undefined {
  if (role === "system" && at > 0) return "system message must be first";
  if (!["system", "user", "assistant", "tool"].includes(String(role))) return `role ${role}`;
  if (role === "user" && Array.isArray(content)) {
    return content.every(isChatPart) ? undefined : "content";
  }
  if (typeof content !== "string" && !(role === "assistant" && content === null && calls)) return "content";
  if (calls === undefined) return undefined;
  if (role !== "assistant" || !Array.isArray(calls) || calls.length === 0) return "tool_calls";
  const bad = calls.find((call) => !isCallId(call.id) || call.type !== "function" || !isCall(call.function));
  return bad ? `tool_calls: ${JSON.stringify(bad)}` : undefined;
}

/** Each call has one result, right after the message with the calls. */
function pendingProblem(messages: readonly Json[]): string | undefined {
  let pending = new Set<unknown>();
  for (const { role, tool_call_id: id, tool_calls: calls } of messages) {
    if (role === "tool") {
      if (!pending.delete(id))
        return "messages with role 'tool' must be a response to a preceding 'tool_calls'";
    } else if (pending.size > 0) {
      return `'tool_calls' must be followed by tool messages responding to each: ${[...pending].join()}`;
    } else pending = new Set(Array.isArray(calls) ? calls.map((call) => call.id) : []);
  }
  return pending.size > 0
    ? `tool_call_ids did not have response messages: ${[...pending].join()}`
    : undefined;
}

function responsesProblem(body: ChatBody): string | undefined {
  const common = commonProblem(body, responsesKeys);
  if (common) return common;
  if (!Array.isArray(body.input) || body.input.length === 0) return "Missing required parameter: 'input'.";
  if (body.tools?.some((tool) => tool.type !== "function" || !isNamed(tool))) return "bad tools";
  const { input } = body;
  return firstProblem(input, "input", (item, at) => itemProblem(item, input[at + 1])) ?? outputProblem(input);
}

function itemProblem(item: Json, next: Json | undefined): string | undefined {
  switch (item.type) {
    case undefined: {
      if (item.role === "user" && Array.isArray(item.content))
        return item.content.every(isInputPart) ? undefined : "message";
      const isKnown = item.role === "user" || item.role === "assistant";
      return isKnown && typeof item.content === "string" && item.content.trim() ? undefined : "message";
    }
    case "function_call":
      return isCallId(item.call_id) && isCall(item) ? undefined : `function_call: ${JSON.stringify(item)}`;
    case "function_call_output":
      return isCallId(item.call_id) && typeof item.output === "string" ? undefined : "function_call_output";
    case "reasoning": {
      if (typeof item.encrypted_content !== "string") return `Item with id '${item.id}' not found.`;
      const isLed =
        next?.type === "function_call" || next?.type === "reasoning" || next?.role === "assistant";
      return isLed ? undefined : "'reasoning' was provided without its required following item.";
    }
    default:
      return `type ${item.type}`;
  }
}

function outputProblem(input: readonly Json[]): string | undefined {
  const ids = (type: string) => input.filter((item) => item.type === type).map((item) => item.call_id);
  const [calls, outputs] = [ids("function_call"), ids("function_call_output")];
  const lone = calls.find((id) => !outputs.includes(id));
  if (lone) return `No tool output found for function call ${lone}.`;
  const orphan = outputs.find((id) => !calls.includes(id));
  if (orphan) return `No tool call found for function call output with call_id ${orphan}.`;
  return new Set(calls).size < calls.length ? "Duplicate call_id" : undefined;
}

function isNamed(tool: unknown): boolean {
  return /^[\w-]{1,64}$/.test(String((tool as Json | undefined)?.name));
}

function isCall(call: unknown): boolean {
  if (!isNamed(call)) return false;
  try {
    const value: unknown = JSON.parse(String((call as Json).arguments));
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function isCallId(id: unknown): boolean {
  return typeof id === "string" && /^[\w-]{1,40}$/.test(id);
}
