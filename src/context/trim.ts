/** Drops the oldest messages of a history that has too many, whole turns and never the current one. */
import type { HistoryChange } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";
import { currentPrompt, isFrame } from "./select.ts";

/** Room is made for some more than the next, so that this does not happen with every message. */
const room = 5;

/** Undefined while there are at most `max`; 0 = no limit. */
export function trimOldest(history: readonly Message[], max: number): HistoryChange | undefined {
  if (max === 0 || history.length <= max) return undefined;
  const summaries = history.filter(isFrame).length;
  const removed = safeTrim(history, Math.max(1, max - Math.floor(max / room) - summaries));
  const inserted = history.slice(0, removed).filter(isFrame);
  return removed === inserted.length ? undefined : { from: 0, removed, inserted, reason: "trimmed" };
}

/** How many of the oldest have to go so that at most `max` are left, a message of the user's first; 0 = no limit. */
export function safeTrim(history: readonly Message[], max: number): number {
  if (max === 0 || history.length <= max) return 0;
  const wanted = Math.min(history.length - max, currentPrompt(history));
  const head = history.findIndex(({ role }, index) => index >= wanted && role === "user");
  return Math.max(0, head);
}
