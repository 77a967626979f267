/** What the SDKs are given in place of fetch, and the way to an answer's bytes past what they make of them. */
import { type HttpAnswer, readText, type Send, webHeaders } from "../http/answer.ts";

type SentHeaders = Readonly<Record<string, string>>;

/** The headers are set by us alone, so that nothing comes along from the environment. */
export function sdkFetch(send: Send, headersOf: (method: "GET" | "POST") => SentHeaders): typeof fetch {
  return async (url, { method, body, signal } = {}) => {
    const asked = method?.toUpperCase() === "POST" ? "POST" : "GET";
    const until = signal ?? new AbortController().signal;
    const request = { method: asked, headers: headersOf(asked), signal: until } as const;
    const answer = await send(String(url), typeof body === "string" ? { ...request, body } : request);
    return new SentResponse(answer, until);
  };
}

const maxChars = 64_000_000;
const highestStatus = 599;

/** Its body is read as a text, as JSON or as packets: there is no stream of the web to be paid for. */
class SentResponse extends Response {
  readonly answer: HttpAnswer;
  override readonly text: () => Promise<string>;
  override readonly json: () => Promise<unknown>;

  constructor(answer: HttpAnswer, signal: AbortSignal) {
    const status = Math.min(answer.status, highestStatus);
    super(null, { status, headers: webHeaders(answer.headers) });
    this.answer = answer;
    this.text = () => readText(answer.packets(signal), maxChars);
    this.json = async () => JSON.parse(await this.text());
  }
}

/**
 * The packets of an answer that an SDK asks for. SDKs leave their listeners on a signal, or take them away when they
 * believe an answer forgotten: so they get a signal of their own.
 */
export async function openPackets(
  ask: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  signal.throwIfAborted();
  const asking = new AbortController();
  const cancel = () => asking.abort(signal.reason);
  signal.addEventListener("abort", cancel);
  try {
    const response = await ask(asking.signal);
    if (!(response instanceof SentResponse)) throw new TypeError("an answer of nobody's asking");
    return response.answer.packets(signal);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
