/** What of a history another model may see: what only its author can read stays out. */
import type { Message } from "../model/message.ts";

/** The first `count` messages were written by or for another model; its sealed reasoning is of no use to this one. */
export function withoutForeignReasoning(history: readonly Message[], count: number): readonly Message[] {
  if (count === 0) return history;
  return history.flatMap((message, index) => {
    if (index >= count || message.role !== "assistant") return [message];
    const parts = message.parts.filter((part) => part.type !== "reasoning" || !("opaque" in part));
    if (parts.length === message.parts.length) return [message];
    return parts.length === 0 ? [] : [{ ...message, parts }];
  });
}
