/** A loopback Messages API: real HTTP, real SSE, as strict as the real one. Shares no code with the backend. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Json, type MockBody, refuse } from "../contract/messages-api-rules.ts";

export interface MockAnthropic {
  /** The base URL to give to the backend. */
  readonly url: string;
  readonly requests: readonly MockRequest[];
  /** Replies are used in order, one per accepted request; an empty queue answers "ok". */
  enqueue(...replies: readonly MockReply[]): void;
  close(): Promise<void>;
}

export interface MockRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body; undefined when it was not JSON. */
  readonly body: MockBody | undefined;
  /** Why the strict rules refused it. */
  readonly rejected?: string;
  /** The client hung up before the reply was complete. */
  aborted: boolean;
}

export type MockReply =
  | { readonly kind: "status"; readonly status: number; readonly body: unknown; readonly headers: HeaderMap }
  | ({ readonly kind: "stream"; readonly chunks: readonly Chunk[] } & StreamOptions);
type HeaderMap = Readonly<Record<string, string>>;
type Chunk = string | Uint8Array;

export interface StreamOptions {
  /** Between chunks. */
  readonly delayMs?: number;
  /** Before the response headers. */
  readonly firstDelayMs?: number;
  /** Afterwards: `end` as a server should, `cut` the connection, or `hang` without another byte. */
  readonly finish?: "end" | "cut" | "hang";
}

interface Usage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly cache_read_input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
}

export function sse(event: Json & { type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

export function messageStart(usage: Usage = {}): string {
  const { output_tokens: _, ...input } = usage;
  const message = { id: "msg_1", type: "message", role: "assistant", model: "mock", content: [] };
  const counts = { input_tokens: 10, output_tokens: 1, ...input };
  return sse({ type: "message_start", message: { ...message, stop_reason: null, usage: counts } });
}

export function messageEnd(stopReason: string, usage: Usage = {}): string {
  const delta = { stop_reason: stopReason, stop_sequence: null };
  const counts = { output_tokens: usage.output_tokens ?? 5 };
  return sse({ type: "message_delta", delta, usage: counts }) + sse({ type: "message_stop" });
}

export function textReply(
  text: string,
  options: { deltas?: readonly string[]; usage?: Usage; delayMs?: number; stop?: string } = {},
): MockReply {
  const deltas = options.deltas ?? [text];
  const chunks = deltas.map((piece) => blockDelta(0, { type: "text_delta", text: piece }));
  const head = messageStart(options.usage) + blockStart(0, { type: "text", text: "" });
  const tail = blockStop(0) + messageEnd(options.stop ?? "end_turn", options.usage);
  return rawReply(framed(head, chunks, tail), { delayMs: options.delayMs });
}

export function toolReply(
  calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[],
  options: { text?: string; usage?: Usage; delayMs?: number; stop?: string } = {},
): MockReply {
  const text = options.text ? textBlock(0, options.text) : "";
  const first = options.text ? 1 : 0;
  const chunks = calls.map(({ id, name, input }, at) =>
    toolBlock(first + at, { id, name }, [JSON.stringify(input)]),
  );
  const tail = messageEnd(options.stop ?? "tool_use", options.usage);
  return rawReply(framed(messageStart(options.usage) + text, chunks, tail), { delayMs: options.delayMs });
}

export function statusReply(status: number, body: unknown, headers: HeaderMap = {}): MockReply {
  return { kind: "status", status, body, headers };
}

/** The error body of the real API. */
export function errorBody(type: string, message: string): Json {
  return { type: "error", error: { type, message }, request_id: "req_mock" };
}

/** Exactly these bytes, one write each. */
export function rawReply(
  chunks: readonly Chunk[],
  options: StreamOptions & { cut?: boolean } = {},
): MockReply {
  const { cut, finish = cut ? "cut" : "end", ...rest } = options;
  return { kind: "stream", chunks, finish, ...rest };
}

/** Accepts the request and never finishes: with no chunks not even the headers are sent. */
export function hangReply(chunks: readonly Chunk[] = []): MockReply {
  return rawReply(chunks, { finish: "hang" });
}

export function textBlock(index: number, text: string): string {
  return (
    blockStart(index, { type: "text", text: "" }) +
    blockDelta(index, { type: "text_delta", text }) +
    blockStop(index)
  );
}

export function toolBlock(
  index: number,
  tool: { id: string; name: string },
  json: readonly string[],
): string {
  const deltas = json.map((partial_json) => blockDelta(index, { type: "input_json_delta", partial_json }));
  return blockStart(index, { type: "tool_use", ...tool, input: {} }) + deltas.join("") + blockStop(index);
}

export function blockStart(index: number, content_block: Json): string {
  return sse({ type: "content_block_start", index, content_block });
}

export function blockDelta(index: number, delta: Json): string {
  return sse({ type: "content_block_delta", index, delta });
}

export function blockStop(index: number): string {
  return sse({ type: "content_block_stop", index });
}

/** `head` travels with the first chunk and `tail` with the last, so that delays fall between the chunks. */
function framed(head: string, chunks: readonly string[], tail: string): string[] {
  if (chunks.length === 0) return [head + tail];
  return chunks.map((c, at) => (at === 0 ? head : "") + c + (at === chunks.length - 1 ? tail : ""));
}

export async function startMockAnthropic(): Promise<MockAnthropic> {
  const requests: MockRequest[] = [];
  const queue: MockReply[] = [];
  const server = createServer((incoming, response) => {
    answer(incoming, response, requests, queue).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    enqueue: (...replies) => {
      queue.push(...replies);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  requests: MockRequest[],
  queue: MockReply[],
): Promise<void> {
  const body = parse(await readAll(incoming));
  const refusal = refuse(incoming, body);
  const request: MockRequest = {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers: incoming.headers,
    body,
    rejected: refusal?.message,
    aborted: false,
  };
  requests.push(request);
  response.on("close", () => {
    request.aborted = !response.writableFinished;
  });
  if (refusal) return sendStatus(response, refusal.status, errorBody(refusal.type, refusal.message), {});
  const reply = queue.shift() ?? textReply("ok");
  if (reply.kind === "status") return sendStatus(response, reply.status, reply.body, reply.headers);
  await sendStream(response, reply);
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): MockBody | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A string body is sent as it is, anything else as JSON. */
function sendStatus(response: ServerResponse, status: number, body: unknown, headers: HeaderMap): void {
  const isText = typeof body === "string";
  response.writeHead(status, { "content-type": isText ? "text/html" : "application/json", ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

async function sendStream(
  response: ServerResponse,
  reply: Extract<MockReply, { kind: "stream" }>,
): Promise<void> {
  if (reply.firstDelayMs) await sleep(reply.firstDelayMs);
  if (reply.finish === "hang" && reply.chunks.length === 0) return;
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "request-id": "req_mock" });
  response.socket?.setNoDelay(true);
  for (const [at, chunk] of reply.chunks.entries()) {
    if (at > 0 && reply.delayMs) await sleep(reply.delayMs);
    if (response.destroyed) return;
    await new Promise((resolve) => response.write(chunk, resolve));
  }
  if (reply.finish === "end") response.end();
  if (reply.finish === "cut") response.socket?.destroy();
}
