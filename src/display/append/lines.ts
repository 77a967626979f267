/** What each event looks like as plain labelled lines. Pure: from data to safe text. */
import type { Prompt } from "../../model/attachment.ts";
import type {
  AgentEvent,
  NoticeLevel,
  Queued,
  Retrying,
  ToolFate,
  TurnOutcome,
  ViewAction,
} from "../../model/event.ts";
import type { Question } from "../../model/question.ts";
import type { PreviewField, ToolPreview, ToolResult } from "../../model/tool.ts";
import { promptTokens, type Usage } from "../../model/usage.ts";
import { attachedTexts } from "../../view/notes.ts";
import { previewText, withDirectory, withRule } from "../../view/preview.ts";
import { type SafeText, safeText, sanitise, sanitiseLine } from "../../view/sanitise.ts";

const shownOutputLines = 12;
const excerptChars = 60;

export function toolStartedLine(preview: ToolPreview): SafeText {
  return safeText`[Tool: ${sanitiseLine(preview.title)}]\n`;
}

/** `own`: what the user runs is shown as a whole. */
export function toolFinishedLines(result: ToolResult, fate: ToolFate, own?: true): SafeText {
  if (fate === "ran") return outputLines(result, own ? Number.POSITIVE_INFINITY : shownOutputLines);
  return safeText`[Tool ${sanitiseLine(result.name)} ${fateWords[fate]}: ${sanitiseLine(result.output)}]\n`;
}

const fateWords: Record<Exclude<ToolFate, "ran">, SafeText> = {
  refused: safeText`was refused`,
  denied: safeText`was not run`,
  interrupted: safeText`was interrupted`,
  "not-started": safeText`was not started`,
};

/** All there is to know of a call, as far as it has come. */
export function wholeCallLines(preview: ToolPreview, result?: ToolResult): SafeText {
  const fields = preview.fields.map(fieldLines).join("");
  const output = result ? outputLines(result, Number.POSITIVE_INFINITY) : "";
  return `${toolStartedLine(preview)}${fields}${output}` as SafeText;
}

function outputLines(result: ToolResult, most: number): SafeText {
  const lines = (sanitise(result.output).trimEnd() || "[no output]").split("\n");
  const shown = lines.slice(0, most).map((line) => `  ${line}\n`);
  const hidden = lines.length - shown.length;
  if (hidden > 0) shown.push(`  [${hidden} more ${hidden === 1 ? "line" : "lines"}]\n`);
  const label = result.isError ? "failed" : "result";
  return `[Tool ${sanitiseLine(result.name)} ${label}]\n${shown.join("")}` as SafeText;
}

/** The exact thing that will happen, complete: what is asked about is what is run. */
export function questionLines(question: Question, directory: string, asker?: SafeText): SafeText {
  const from = asker === undefined ? "" : `${asker}: `;
  if (question.kind === "pause") return `[${from}${sanitiseLine(question.reason)}]\n` as SafeText;
  if (question.kind === "confirm") {
    return `[${from}${sanitiseLine(question.title)}]\n${question.fields.map(fieldLines).join("")}` as SafeText;
  }
  const shown = withRule(question, withDirectory(question.preview.fields, directory));
  const fields = shown.map(fieldLines).join("");
  return `[${from}Approval needed: ${sanitiseLine(question.preview.title)}]\n${fields}` as SafeText;
}

function fieldLines(field: PreviewField): SafeText {
  const text = previewText(field);
  if (text.kind === "quoted") return safeText`  ${text.label}: ${text.value}\n`;
  const body = text.lines.map((line) => `    ${line}\n`).join("");
  return `  ${text.label} (${text.lines.length} lines):\n${body}` as SafeText;
}

export function tokenLine(usage: Usage): SafeText {
  const cached = usage.cacheRead > 0 ? `, cached: ${usage.cacheRead}` : "";
  const numbers = `input: ${promptTokens(usage)}, output: ${usage.output}${cached}`;
  return `  [Tokens: {${numbers}}${usage.estimated ? ", estimated" : ""}]\n` as SafeText;
}

/** Enough of a text to know it by, on one line. */
export function queuedLine({ text }: Queued): SafeText {
  const [line = "", ...others] = text.trim().split("\n");
  const characters = [...line];
  const whole = others.length === 0 && characters.length <= excerptChars;
  const shown = whole ? line : `${characters.slice(0, excerptChars).join("")}...`;
  return safeText`[queued: ${sanitiseLine(shown)}]\n`;
}

export function attachedLines(prompt: Prompt): readonly SafeText[] {
  return attachedTexts(prompt).map((text) => safeText`[${text}]\n`);
}

const noticeLabels: Record<NoticeLevel, SafeText> = {
  info: safeText``,
  warning: safeText`Warning: `,
  error: safeText`Error: `,
};

/** What takes several lines is a listing, and stands for itself. */
export function noticeLine({ level, text }: Extract<AgentEvent, { type: "notice" }>): SafeText {
  if (level === "info" && text.includes("\n")) return sanitise(`${text}\n`);
  return safeText`[${noticeLabels[level]}${sanitise(text)}]\n`;
}

const scrollsItself = safeText`[Your terminal scrolls back by itself.]\n`;

const viewLines: Readonly<Partial<Record<ViewAction["kind"], SafeText>>> = {
  scroll: scrollsItself,
  go: scrollsItself,
  find: safeText`[Your terminal searches by itself.]\n`,
  expand: safeText`[Lines that are written stay as they are; /expand writes the last tool call in full.]\n`,
  keys: safeText`[Your terminal edits the line by itself; /help lists the commands.]\n`,
};

/** What is written once cannot be moved or changed: the terminal does that. */
export function viewLine({ kind }: ViewAction): SafeText | undefined {
  return viewLines[kind];
}

export function retryLine({ reason, attempt, of, waitMs, dropped }: Retrying): SafeText {
  const seconds = Math.ceil(waitMs / 1000);
  const line = safeText`[retrying in ${seconds} s (${attempt} of ${of}): ${sanitise(reason)}]\n`;
  return dropped ? safeText`[The answer broke off; it begins anew below.]\n${line}` : line;
}

export function compactingLine({ messages }: Extract<AgentEvent, { type: "compacting" }>): SafeText {
  const what = messages === 1 ? safeText`1 message` : safeText`${messages} messages`;
  return safeText`[Compacting ${what}...]\n`;
}

export function pasteLine(text: string): SafeText {
  return safeText`  [pasted ${countLines(text)} lines (${text.length} chars)]\n`;
}

export function countLines(text: string): number {
  return text.split("\n").length;
}

export function outcomeLine(outcome: TurnOutcome): SafeText | undefined {
  switch (outcome.kind) {
    case "answered":
      return undefined;
    case "cancelled":
      return safeText`[operation cancelled by user]\n`;
    case "failed":
      return safeText`[Error: ${sanitise(outcome.message)}]\n`;
    case "iteration-limit":
      return safeText`[Stopped: ${sanitise(outcome.reason)}]\n`;
  }
}
