import { describe, expect, test } from "vitest";
import { brokenOff, cancelled, type Endpoint, failureFrom, unreadable } from "../../src/backends/failures.ts";

const endpoint: Endpoint = {
  name: "Acme",
  baseUrl: "https://user:pass@api.acme.test:8443/v1?key=k",
  model: "acme-1",
  keyVariable: "ACME_API_KEY",
  settings: "backends.acme",
  secrets: ["sk-secret", ""],
};

const from = (error: unknown) => failureFrom(error, endpoint);
const http = (status: number, error?: unknown, headers: Record<string, string> = {}) =>
  Object.assign(new Error(`${status} status code (no body)`), {
    status,
    error,
    headers: new Headers(headers),
  });
const said = (message: string) => ({ error: { type: "x", message } });
const fetchFailed = (cause: unknown) =>
  new Error("Connection error.", { cause: new TypeError("fetch failed", { cause }) });
const coded = (code: string) => Object.assign(new Error(`${code} happened`), { code });

describe("statuses", () => {
  test.each([
    [
      301,
      "other",
      "Acme redirects to another address (HTTP 301): put the right one into `backends.acme.base_url`.",
    ],
    [
      400,
      "other",
      "Acme refused the request (HTTP 400): correct the cause, usually a setting, and try again.",
    ],
    [
      401,
      "auth",
      "Acme does not accept the API key (HTTP 401): set a valid one in ACME_API_KEY or `backends.acme.api_key`.",
    ],
    [402, "other", "Acme refuses for reasons of billing (HTTP 402): check the account."],
    [403, "auth", "Acme does not allow this (HTTP 403): check what the API key may be used for."],
    [
      404,
      "other",
      "Acme does not know the model acme-1, or has nothing at this address (HTTP 404): change the setting `model` or `backends.acme.base_url`.",
    ],
    [408, "network", "Acme did not answer in time (HTTP 408): try again."],
    [
      409,
      "other",
      "Acme refused the request (HTTP 409): correct the cause, usually a setting, and try again.",
    ],
    [
      413,
      "context-overflow",
      "Acme finds the conversation too long for acme-1 (HTTP 413): /clear starts a new one.",
    ],
    [429, "rate-limit", "Acme takes no more requests for now (HTTP 429): try again later."],
    [500, "overloaded", "Acme had an internal error (HTTP 500): try again in a moment."],
    [501, "other", "Acme does not offer this (HTTP 501): choose another model or server."],
    [502, "overloaded", "Acme had an internal error (HTTP 502): try again in a moment."],
    [503, "overloaded", "Acme is overloaded (HTTP 503): try again in a moment."],
    [504, "network", "Acme did not answer in time (HTTP 504): try again."],
    [524, "overloaded", "Acme had an internal error (HTTP 524): try again in a moment."],
    [529, "overloaded", "Acme is overloaded (HTTP 529): try again in a moment."],
  ])("%i", (status, kind, message) => {
    expect(from(http(status))).toEqual({ kind, message });
  });

  test("where no variable holds the key, none is named", () => {
    const { message } = failureFrom(http(401), { ...endpoint, keyVariable: undefined });
    expect(message).toContain("set a valid one in `backends.acme.api_key`.");
  });

  test.each([
    "prompt is too long: 210000 tokens > 200000 maximum",
    "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
    "This model's maximum context length is 8192 tokens",
    "context_length_exceeded",
    "the request exceeds the available context window",
  ])("%j is an overflow when the request is refused, not otherwise", (words) => {
    expect(from(http(400, said(words))).kind).toBe("context-overflow");
    expect(from(http(429, said(words))).kind).toBe("rate-limit");
    expect(from(http(500, said(words))).kind).toBe("overloaded");
  });
});

describe("the wait", () => {
  const date = "Wed, 21 Oct 2026 07:28:00 GMT";
  const later = "Wed, 21 Oct 2026 07:28:30 GMT";
  test.each([
    [{ "retry-after": "35" }, 35_000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "1.5" }, 1_500],
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after": later, date }, 30_000],
    [{ "retry-after": date, date: later }, undefined],
    [{ "retry-after": later }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "9".repeat(400) }, undefined],
    [{}, undefined],
  ])("%j", (headers, expected) => {
    expect(from(http(429, undefined, headers)).retryAfterMs).toBe(expected);
  });

  test("it is part of the advice where trying again helps", () => {
    const headers = { "retry-after-ms": "1200" };
    expect(from(http(529, undefined, headers)).message).toMatch(/: try again in 2 s\.$/);
    expect(from(http(403, undefined, headers)).message).not.toContain("try again");
  });

  test("headers that are not headers are ignored", () => {
    expect(from({ status: 429, headers: { "retry-after": "5" } }).retryAfterMs).toBeUndefined();
  });
});

describe("what the server said", () => {
  const told = (error: unknown) => /\(HTTP 400(?:, (.*))?\): correct/s.exec(from(error).message)?.[1];
  const asText = (body: string) => Object.assign(http(400), { message: `400 ${body}` });

  test.each([
    ["error.message", said("bad thing."), "bad thing"],
    ["error", { error: "bad thing" }, "bad thing"],
    ["message", { message: "bad thing" }, "bad thing"],
    ["detail", { detail: "bad thing" }, "bad thing"],
    ["nothing known", { code: 7 }, '{"code":7}'],
    ["nothing but a string", "bad\n\n  thing", "bad thing"],
    ["a message that is no text", { error: { message: { a: 1 } } }, '{"error":{"message":{"a":1}}}'],
  ])("in a body with %s", (_where, body, expected) => {
    expect(told(http(400, body))).toBe(expected);
  });

  test.each([
    ["text", "plain words", "plain words"],
    [
      "a page with a title",
      "<!doctype html><html><head><title>\n Bad\n Gateway </title></head></html>",
      "Bad Gateway",
    ],
    ["a page without one", "<html><body>secret sauce</body></html>", "a web page"],
  ])("in a body of %s", (_what, body, expected) => {
    expect(told(asText(body))).toBe(expected);
  });

  test("not more than 300 characters of it, none of them halved", () => {
    const words = told(asText("😀".repeat(5_000))) ?? "";
    expect(Array.from(words)).toHaveLength(300);
    expect(words).toMatch(/^(?:😀){299}…$/u);
  });

  test("no secret, not even where the text is cut off", () => {
    expect(told(http(400, said("key sk-secret is bad")))).toBe("key *** is bad");
    const atTheEdge = `${"x".repeat(295)}sk-secret`;
    expect(told(asText(atTheEdge))).not.toContain("sk-");
    expect(from(new Error("invalid header sk-secret")).message).not.toContain("sk-secret");
  });
});

describe("errors inside a stream", () => {
  test.each([
    ["overloaded_error", "overloaded"],
    ["rate_limit_error", "rate-limit"],
    ["authentication_error", "auth"],
    ["request_too_large", "context-overflow"],
    ["timeout_error", "network"],
    ["invalid_request_error", "other"],
  ])("%s", (type, kind) => {
    const failure = from({ status: undefined, type, error: said("because") });
    expect(failure.kind).toBe(kind);
    expect(failure.message).toContain("(because)");
  });
});

describe("connections", () => {
  test.each([
    ["ECONNREFUSED", "connection refused"],
    ["ENOTFOUND", "no such host"],
    ["EAI_AGAIN", "the name cannot be looked up"],
    ["ETIMEDOUT", "no answer in time"],
  ])("%s says why, and names only the host", (code, reason) => {
    expect(from(fetchFailed(coded(code)))).toEqual({
      kind: "network",
      message: `Acme cannot be reached at api.acme.test:8443 (${reason}): check the network and \`backends.acme.base_url\`.`,
    });
  });

  test("of several addresses, the first known reason counts", () => {
    const cause = new AggregateError([coded("EWHAT"), coded("ECONNREFUSED")]);
    expect(from(fetchFailed(cause)).message).toContain("(connection refused)");
  });

  test.each(["ECONNRESET", "EPIPE", "ECONNABORTED"])("%s is a broken line", (code) => {
    expect(from(new TypeError("terminated", { cause: coded(code) }))).toEqual(brokenOff(endpoint));
  });

  test("a bare end is a broken line too", () => {
    expect(from(new TypeError("terminated"))).toEqual(brokenOff(endpoint));
  });

  test.each([
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "CERT_HAS_EXPIRED",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "ERR_TLS_CERT_ALTNAME_INVALID",
  ])("%s will not go away by trying again", (code) => {
    const failure = from(fetchFailed(coded(code)));
    expect(failure.kind).toBe("other");
    expect(failure.message).toContain(`(${code}): check`);
  });

  test("a timeout and a failure without a reason are network failures", () => {
    expect(from(new Error("Request timed out."))).toMatchObject({
      kind: "network",
      message: expect.stringContaining("in time"),
    });
    expect(from(new TypeError("fetch failed")).kind).toBe("network");
  });

  test("causes that go round in a circle come to an end", () => {
    const error = new Error("odd");
    error.cause = error;
    expect(from(error).kind).toBe("other");
  });
});

test("anything else is told with its words", () => {
  expect(from(new Error("odd"))).toEqual({
    kind: "other",
    message: "The request to Acme failed (odd): try again, and check the settings if it happens again.",
  });
  expect(from(new SyntaxError("Unexpected token"))).toEqual(unreadable(endpoint));
});

test.each([undefined, null, 5, "text", {}, [], Symbol("x")])("%s is survived", (thrown) => {
  expect(from(thrown).kind).toBe("other");
});

test("every message is one sentence, without a password of the URL", () => {
  const all = [
    cancelled,
    brokenOff(endpoint),
    unreadable(endpoint),
    unreadable({ ...endpoint, baseUrl: "?" }),
  ];
  for (const { message } of all) {
    expect(message).toMatch(/^[A-Z][^\n]*\.$/);
    expect(message).not.toMatch(/pass|key=k/);
  }
});
