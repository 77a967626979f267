/** A loopback HTTP server that plays replies and keeps the requests. Knows no API. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Json = Record<string, unknown>;

export interface MockServer<Body extends Json = Json> {
  /** The base URL to give to the backend. */
  readonly url: string;
  readonly requests: readonly MockRequest<Body>[];
  /** Replies are used in order, one per accepted request; an empty queue answers "ok". */
  enqueue(...replies: readonly MockReply[]): void;
  close(): Promise<void>;
}

export interface MockRequest<Body extends Json = Json> {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body; undefined when it was not JSON. */
  readonly body: Body | undefined;
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
  readonly contentType?: string;
}

export interface MockRefusal {
  readonly message: string;
  readonly reply: Extract<MockReply, { kind: "status" }>;
}

export interface MockRules<Body extends Json = Json> {
  refuse(incoming: IncomingMessage, body: Body | undefined): MockRefusal | undefined;
  /** What is not asked of the queue. */
  besides?(incoming: IncomingMessage): MockReply | undefined;
  /** When the queue is empty. */
  fallback(incoming: IncomingMessage): MockReply;
}

export function statusReply(
  status: number,
  body: unknown,
  headers: HeaderMap = {},
): Extract<MockReply, { kind: "status" }> {
  return { kind: "status", status, body, headers };
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

/** `head` travels with the first chunk and `tail` with the last, so that delays fall between the chunks. */
export function framed(head: string, chunks: readonly string[], tail: string): string[] {
  if (chunks.length === 0) return [head + tail];
  return chunks.map((c, at) => (at === 0 ? head : "") + c + (at === chunks.length - 1 ? tail : ""));
}

export async function startMockServer<Body extends Json>(rules: MockRules<Body>): Promise<MockServer<Body>> {
  const requests: MockRequest<Body>[] = [];
  const queue: MockReply[] = [];
  const server = createServer((incoming, response) => {
    answer(rules, incoming, response, requests, queue).catch(() => response.destroy());
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

async function answer<Body extends Json>(
  rules: MockRules<Body>,
  incoming: IncomingMessage,
  response: ServerResponse,
  requests: MockRequest<Body>[],
  queue: MockReply[],
): Promise<void> {
  const body = parse(await readAll(incoming)) as Body | undefined;
  const refusal = rules.refuse(incoming, body);
  const request: MockRequest<Body> = {
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
  const reply = refusal?.reply ?? rules.besides?.(incoming) ?? queue.shift() ?? rules.fallback(incoming);
  if (reply.kind === "status") return sendStatus(response, reply.status, reply.body, reply.headers);
  await sendStream(response, reply);
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
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
  const { contentType = "text/event-stream; charset=utf-8" } = reply;
  response.writeHead(200, { "content-type": contentType, "request-id": "req_mock" });
  response.socket?.setNoDelay(true);
  for (const [at, chunk] of reply.chunks.entries()) {
    if (at > 0 && reply.delayMs) await sleep(reply.delayMs);
    if (response.destroyed) return;
    await new Promise((resolve) => response.write(chunk, resolve));
  }
  if (reply.finish === "end") response.end();
  if (reply.finish === "cut") response.socket?.destroy();
}
