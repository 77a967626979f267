/** Puts a summary in the place of what it stands for. */
import type { HistoryChange } from "../../model/history-change.ts";
import type { Message } from "../../model/message.ts";
import { condensed } from "./condense.ts";
import { isPrompt, markedSummary } from "./marks.ts";
import { acknowledgement, type Zone } from "./zone.ts";

export function withSummary(history: readonly Message[], zone: Zone, summary: string): HistoryChange {
  const { end, firstPrompt, currentPrompt } = zone;
  const isOver = firstPrompt !== history.findLast(isPrompt);
  const first = firstPrompt && isOver ? condensed(firstPrompt) : firstPrompt;
  const from = first !== undefined && history[0] === first ? 1 : 0;
  const inserted: Message[] = [markedSummary(summary)];
  if (from === 0 && first) inserted.unshift(first);
  if ((currentPrompt ?? history[end])?.role === "user") {
    inserted.push({ role: "assistant", parts: [{ type: "text", text: acknowledgement }] });
  }
  if (currentPrompt) inserted.push(currentPrompt);
  return { from, removed: end - from, inserted, reason: "compacted" };
}

/** As providers are sent it: the first prompt and the summary after it are one message of the user. */
export function joinSummaries(messages: readonly Message[]): readonly Message[] {
  const at = messages.findIndex((message, index) => joins(messages[index - 1], message));
  const [before, summary] = [messages[at - 1], messages[at]];
  if (before?.role !== "user" || summary?.role !== "user") return messages;
  const joined: Message = { ...before, text: `${before.text}\n\n${summary.text}` };
  return [...messages.slice(0, at - 1), joined, ...messages.slice(at + 1)];
}

function joins(before: Message | undefined, message: Message): boolean {
  return before?.role === "user" && message.role === "user" && message.summary === true;
}
