/** One text out of a whole request, for programs that take a single task. */
import { wordsOf } from "../model/attachment.ts";
import type { BackendRequest } from "../model/backend.ts";
import type { Message } from "../model/message.ts";
import type { ContextFormat } from "../model/settings.ts";
import { formatJson } from "./format-json.ts";
import { formatMarkdown } from "./format-markdown.ts";
import { formatPlain } from "./format-plain.ts";
import { formatXml } from "./format-xml.ts";
import { type TranscriptEntry, transcript } from "./transcript.ts";

export interface PromptStyle {
  readonly format: ContextFormat;
  /** How many earlier messages go along; a tool call and its result belong to the message before them. */
  readonly messages: number;
  /** Longest text of an earlier message; what is cut off is marked. */
  readonly maxChars?: number;
}

const formats: Readonly<Record<ContextFormat, (entries: readonly TranscriptEntry[]) => string>> = {
  plain: formatPlain,
  markdown: formatMarkdown,
  json: formatJson,
  xml: formatXml,
};

/** Five messages of this length fit an argument of a command line in any script. */
const defaultMaxChars = 4000;

/** What came before, then the current message: exactly once, and as it was entered. */
export function promptText({ system, messages }: BackendRequest, style: PromptStyle): string {
  const current = currentMessage(messages);
  const earlier = lastMessages(withoutCurrent(messages, current), style.messages);
  const maxChars = style.maxChars ?? defaultMaxChars;
  const entries = transcript(earlier).map((entry) => ({ ...entry, text: shorten(entry.text, maxChars) }));
  const parts = [
    ...(system?.trim() ? [`Instructions:\n${system.trim()}`] : []),
    ...(entries.length > 0 ? [`Previous conversation:\n${formats[style.format](entries)}`] : []),
  ];
  if (current === "") return parts.join("\n\n");
  return parts.length === 0 ? current : [...parts, `Current request: ${current}`].join("\n\n");
}

/** What the user says now; empty where the last word is not the user's. */
export function currentMessage(messages: readonly Message[]): string {
  const last = messages.at(-1);
  return last?.role === "user" ? wordsOf(last) : "";
}

/** A prompt that failed and is sent again stands in the history as well. */
function withoutCurrent(messages: readonly Message[], current: string): readonly Message[] {
  const isCurrent = (message: Message) => message.role === "user" && wordsOf(message) === current;
  return messages.slice(0, messages.findLastIndex((message) => !isCurrent(message)) + 1);
}

function lastMessages(messages: readonly Message[], count: number): readonly Message[] {
  const spoken = messages.flatMap((message, at) => (message.role === "tool" ? [] : [at]));
  const first = count > 0 ? spoken.slice(-count)[0] : undefined;
  return first === undefined ? [] : messages.slice(first);
}

function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, "")}...`;
}
