/** Changes that the user makes to the history by hand. Calls and their results come and go together. Pure. */
import type { Prompt } from "../model/attachment.ts";
import type { HistoryChange } from "../model/history-change.ts";
import type { AssistantMessage, AssistantPart, Message, TextPart } from "../model/message.ts";

/** Both ends count, and may lie outside; undefined where no message is meant. */
export function deletion(
  history: readonly Message[],
  first: number,
  last: number,
): HistoryChange | undefined {
  const begin = Math.max(0, first);
  const end = Math.min(history.length - 1, last);
  if (begin > end) return undefined;
  const from = startOfGroup(history, begin);
  return { from, removed: endOfGroup(history, end) - from, inserted: [], reason: "deleted" };
}

/** Undefined where there is no such message. */
export function edition(history: readonly Message[], index: number, text: string): HistoryChange | undefined {
  const message = history[index];
  if (message === undefined) return undefined;
  return { from: index, removed: 1, inserted: [withText(message, text)], reason: "edited" };
}

/** Takes back everything from a message of the user on, so that it can be sent again; undefined for other messages. */
export function replaying(
  history: readonly Message[],
  index: number,
): { readonly prompt: Prompt; readonly change: HistoryChange } | undefined {
  const message = history[index];
  if (message?.role !== "user" || message.synthetic) return undefined;
  const { text, attachments } = message;
  return { prompt: { text, ...(attachments && { attachments }) }, change: rewinding(history, index) };
}

/** Takes back everything from this place on. */
export function rewinding(history: readonly Message[], index: number): HistoryChange {
  const from = startOfGroup(history, index);
  return { from, removed: history.length - from, inserted: [], reason: "rewound" };
}

/** What can be read and edited of a message. */
export function editableText(message: Message): string {
  if (message.role === "tool") return message.result.output;
  if (message.role !== "assistant") return message.text;
  return message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function withText(message: Message, text: string): Message {
  if (message.role === "tool") return { ...message, result: { ...message.result, output: text } };
  if (message.role !== "assistant") return { ...message, text };
  return { ...message, parts: partsWithText(message, text) };
}

/** The text stands where the first text stood, and before the calls in any case; everything else is kept. */
function partsWithText({ parts }: AssistantMessage, text: string): readonly AssistantPart[] {
  const spoken = parts.findIndex((part) => part.type !== "reasoning");
  const at = spoken < 0 ? parts.length : spoken;
  const others = (from: number, to?: number) => parts.slice(from, to).filter((part) => part.type !== "text");
  const written: TextPart = { type: "text", text };
  return [...others(0, at), written, ...others(at)];
}

function startOfGroup(history: readonly Message[], index: number): number {
  let start = index;
  while (start > 0 && history[start]?.role === "tool") start -= 1;
  return start;
}

function endOfGroup(history: readonly Message[], index: number): number {
  let end = index + 1;
  while (history[end]?.role === "tool") end += 1;
  return end;
}
