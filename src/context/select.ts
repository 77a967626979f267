/** Which messages of the history one request carries. Changes nothing. */
import type { Message } from "../model/message.ts";
import type { ContextMode } from "../model/settings.ts";
import { firstKept, type Limits } from "./limits.ts";
import { addSizes, sizeOfAll } from "./size.ts";

export interface Selection {
  readonly mode: ContextMode;
  readonly limits: Limits;
}

/** How many messages a sliding window has when nobody says. */
export const slidingMessages = 50;

/**
 * The user's last message always goes along, as it is and once, and so does the newest of what came after it. What came
 * before goes along as far as mode and limits allow, from a message of the user on; a summary of it does in any case.
 */
export function selectMessages(history: readonly Message[], { mode, limits }: Selection): readonly Message[] {
  const current = currentPrompt(history);
  const within = mode === "sliding" ? { ...limits, messages: limits.messages || slidingMessages } : limits;
  const prompt = history.slice(current, current + 1);
  const summaries = mode === "fresh" ? [] : history.slice(0, current).filter(isFrame);
  const since = history.slice(current + 1);
  const reserved = sizeOfAll([...summaries, ...prompt]);
  const recent = since.slice(firstKept(since, within, { reserved, atLeastOne: true }));
  if (mode === "fresh" || recent.length < since.length) return [...summaries, ...prompt, ...recent];
  const earlier = history.slice(0, current).filter((message) => !isFrame(message));
  const taken = addSizes(reserved, sizeOfAll(recent));
  const kept = fromUser(earlier.slice(firstKept(earlier, within, { reserved: taken, atLeastOne: false })));
  return kept.length === earlier.length ? history : [...summaries, ...kept, ...prompt, ...recent];
}

/** Where the turn begins: with the last message that the user wrote. */
export function currentPrompt(history: readonly Message[]): number {
  return Math.max(
    0,
    history.findLastIndex((message) => message.role === "user" && !message.synthetic),
  );
}

/** Stands for what is no longer there, so it goes along whatever is left out. */
export function isFrame(message: Message): boolean {
  return message.role === "system" || (message.role === "user" && message.summary === true);
}

/** Providers want the user to have the first word. */
function fromUser(messages: readonly Message[]): readonly Message[] {
  const first = messages.findIndex(({ role }) => role === "user");
  return first < 0 ? [] : messages.slice(first);
}
