/** What one server-sent event of the Messages API holds. Knows no network; trusts nothing it reads. */
import type { ServerEvent } from "../http/server-events.ts";
import { isRecord } from "./json.ts";

/** Undefined where it means nothing to us. Throws what the server says that went wrong, or a SyntaxError. */
export function messageEvent({ name, data }: ServerEvent): unknown {
  if (name === "error") throw errorIn(data);
  if (name === "" || name === "ping" || data === "") return undefined;
  return JSON.parse(data);
}

/** With the fields under which the SDKs keep what was said. */
function errorIn(data: string): Error {
  const error = jsonOr(data);
  const inner = isRecord(error) ? error.error : undefined;
  const type = isRecord(inner) ? inner.type : undefined;
  return Object.assign(new Error(data), { error, type });
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
