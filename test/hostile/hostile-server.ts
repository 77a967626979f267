/** A provider on loopback that sends what it is told to, however wrong, and checks every request as strictly as the real ones. */

import type { IncomingMessage } from "node:http";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Reply } from "./mutations.ts";

export interface HostileServer {
  readonly url: string;
  /** For the next requests, in order. */
  enqueue(...replies: readonly Reply[]): void;
  /** Why requests were refused. */
  readonly refused: readonly string[];
  clear(): void;
  close(): Promise<void>;
}

export interface Strictness {
  /** Undefined: the request is as it should be. */
  refuse(incoming: IncomingMessage, body: unknown): string | undefined;
  /** What is asked besides answers; undefined: an answer is asked for. */
  besides(incoming: IncomingMessage): unknown;
  readonly ok: Reply;
}

export async function startHostileServer(rules: Strictness): Promise<HostileServer> {
  const queue: Reply[] = [];
  const refused: string[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk) => chunks.push(chunk));
    incoming.on("end", () => {
      const aside = rules.besides(incoming);
      if (aside !== undefined) return response.end(JSON.stringify(aside));
      const problem = rules.refuse(incoming, parse(Buffer.concat(chunks).toString()));
      if (problem !== undefined) refused.push(problem);
      void send(response, queue.shift() ?? rules.ok);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    enqueue: (...replies) => void queue.splice(0, queue.length, ...replies),
    refused,
    clear: () => void refused.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** By hand, since a real server would refuse to lie. */
async function send(response: ServerResponse, { status, headers, packets, finish }: Reply): Promise<void> {
  const { socket } = response;
  if (socket === null) return;
  socket.on("error", () => {});
  const isChunked = !("content-length" in headers);
  const all = { ...headers, connection: "close", ...(isChunked && { "transfer-encoding": "chunked" }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  await write(socket, `HTTP/1.1 ${status} Whatever\r\n${lines.join("")}\r\n`);
  for (const packet of packets) {
    if (socket.destroyed) return;
    await write(socket, isChunked ? chunked(packet) : packet);
  }
  if (finish === "end" && isChunked) socket.write("0\r\n\r\n");
  socket.end();
}

function chunked(packet: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${packet.length.toString(16)}\r\n`), packet, Buffer.from("\r\n")]);
}

function write(socket: Socket, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    socket.write(data, () => resolve());
  });
}
