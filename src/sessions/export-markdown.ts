/** A conversation as a Markdown document. Texts are kept as they are, but none can pass for another speaker. */
import { contained } from "../context/format-markdown.ts";
import { type Attachment, fenced, type Prompt } from "../model/attachment.ts";
import { attachmentLine } from "../model/attachment-line.ts";
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
  if (message.role === "user") return promptSection(message);
  if (message.role === "system") return labelled("System", shown(message.text));
  if (message.role === "assistant") return assistantSection(message);
  const { name, output, isError } = message.result;
  return labelled(`Result of ${oneLine(name)}${isError ? " (error)" : ""}`, fenced(output));
}

function promptSection({ text, attachments = [] }: Prompt): string {
  return [labelled("You", shown(text)), ...attachments.map(attachedSection)].join("\n\n");
}

/** Pictures are named only: a document that holds them would be nothing to read. */
function attachedSection(attached: Attachment): string {
  const label = `**Attached: ${oneLine(attachmentLine(attached))}**`;
  return attached.type === "text" ? `${label}\n\n${fenced(attached.text)}` : label;
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
const ownLine = /^(\s*(?:>\s*)*)(\*\*(?:you|attached|system|assistant|reasoning|tool call|result of)\b)/i;

function shown(text: string, label?: string): string {
  const whole = contained(text.trim(), ownLine);
  return label === undefined ? whole : labelled(label, whole);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
