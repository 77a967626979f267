/** An answer over HTTP that nobody sent. */
import type { HttpAnswer } from "../../src/http/answer.ts";

export function httpAnswer(body: unknown, status = 200, headers: HttpAnswer["headers"] = {}): HttpAnswer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    status,
    headers,
    async *packets() {
      yield Buffer.from(text);
    },
  };
}
