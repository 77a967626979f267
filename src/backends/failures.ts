/**
 * Turns what went wrong with a request into a failure: its kind, and one sentence that says what to do.
 * Shared by all backends; knows no SDK, only the names under which they keep status, headers and body.
 */
import type { Failure, FailureKind } from "../model/backend.ts";
import { type ConnectionTrouble, connectionTrouble } from "./connection.ts";
import { detailOf } from "./error-detail.ts";
import { isRecord } from "./json.ts";
import { retryAfterMs } from "./retry-after.ts";

/** Whom we talk to, for the messages. */
export interface Endpoint {
  /** For people: "Anthropic". */
  readonly name: string;
  readonly baseUrl: string;
  readonly model: string;
  /** The environment variable that holds the key. */
  readonly keyVariable?: string;
  /** Where its settings are: "backends.anthropic". */
  readonly settings: string;
  /** Texts that must not be shown, whoever quotes them. */
  readonly secrets: readonly string[];
  /** What helps here, where that is known better: each completes a sentence, before the settings to check. */
  readonly advice?: { readonly unreachable?: string; readonly unknownModel?: string };
}

export const cancelled: Failure = {
  kind: "aborted",
  message: "The request was cancelled; send it again to restart it.",
};

/** Never throws, whatever was thrown. Cancellation is not recognised here: ask the signal. */
export function failureFrom(error: unknown, endpoint: Endpoint): Failure {
  const status = statusOf(error);
  if (status !== undefined) return refusal(error, status, endpoint);
  const trouble = connectionTrouble(error);
  if (trouble) return unreachable(trouble, endpoint);
  if (error instanceof SyntaxError) return unreadable(endpoint);
  const advice = "try again, and check the settings if it happens again";
  return failure("other", `The request to ${endpoint.name} failed`, [detail(error, endpoint)], advice);
}

/** The answer stopped short of its end. */
export function brokenOff(endpoint: Endpoint): Failure {
  return failure("network", `The connection to ${endpoint.name} broke off`, [], "try again");
}

/** What came back is not in the format of the API, as when a proxy or a login page answers. */
export function unreadable(endpoint: Endpoint): Failure {
  const what = `What came back from ${hostOf(endpoint)} is not in the format of ${endpoint.name}`;
  return failure("other", what, [], `try again, or check ${setting(endpoint, "base_url")} and the network`);
}

interface Meaning {
  readonly kind: FailureKind;
  readonly problem: string;
  readonly advice: string;
}

type Explain = (endpoint: Endpoint) => Meaning;

const tooLong: Explain = ({ model }) => ({
  kind: "context-overflow",
  problem: `finds the conversation too long for ${model}`,
  advice: "/clear starts a new one",
});

const notInTime: Explain = () => ({
  kind: "network",
  problem: "did not answer in time",
  advice: "try again",
});

const overloaded: Explain = () => ({
  kind: "overloaded",
  problem: "is overloaded",
  advice: "try again in a moment",
});

const explanations: ReadonlyMap<number, Explain> = new Map([
  [401, (endpoint) => ({ kind: "auth", problem: "does not accept the API key", advice: newKey(endpoint) })],
  [402, () => ({ kind: "other", problem: "refuses for reasons of billing", advice: "check the account" })],
  [
    403,
    () => ({
      kind: "auth",
      problem: "does not allow this",
      advice: "check what the API key may be used for",
    }),
  ],
  [404, unknownModel],
  [408, notInTime],
  [413, tooLong],
  [429, () => ({ kind: "rate-limit", problem: "takes no more requests for now", advice: "try again later" })],
  [501, () => ({ kind: "other", problem: "does not offer this", advice: "choose another model or server" })],
  [503, overloaded],
  [504, notInTime],
  [529, overloaded],
] satisfies [number, Explain][]);

function explain(status: number): Explain {
  const known = explanations.get(status);
  if (known) return known;
  if (status >= 500) {
    return () => ({ kind: "overloaded", problem: "had an internal error", advice: "try again in a moment" });
  }
  if (status < 400) {
    return (endpoint) => ({
      kind: "other",
      problem: "redirects to another address",
      advice: `put the right one into ${setting(endpoint, "base_url")}`,
    });
  }
  return () => ({
    kind: "other",
    problem: "refused the request",
    advice: "correct the cause, usually a setting, and try again",
  });
}

/** Retired models are answered like unknown ones. */
function unknownModel(endpoint: Endpoint): Meaning {
  return {
    kind: "other",
    problem: `does not know the model ${endpoint.model}, or has nothing at this address`,
    advice: either(
      endpoint.advice?.unknownModel,
      `change the setting \`model\` or ${setting(endpoint, "base_url")}`,
    ),
  };
}

function either(first: string | undefined, other: string): string {
  return first === undefined ? other : `${first}, or ${other}`;
}

const saysTooLong =
  /prompt is too long|context[ _](?:window|length|limit|size)|token count.{0,40}exceeds|too many (?:input |total )?(?:text )?(?:tokens|bytes)/i;

function refusal(error: unknown, status: number, endpoint: Endpoint): Failure {
  const said = detail(error, endpoint);
  const isTooLong = status >= 400 && status < 500 && status !== 429 && saysTooLong.test(said);
  const meant = isUnpaid(error) ? 402 : status;
  const { kind, problem, advice } = (isTooLong ? tooLong : explain(meant))(endpoint);
  const wait = retryAfterMs(isRecord(error) ? error.headers : undefined);
  const patience = wait === undefined ? advice : `try again in ${Math.ceil(wait / 1000)} s`;
  const facts = [hasOwnStatus(error) ? `HTTP ${status}` : "", said];
  const told = failure(kind, `${endpoint.name} ${problem}`, facts, isRetried(kind) ? patience : advice);
  return wait === undefined ? told : { ...told, retryAfterMs: wait };
}

function isRetried(kind: FailureKind): boolean {
  return kind === "rate-limit" || kind === "overloaded" || kind === "network";
}

/** Errors inside a stream have no status, only the type or the code that would have come with it. */
const statusOfName: ReadonlyMap<unknown, number> = new Map([
  ["invalid_request_error", 400],
  ["authentication_error", 401],
  ["invalid_api_key", 401],
  ["billing_error", 402],
  ["insufficient_quota", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["model_not_found", 404],
  ["request_too_large", 413],
  ["context_length_exceeded", 413],
  ["rate_limit_error", 429],
  ["rate_limit_exceeded", 429],
  ["api_error", 500],
  ["server_error", 500],
  ["timeout_error", 504],
  ["overloaded_error", 529],
]);

/** The code says more than the type, where there is one. */
function statusOf(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined;
  if (hasOwnStatus(error)) return error.status;
  const { code, type } = error;
  if (typeof code === "number" && code >= 400 && code < 600) return code;
  return statusOfName.get(code) ?? statusOfName.get(type);
}

/** Comes as "too many requests", but waiting does not help. */
function isUnpaid(error: unknown): boolean {
  return isRecord(error) && (error.code === "insufficient_quota" || error.type === "insufficient_quota");
}

function hasOwnStatus(error: unknown): error is { readonly status: number } {
  return isRecord(error) && typeof error.status === "number";
}

function unreachable({ kind, reason }: ConnectionTrouble, endpoint: Endpoint): Failure {
  if (kind === "broken-off") return brokenOff(endpoint);
  const what = `${endpoint.name} cannot be reached at ${hostOf(endpoint)}`;
  const where = setting(endpoint, "base_url");
  if (kind === "untrusted") {
    return failure("other", what, [reason], `check ${where} and the certificates of this system`);
  }
  const advice = either(endpoint.advice?.unreachable, `check the network and ${where}`);
  return failure("network", what, [reason], advice);
}

/** What the other side said, without secrets. */
function detail(error: unknown, { secrets }: Endpoint): string {
  return detailOf(error, (text) =>
    secrets
      .filter((secret) => secret !== "")
      .reduce((shown, secret) => shown.replaceAll(secret, "***"), text),
  );
}

function failure(kind: FailureKind, what: string, facts: readonly string[], advice: string): Failure {
  const known = facts.filter((fact) => fact !== "").join(", ");
  return { kind, message: `${what}${known === "" ? "" : ` (${known})`}: ${advice}.` };
}

function newKey({ keyVariable, settings }: Endpoint): string {
  const variable = keyVariable ? `${keyVariable} or ` : "";
  return `set a valid one in ${variable}\`${settings}.api_key\``;
}

function setting({ settings }: Endpoint, name: string): string {
  return `\`${settings}.${name}\``;
}

/** Only the host: the rest of a URL may hold a password. */
function hostOf({ baseUrl }: Endpoint): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : "the configured address";
}
