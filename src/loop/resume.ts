/** How a turn that ended without an answer is taken up again: its prompt once, its tool results kept. */

import type { Prompt } from "../model/attachment.ts";
import type { HistoryChange } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";

/**
 * How many messages at the end have to go before the history can be sent as it is: answers that were cut off, with
 * the results of calls that never ran.
 */
export function unfinishedTail(history: readonly Message[]): number {
  let kept = history.length;
  while (kept > 0) {
    const start = startOfLast(history, kept);
    const message = history[start];
    if (message?.role !== "assistant") break;
    const settled = start < kept - 1;
    if (settled && !message.interrupted) break;
    kept = start;
  }
  return history.length - kept;
}

export function droppingLast(count: number, history: readonly Message[]): HistoryChange {
  return { from: history.length - count, removed: count, inserted: [], reason: "resumed" };
}

/** Where the last message begins, the results of its calls taken together with it. */
function startOfLast(history: readonly Message[], end: number): number {
  let start = end - 1;
  while (start > 0 && history[start]?.role === "tool") start -= 1;
  return start;
}

/** What the user asked last. */
export function lastPrompt(history: readonly Message[]): Prompt | undefined {
  const asked = history.findLast((message) => message.role === "user" && !message.synthetic);
  return asked?.role === "user" ? asked : undefined;
}
