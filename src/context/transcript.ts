/** A conversation as a flat list of texts, for whoever must be told it in words. Knows no format. */
import { wordsOf } from "../model/attachment.ts";
import { type Message, textOf } from "../model/message.ts";
import type { ToolCall } from "../model/tool.ts";

export interface TranscriptEntry {
  readonly role: "system" | "user" | "assistant" | "tool_call" | "tool_result";
  readonly text: string;
}

/** Reasoning is left out, and so is everything without a visible character. */
export function transcript(messages: readonly Message[]): readonly TranscriptEntry[] {
  return messages.flatMap(entriesOf).filter(({ text }) => text.trim() !== "");
}

function entriesOf(message: Message): readonly TranscriptEntry[] {
  if (message.role === "tool") return [{ role: "tool_result", text: message.result.output }];
  if (message.role === "user") return [{ role: "user", text: wordsOf(message) }];
  if (message.role === "system") return [{ role: "system", text: message.text }];
  const calls = message.parts.flatMap((part) => (part.type === "tool-call" ? [part.call] : []));
  return [
    { role: "assistant", text: textOf(message) },
    ...calls.map((call): TranscriptEntry => ({ role: "tool_call", text: callTitle(call) })),
  ];
}

/** The name and what it is about, in one line: "write hello.py". */
function callTitle({ name, input }: ToolCall): string {
  const about = input.path ?? input.file_path ?? input.command ?? Object.values(input)[0];
  return `${name} ${typeof about === "string" ? about : ""}`.replaceAll(/\s+/g, " ").trim();
}
