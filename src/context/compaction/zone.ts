/** Which messages a summary may stand for: not the first prompt, not the current one, not the last few. */
import type { Message } from "../../model/message.ts";
import { isPrompt, isSummary } from "./marks.ts";

/** How many of the last messages stay as they are; the results of one message count as one. */
export const protectedTail = 6;

/** What a provider wants to hear between a summary and the words of the user. */
export const acknowledgement = "Understood. Continuing with the current task.";

export interface Zone {
  /** Where the part that stays begins. */
  readonly end: number;
  readonly firstPrompt: Message | undefined;
  /** Older than the part that stays, and kept nevertheless. */
  readonly currentPrompt: Message | undefined;
  /** What is to be summarised, in order; an older summary among it. */
  readonly messages: readonly Message[];
}

/** Undefined when there is nothing to summarise that is not a summary already. */
export function findZone(history: readonly Message[], tail = protectedTail): Zone | undefined {
  const end = boundary(history, 0, tailStart(history, tail));
  const first = history.findIndex(isPrompt);
  if (first >= end) return undefined;
  const current = history.findLastIndex(isPrompt);
  const currentPrompt = current > first && current < end ? history[current] : undefined;
  const messages = history.slice(0, end).filter((_, at) => at !== first && !isAcknowledgement(history, at));
  if (messages.every((message) => isSummary(message) || message === currentPrompt)) return undefined;
  return { end, firstPrompt: history[first], currentPrompt, messages };
}

/** The nearest place at or before `end`, but not before `start`, that parts no call from its results. */
export function boundary(history: readonly Message[], start: number, end: number): number {
  let at = end;
  while (at > start && history[at]?.role === "tool") at -= 1;
  return at;
}

function tailStart(history: readonly Message[], tail: number): number {
  let at = history.length;
  for (let count = 0; count < tail && at > 0; count += 1) {
    at -= 1;
    while (at > 0 && history[at]?.role === "tool" && history[at - 1]?.role === "tool") at -= 1;
  }
  return at;
}

/** Ours, after a summary: it says nothing. */
export function isAcknowledgement(history: readonly Message[], at: number): boolean {
  const message = history[at];
  if (message?.role !== "assistant" || !isSummary(history[at - 1])) return false;
  const [part, ...others] = message.parts;
  return part?.type === "text" && part.text === acknowledgement && others.length === 0;
}
