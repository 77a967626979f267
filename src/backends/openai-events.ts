/** What one server-sent event of either of OpenAI's formats holds. Knows no network; trusts nothing it reads. */
import type { ServerEvent } from "../http/server-events.ts";
import { isRecord } from "./json.ts";

/** Stands for the end that chat servers announce. */
export const endOfEvents = Symbol("the end");

/** Undefined where it means nothing to us. Throws what the server says that went wrong, or a SyntaxError. */
export function openAiEvent({ data }: ServerEvent): unknown {
  if (data === "") return undefined;
  if (data.startsWith("[DONE]")) return endOfEvents;
  const event: unknown = JSON.parse(data);
  if (isRecord(event) && event.error) throw errorIn(event.error);
  return event;
}

/** With the fields under which the SDK keeps what was said. */
function errorIn(error: unknown): Error {
  const { code, type } = isRecord(error) ? error : {};
  return Object.assign(new Error(JSON.stringify(error)), { error, code, type });
}
