/** A conversation as a Markdown document. Texts are kept as they are, but none can pass for another speaker. */
import { contained } from "../context/format-markdown.ts";
import type { AssistantMessage, AssistantPart, Message } from "../model/message.ts";
import { type Exported, factRows, inputText, titleOf } from "./exported.ts";

export function* exportMarkdown(exported: Exported): Iterable<string> {
  const rows = factRows(exported).map(([label, value]) => `- ${label}: ${oneLine(value)}`);
  yield `# ${oneLine(titleOf(exported))}\n\n${rows.join("\n")}\n`;
  for (const message of exported.messages) {
    const text = sectionOf(message);
    if (text !== "") yield `\n${text}\n`;
  }
}

function sectionOf(message: Message): string {
  if (message.role === "user") return labelled("You", shown(message.text));
  if (message.role === "system") return labelled("System", shown(message.text));
  if (message.role === "assistant") return assistantSection(message);
  const { name, output, isError } = message.result;
  return labelled(`Result of ${oneLine(name)}${isError ? " (error)" : ""}`, fenced(output));
}

function assistantSection({ parts, interrupted }: AssistantMessage): string {
  const sections = parts.map(partSection).filter((text) => text !== "");
  return [...sections, ...(interrupted ? ["*(interrupted)*"] : [])].join("\n\n");
}

function partSection(part: AssistantPart): string {
  if (part.type === "tool-call")
    return labelled(`Tool call: ${oneLine(part.call.name)}`, fenced(inputText(part.call)));
  if (part.text.trim() === "") return "";
  if (part.type === "text") return labelled("Assistant", shown(part.text));
  return shown(part.text, "Reasoning")
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function labelled(label: string, text: string): string {
  return `**${label}:**\n\n${text}`;
}

/** A line of ours at the beginning of a line of the text is escaped. */
const ownLine = /^(\s*(?:>\s*)*)(\*\*(?:you|system|assistant|reasoning|tool call|result of)\b)/i;

function shown(text: string, label?: string): string {
  const whole = contained(text.trim(), ownLine);
  return label === undefined ? whole : labelled(label, whole);
}

/** The fence is longer than any in the text. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
