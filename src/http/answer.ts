/** A request over HTTP and what comes back, as the backends see them. Knows no transport. */

export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Counts until the head of the answer is there; then its reader has one of its own. */
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: HttpHeaders;
  /**
   * The bytes as they arrive; to be read once. Throws when they break off or the signal aborts, and closes the
   * connection when nobody reads on before the end.
   */
  packets(signal: AbortSignal): AsyncGenerator<Uint8Array>;
}

/** Names in lower case. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whatever the status is, it is an answer; without one it rejects. Redirects are not followed. */
export type Send = (url: string, request: HttpRequest) => Promise<HttpAnswer>;

export function isSuccess({ status }: Pick<HttpAnswer, "status">): boolean {
  return status >= 200 && status < 300;
}

/** No more than `maxChars` of it are kept. */
export async function readText(packets: AsyncIterable<Uint8Array>, maxChars: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const packet of packets) {
    text += decoder.decode(packet, { stream: true });
    if (text.length > maxChars) return text.slice(0, maxChars);
  }
  return text + decoder.decode();
}

/** As the SDKs have them in their errors. */
export function webHeaders(headers: HttpHeaders): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) all.set(name, typeof value === "string" ? value : value.join(", "));
  }
  return all;
}
