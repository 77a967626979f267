/** A conversation as one HTML page: no scripts, nothing from elsewhere, every text escaped. */
import type { Attachment } from "../model/attachment.ts";
import { attachmentLine } from "../model/attachment-line.ts";
import type { AssistantMessage, AssistantPart, Message } from "../model/message.ts";
import type { ToolCall } from "../model/tool.ts";
import { htmlStyle } from "./export-html-style.ts";
import { type Exported, factRows, inputText, titleOf } from "./exported.ts";
import { textBlocksOf } from "./fences.ts";

export function* exportHtml(exported: Exported): Iterable<string> {
  const title = escapeHtml(titleOf(exported));
  const rows = factRows(exported).map(
    ([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${htmlStyle}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<dl>${rows.join("")}</dl>
</header>
<main>
`;
  for (const [index, message] of exported.messages.entries()) {
    yield article(message, exported.firstNumber + index);
  }
  yield "</main>\n</body>\n</html>\n";
}

const speakers = { system: "System", user: "You", assistant: "Assistant", tool: "Tool" } as const;

function article(message: Message, number: number): string {
  const { role } = message;
  const heading = `<h2>${speakers[role]} <a href="#m${number}">${number}</a></h2>`;
  return `<article class="${role}" id="m${number}">\n${heading}\n${bodyOf(message)}\n</article>\n`;
}

function bodyOf(message: Message): string {
  if (message.role === "assistant") return assistantBody(message);
  if (message.role === "system") return prose(message.text);
  if (message.role === "user")
    return [prose(message.text), ...(message.attachments ?? []).map(attachedHtml)].join("\n");
  const { name, output, isError } = message.result;
  const summary = `Result of <code>${escapeHtml(name)}</code>${isError ? " (error)" : ""}`;
  return details(isError ? "result error" : "result", summary, code(output));
}

/** Pictures are named only. */
function attachedHtml(attached: Attachment): string {
  const label = `Attached: ${escapeHtml(attachmentLine(attached))}`;
  if (attached.type === "image") return `<p class="note">${label}</p>`;
  return details("result", label, code(attached.text));
}

function assistantBody({ parts, interrupted }: AssistantMessage): string {
  const note = interrupted ? ['<p class="note">(interrupted)</p>'] : [];
  return [...parts.map(partBody).filter((html) => html !== ""), ...note].join("\n");
}

function partBody(part: AssistantPart): string {
  if (part.type === "tool-call") {
    const summary = `<code>${escapeHtml(part.call.name)}</code> ${escapeHtml(firstLine(part.call))}`;
    return details("call", summary, code(inputText(part.call)));
  }
  if (part.text.trim() === "") return "";
  return part.type === "text" ? prose(part.text) : details("reasoning", "Reasoning", prose(part.text));
}

function details(kind: string, summary: string, body: string): string {
  return `<details class="${kind}"><summary>${summary}</summary>\n${body}\n</details>`;
}

/** Blocks of code are kept as they are; everything else is text with its line breaks. */
function prose(text: string): string {
  return textBlocksOf(text.trim())
    .map((block) => (block.code ? code(block.text) : `<p>${htmlText(block.text)}</p>`))
    .join("\n");
}

function code(text: string): string {
  return `<pre><code>${escapeHtml(text.replace(/\n$/, ""))}</code></pre>`;
}

/** Of the first text that the call was given. */
function firstLine({ input }: ToolCall): string {
  const text = Object.values(input).find((value) => typeof value === "string") ?? "";
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}

export function htmlText(text: string): string {
  return escapeHtml(text).replaceAll(/\r\n|\n/g, "<br>");
}
