/** What the Messages API refuses, with its status and wording. Shares no code with the backend. */
import type { IncomingMessage } from "node:http";

export type Json = Record<string, unknown>;
type Block = Json & { type?: string };
type WireMessage = { role?: string; content?: string | Block[] };
export type MockBody = Json & { messages?: WireMessage[]; tools?: Json[] };

export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

export function refuse(incoming: IncomingMessage, body: MockBody | undefined): Refusal | undefined {
  const { headers } = incoming;
  const path = `${incoming.method} ${incoming.url}`;
  if (path === "GET /v1/models?limit=1000" || path === "POST /v1/messages/count_tokens") return undefined;
  if (incoming.method !== "POST" || incoming.url !== "/v1/messages") {
    return { status: 404, type: "not_found_error", message: "Not Found" };
  }
  if (!headers["x-api-key"]) {
    return { status: 401, type: "authentication_error", message: "x-api-key header is required" };
  }
  const version = headers["anthropic-version"];
  const problem = version ? bodyProblem(body, String(version)) : "anthropic-version: header is required";
  return problem ? { status: 400, type: "invalid_request_error", message: problem } : undefined;
}

function bodyProblem(body: MockBody | undefined, version: string): string | undefined {
  if (!body) return "The request body is not valid JSON";
  if (typeof body.model !== "string" || body.model === "") return "model: Field required";
  if (!Number.isInteger(body.max_tokens) || Number(body.max_tokens) < 1) return "max_tokens: Field required";
  // Since version 2026-10-21 the sampling parameters are refused, even at their default values.
  const extra = ["temperature", "top_p", "top_k"].find((name) => version >= "2026-10-21" && name in body);
  if (extra) return `${extra}: Extra inputs are not permitted`;
  if (body.tools?.length === 0) return "tools: List should have at least 1 item";
  if (!Array.isArray(body.messages)) return "messages: Field required";
  return historyProblem(body.messages) ?? emptyText(body.system, "system");
}

function historyProblem(messages: readonly WireMessage[]): string | undefined {
  if (messages.length === 0) return "messages: at least one message is required";
  if (messages[0]?.role !== "user") return 'messages: first message must use the "user" role';
  const ids = new Set<string>();
  for (const [at, message] of messages.entries()) {
    const problem = messageProblem(messages, at, message, ids);
    if (problem) return `messages.${at}: ${problem}`;
  }
  return undefined;
}

function messageProblem(
  messages: readonly WireMessage[],
  at: number,
  message: WireMessage,
  ids: Set<string>,
): string | undefined {
  if (message.role !== "user" && message.role !== "assistant") return `unexpected role ${message.role}`;
  if (message.role === messages[at - 1]?.role) {
    return 'roles must alternate between "user" and "assistant"';
  }
  if (!message.content?.length) return "content must not be empty";
  return (
    emptyText(message.content, "content") ??
    imageProblem(message) ??
    endProblem(message, at === messages.length - 1) ??
    callProblem(message, messages[at + 1], ids) ??
    resultProblem(message, messages[at - 1])
  );
}

function emptyText(content: unknown, where: string): string | undefined {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  if (!Array.isArray(blocks)) return undefined;
  const blank = blocks.some((block) => block.type === "text" && !String(block.text ?? "").trim());
  return blank ? `${where}: text content blocks must contain non-whitespace text` : undefined;
}

function imageProblem(message: WireMessage): string | undefined {
  const images = blocksOf(message).filter((block) => block.type === "image");
  if (images.length > 0 && message.role !== "user") return "`image` blocks can only be in `user` messages";
  const isFine = ({ source }: Block) => {
    const { type, media_type: media, data } = (source ?? {}) as Json;
    return type === "base64" && /^image\/(?:png|jpeg|gif|webp)$/.test(String(media)) && isBase64(data);
  };
  return images.every(isFine) ? undefined : "Could not process image";
}

export function isBase64(data: unknown): boolean {
  return (
    typeof data === "string" && data !== "" && /^[A-Za-z0-9+/]+={0,2}$/.test(data) && data.length % 4 === 0
  );
}

function endProblem(message: WireMessage, isLast: boolean): string | undefined {
  const last = message.role === "assistant" ? blocksOf(message).at(-1) : undefined;
  if (last?.type?.endsWith("thinking"))
    return `The final block in an assistant message cannot be \`${last.type}\``;
  const isOpen = isLast && typeof last?.text === "string" && last.text !== last.text.trimEnd();
  return isOpen ? "final assistant content cannot end with trailing whitespace" : undefined;
}

function callProblem(
  message: WireMessage,
  next: WireMessage | undefined,
  ids: Set<string>,
): string | undefined {
  const answered = blocksOf(next).map((block) => block.tool_use_id);
  for (const { id, name, input } of blocksOf(message).filter((block) => block.type === "tool_use")) {
    if (message.role !== "assistant") return "`tool_use` blocks can only be in `assistant` messages";
    if (!/^[\w-]+$/.test(String(id))) return "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'";
    if (!/^[\w-]{1,128}$/.test(String(name))) return "tool_use.name: String should match pattern";
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      return "tool_use.input: Input should be a valid dictionary";
    }
    if (ids.has(String(id))) return "`tool_use` ids must be unique";
    ids.add(String(id));
    if (!answered.includes(id)) {
      return `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}`;
    }
  }
  return undefined;
}

function resultProblem(message: WireMessage, previous: WireMessage | undefined): string | undefined {
  const calls = blocksOf(previous).flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
  const blocks = blocksOf(message);
  const results = blocks.filter((block) => block.type === "tool_result");
  const seen = new Set<unknown>();
  for (const result of results) {
    const id = result.tool_use_id;
    if (message.role !== "user") return "`tool_result` blocks can only be in `user` messages";
    if (!calls.includes(id)) return `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}`;
    if (seen.has(id)) return `each tool_use must have a single result; found multiple for ${id}`;
    if (result.is_error && !result.content) return "content cannot be empty if `is_error` is true";
    seen.add(id);
  }
  const late = blocks.slice(results.length).some((block) => block.type === "tool_result");
  return late ? "`tool_result` blocks must come before other content" : undefined;
}

function blocksOf(message: WireMessage | undefined): readonly Block[] {
  return Array.isArray(message?.content) ? message.content : [];
}
