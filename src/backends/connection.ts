/** Recognises trouble below HTTP in what our client and the SDKs throw. Knows no backend. */
import { isRecord } from "./json.ts";

export interface ConnectionTrouble {
  readonly kind: "unreachable" | "untrusted" | "broken-off";
  /** A few words for people; may be empty. */
  readonly reason: string;
}

/** Undefined when the error is about something else. */
export function connectionTrouble(error: unknown): ConnectionTrouble | undefined {
  const chain = causesOf(error);
  for (const { code } of chain) {
    const known = typeof code === "string" ? byCode(code) : undefined;
    if (known) return known;
  }
  const words = chain.map(({ name, message }) => `${name} ${message}`).join("\n");
  if (/\bterminated$|other side closed|premature close|socket hang up/im.test(words)) return brokenOff;
  if (/timed? ?out/i.test(words)) return { kind: "unreachable", reason: "no answer in time" };
  if (/\bfetch failed$|Connection error/im.test(words)) return { kind: "unreachable", reason: "" };
  return undefined;
}

const brokenOff: ConnectionTrouble = { kind: "broken-off", reason: "" };

const reasons: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ENOTFOUND", "no such host"],
  ["EAI_AGAIN", "the name cannot be looked up"],
  ["EHOSTUNREACH", "no route to the host"],
  ["ENETUNREACH", "no network"],
  ["ENETDOWN", "no network"],
  ["EACCES", "not permitted by this system"],
  ["EPERM", "not permitted by this system"],
  ["ETIMEDOUT", "no answer in time"],
]);

const brokenCodes: ReadonlySet<string> = new Set([
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ERR_STREAM_PREMATURE_CLOSE",
]);

function byCode(code: string): ConnectionTrouble | undefined {
  if (brokenCodes.has(code)) return brokenOff;
  const reason = reasons.get(code);
  if (reason !== undefined) return { kind: "unreachable", reason };
  if (/CERT|SIGNATURE|^ERR_TLS_|^ERR_SSL_/.test(code)) return { kind: "untrusted", reason: code };
  return undefined;
}

const maxDepth = 8;

/** The error, its causes, and the errors that those gather: one for each address that was tried. */
function causesOf(error: unknown, depth = 0): readonly Readonly<Record<string, unknown>>[] {
  if (!isRecord(error) || depth > maxDepth) return [];
  const gathered = Array.isArray(error.errors) ? error.errors : [];
  return [error, ...[error.cause, ...gathered].flatMap((inner) => causesOf(inner, depth + 1))];
}
