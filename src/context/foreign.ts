/** What of a history another model may see: what only its author can read stays out. */
import type { Message } from "../model/message.ts";

/** The first `count` messages were written by or for another model; its sealed reasoning is of no use to this one. */
export function withoutForeignReasoning(history: readonly Message[], count: number): readonly Message[] {
  if (count === 0) return history;
  return history.flatMap((message, index) => (index < count ? withoutSealed(message) : [message]));
}

/** The same message every time, for whoever remembers something of it. */
const opened = new WeakMap<Message, readonly Message[]>();

function withoutSealed(message: Message): readonly Message[] {
  if (message.role !== "assistant") return [message];
  const before = opened.get(message);
  if (before) return before;
  const parts = message.parts.filter((part) => part.type !== "reasoning" || !("opaque" in part));
  const left = parts.length === message.parts.length ? message : { ...message, parts };
  const kept = parts.length === 0 ? [] : [left];
  opened.set(message, kept);
  return kept;
}
