/** Requests by Node's own client for HTTP, which for an answer that streams costs less than half of what fetch does. */
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { HttpAnswer, HttpRequest, Send } from "./answer.ts";
import { packetsOf } from "./packets.ts";

export interface Patience {
  /** Until there is a connection. */
  readonly connectMs: number;
  /** Between two signs of life, the wait for the answer among them. */
  readonly silenceMs: number;
}

const usualPatience: Patience = { connectMs: 10_000, silenceMs: 300_000 };

/**
 * Rejects as fetch does: with a TypeError whose cause tells what happened, or with the reason of the signal. Connections
 * are kept for the next request. No answer is asked for in compressed form: each delta would wait in it, and cost more.
 */
export function createSend(patience = usualPatience): Send {
  return async (url, options) => {
    const { signal } = options;
    signal.throwIfAborted();
    const address = new URL(url);
    const isSecure = address.protocol === "https:";
    // Loaded with the first request: the prompt is there sooner.
    const { begin } = isSecure ? await import("./secure.ts") : await import("./plain.ts");
    signal.throwIfAborted();
    const sent = begin(address, {
      method: options.method,
      headers: headersFor(options),
      timeout: patience.silenceMs,
    });
    sent.once("socket", (socket) => limitConnecting(sent, socket, isSecure, patience.connectMs));
    return answerTo(sent, options);
  };
}

export const sendRequest = createSend();

function headersFor({ headers, body }: HttpRequest): Readonly<Record<string, string | number>> {
  return {
    ...headers,
    ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
    "accept-encoding": "identity",
  };
}

function answerTo(sent: ClientRequest, { body, signal }: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined;
    const cancel = () => {
      reject(signal.reason);
      sent.destroy();
    };
    const fail = (cause: Error) => {
      signal.removeEventListener("abort", cancel);
      reject(new TypeError("fetch failed", { cause }));
    };
    signal.addEventListener("abort", cancel);
    sent.on("response", (message) => {
      signal.removeEventListener("abort", cancel);
      answer = message;
      const { statusCode: status = 0, headers } = message;
      resolve({ status, headers, packets: (until) => packetsOf(message, until) });
    });
    // An answer that is silent breaks off; where there is none yet, nobody answered in time.
    sent.on("timeout", () =>
      answer ? answer.destroy(coded("ECONNABORTED")) : sent.destroy(coded("ETIMEDOUT")),
    );
    sent.on("error", fail);
    sent.on("close", () => fail(coded("ECONNRESET")));
    sent.end(body);
  });
}

/** The system's own patience is minutes long. */
function limitConnecting(sent: ClientRequest, socket: Socket, isSecure: boolean, connectMs: number): void {
  if (!socket.connecting) return;
  const late = AbortSignal.timeout(connectMs);
  const giveUp = () => sent.destroy(coded("ETIMEDOUT"));
  const settle = () => late.removeEventListener("abort", giveUp);
  late.addEventListener("abort", giveUp);
  socket.once(isSecure ? "secureConnect" : "connect", settle);
  socket.once("close", settle);
}

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}
