/** A conversation as plain text: who speaks stands at the left edge, what they say is indented. */
import type { Prompt } from "../model/attachment.ts";
import { attachmentLine } from "../model/attachment-line.ts";
import type { AssistantPart, Message } from "../model/message.ts";
import { type Exported, factRows, inputText, titleOf } from "./exported.ts";

export function* exportText(exported: Exported): Iterable<string> {
  const rows = factRows(exported).map(([label, value]) => `${`${label}:`.padEnd(10)}${oneLine(value)}`);
  yield `${[oneLine(titleOf(exported)), ...rows].join("\n")}\n`;
  for (const message of exported.messages) {
    for (const [label, text] of paragraphsOf(message)) yield `\n${label}:\n${indented(text)}\n`;
  }
}

type Paragraph = readonly [label: string, text: string];

function paragraphsOf(message: Message): readonly Paragraph[] {
  if (message.role === "user") return [["You", message.text], ...attachedParagraphs(message)];
  if (message.role === "system") return [["System", message.text]];
  if (message.role === "assistant") {
    const parts = message.parts.map(partParagraph).filter(([, text]) => text.trim() !== "");
    return message.interrupted ? [...parts, ["Assistant", "(interrupted)"]] : parts;
  }
  const { name, output, isError } = message.result;
  return [[`Result of ${oneLine(name)}${isError ? " (error)" : ""}`, output]];
}

function attachedParagraphs({ attachments = [] }: Prompt): readonly Paragraph[] {
  return attachments.map((one) => {
    return [`Attached, ${oneLine(attachmentLine(one))}`, one.type === "text" ? one.text : "(an image)"];
  });
}

function partParagraph(part: AssistantPart): Paragraph {
  if (part.type === "tool-call") return [`Tool call, ${oneLine(part.call.name)}`, inputText(part.call)];
  return [part.type === "text" ? "Assistant" : "Reasoning", part.text];
}

/** Everything that could be read as the beginning of a line is one. */
function indented(text: string): string {
  const lines = text.replace(/\s+$/, "").split(/\r\n|[\n\v\f\r\u2028\u2029]/);
  return lines.map((line) => `  ${line}`.trimEnd()).join("\n");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
