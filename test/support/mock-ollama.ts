/** A loopback Ollama: real HTTP, real NDJSON, as strict as the real one. Shares no code with the backend. */
import type { IncomingMessage } from "node:http";
import {
  type Json,
  type MockReply,
  type MockRequest,
  rawReply,
  type StreamOptions,
  startMockServer,
  statusReply,
} from "./mock-server.ts";

export interface MockOllama {
  /** The base URL to give to the backend. */
  readonly url: string;
  /** The requests to /api/chat. */
  readonly chats: readonly MockRequest[];
  /** All other requests. */
  readonly others: readonly MockRequest[];
  /** Replies to /api/chat, in order; an empty queue answers "ok". */
  enqueue(...replies: readonly MockReply[]): void;
  /** What /api/show says from now on. */
  show(facts: Json | MockReply): void;
  tags(reply: Json | MockReply): void;
  close(): Promise<void>;
}

export const said = (content: string) => line({ message: { role: "assistant", content }, done: false });

export const thought = (thinking: string) =>
  line({ message: { role: "assistant", content: "", thinking }, done: false });

export function called(...calls: readonly Json[]): string {
  const tool_calls = calls.map((call) => ("function" in call ? call : { function: call }));
  return line({ message: { role: "assistant", content: "", tool_calls }, done: false });
}

export function finished(extra: Json = {}): string {
  const counts = { prompt_eval_count: 10, eval_count: 5 };
  return line({
    message: { role: "assistant", content: "" },
    done: true,
    done_reason: "stop",
    ...counts,
    ...extra,
  });
}

export function line(object: Json): string {
  return `${JSON.stringify({ model: "mock", created_at: "2026-01-01T00:00:00Z", ...object })}\n`;
}

/** Exactly these bytes, one write each. */
export function streamReply(
  chunks: readonly (string | Uint8Array)[],
  options: StreamOptions = {},
): MockReply {
  return rawReply(chunks, { contentType: "application/x-ndjson", ...options });
}

export async function startMockOllama(): Promise<MockOllama> {
  const answers = new Map<string, Json | MockReply>([
    ["POST /api/show", defaultFacts],
    ["GET /api/tags", { models: [] }],
  ]);
  const server = await startMockServer({
    refuse(incoming, body) {
      const message = isChat(incoming.url) ? chatProblem(incoming.method, body) : undefined;
      return message === undefined ? undefined : { message, reply: statusReply(400, { error: message }) };
    },
    besides(incoming: IncomingMessage) {
      if (isChat(incoming.url)) return undefined;
      return replyOf(
        answers.get(`${incoming.method} ${incoming.url}`) ?? statusReply(404, "404 page not found"),
      );
    },
    fallback: () => streamReply([said("ok") + finished()]),
  });
  return {
    url: server.url,
    get chats() {
      return server.requests.filter(({ path }) => isChat(path));
    },
    get others() {
      return server.requests.filter(({ path }) => !isChat(path));
    },
    enqueue: server.enqueue,
    show: (facts) => void answers.set("POST /api/show", facts),
    tags: (reply) => void answers.set("GET /api/tags", reply),
    close: server.close,
  };
}

const defaultFacts: Json = {
  capabilities: ["completion", "tools"],
  model_info: { "general.architecture": "llama", "llama.context_length": 131_072 },
  details: { family: "llama" },
};

function isChat(path: string | undefined): boolean {
  return path === "/api/chat";
}

function replyOf(reply: Json | MockReply): MockReply {
  return "kind" in reply ? (reply as MockReply) : statusReply(200, reply);
}

export function chatProblem(method: string | undefined, body: Json | undefined): string | undefined {
  if (method !== "POST") return "405 method not allowed";
  if (!body) return "invalid character in request body";
  if (typeof body.model !== "string" || body.model === "") return "model is required";
  if (!Array.isArray(body.messages) || body.messages.length === 0) return "messages are required";
  if (body.think !== undefined && !["boolean", "string"].includes(typeof body.think))
    return "invalid think value";
  if (Array.isArray(body.tools) && body.tools.length === 0) return "tools must not be empty";
  const options = body.options as Json | undefined;
  if (!Number.isInteger(options?.num_ctx)) return "num_ctx was not set";
  return body.messages.map(messageProblem).find((problem) => problem !== undefined);
}

function messageProblem(message: Json, at: number): string | undefined {
  const role = String(message.role);
  if (!["system", "user", "assistant", "tool"].includes(role)) return `invalid role ${role}`;
  if (role === "system" && at > 0) return "a second system prompt";
  if (typeof message.content !== "string") return "content must be a string";
  if (role === "tool" && typeof message.tool_name !== "string") return "tool_name is missing";
  const calls = (message.tool_calls ?? []) as { function?: Json }[];
  const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  // As the JSON reader of the real server says it.
  return calls.every((call) => isObject(call.function?.arguments))
    ? undefined
    : "json: cannot unmarshal string into Go struct field";
}
