/** The marks around a summary, and how text from elsewhere is kept from passing for one. */
import type { Message, SystemMessage, UserMessage } from "../../model/message.ts";

/** Around what a model wrote. */
export const summaryStart = "[CONTEXT SUMMARY]";
export const summaryEnd = "[END CONTEXT SUMMARY]";
/** Before the lines that were made without a model. The word is that of the shared cases. */
export const linesPrefix = "[buddy compact summary]";

export type Summary = (UserMessage | SystemMessage) & { readonly summary: true };

/** By its flag, never by its text. */
export function isSummary(message: Message | undefined): message is Summary {
  return (message?.role === "user" || message?.role === "system") && message.summary === true;
}

/** Of a user's own making: neither a nudge nor a summary. */
export function isPrompt(message: Message | undefined): message is UserMessage {
  return message?.role === "user" && !message.synthetic && !message.summary;
}

const marks = /\[(\s*(?:END\s+)?CONTEXT\s+SUMMARY\s*|\s*buddy\s+compact\s+summary\s*)\]/gi;
const speakers = /^\[(?=(?:user|assistant|system|Tool result|Tool call)\b)/gim;

/** Text of the conversation, for whoever summarises it: it can end no summary and begin no message. */
export function quoted(text: string): string {
  return withoutMarks(text).replace(speakers, "(");
}

/** What stands between the marks can hold no marks. */
export function withoutMarks(text: string): string {
  return text.replace(marks, "($1)");
}

export function markedSummary(text: string): Summary {
  const body = withoutMarks(text).trim();
  return {
    role: "user",
    text: `${summaryStart}\n${body}\n${summaryEnd}`,
    synthetic: true,
    summary: true,
  };
}

/** What a summary says, without its marks. */
export function summaryBody({ text }: Summary): string {
  return [summaryStart, summaryEnd, linesPrefix].reduce((rest, mark) => rest.replace(mark, ""), text).trim();
}
