/** A summary that no model has to write: one line for each thing that was said or done. */
import { callsOf, type Message, textOf } from "../../model/message.ts";
import { isSummary, linesPrefix, type Summary, summaryBody, withoutMarks } from "./marks.ts";
import { type Outcome, outcomeOf } from "./tool-outcome.ts";

export const maxSummaryLines = 24;
export const detailChars = 180;
/** What a model once wrote is worth more than what this makes of it. */
const proseChars = 1800;
const heading = "Older turns were compacted; these lines record them and ask for nothing.";
/** Lines about the summary itself, which are made anew. */
const ownLine = "- op=summary; ";

interface Operation extends Outcome {
  readonly op: string;
}

/** `removed` may hold an older summary: it becomes a line of this one. */
export function linesSummary(removed: readonly Message[], maxLines = maxSummaryLines): Summary {
  const older = removed.filter(isSummary);
  const others = removed.filter((message) => !isSummary(message));
  const operations = others.flatMap(operationsOf);
  const shown = operations.slice(0, maxLines);
  const left = operations.length - shown.length;
  return systemSummary([
    note(heading),
    ...older.map(previousLine),
    ...shown.map(operationLine),
    ...(left > 0 ? [note(`${left} more left out.`)] : []),
  ]);
}

/** Where even the lines would not make the history shorter. */
export const minimalSummary = systemSummary([note("Older turns were compacted.")]);

function systemSummary(lines: readonly string[]): Summary {
  return { role: "system", text: [linesPrefix, ...lines].join("\n"), summary: true };
}

function note(detail: string): string {
  return operationLine({ op: "summary", status: "info", detail });
}

function previousLine(summary: Summary): string {
  const body = summaryBody(summary);
  const told = body.split("\n").filter((line) => !line.startsWith(ownLine));
  const chars = summary.role === "user" ? proseChars : detailChars;
  return `- op=summary.previous; status=info; detail=${clipped(told.join(" ") || body, chars)}`;
}

/** A detail has no line breaks and an op no semicolons: read from the left, a line says what it says. */
export function operationLine({ op, status, detail }: Operation): string {
  return `- op=${op}; status=${status}; detail=${clipped(detail, detailChars)}`;
}

export function operationsOf(message: Message): readonly Operation[] {
  switch (message.role) {
    case "system":
      return [];
    case "user":
      return [
        { op: "user.input", status: "info", detail: message.text },
        ...(message.attachments ?? []).map(({ name }): Operation => {
          return { op: "user.attached", status: "info", detail: name };
        }),
      ];
    case "tool":
      return [{ op: toolOp(message.result.name, "result"), ...outcomeOf(message.result) }];
    case "assistant": {
      const text = textOf(message);
      return [
        ...(text.trim() === "" ? [] : [{ op: "assistant.output", status: "info", detail: text } as const]),
        ...callsOf(message).map(({ id, name }): Operation => {
          return { op: toolOp(name, "request"), status: "info", detail: `tool call requested (id=${id})` };
        }),
      ];
    }
  }
}

function toolOp(name: string, what: "request" | "result"): string {
  return `tool.${name.replaceAll(/[^\w.-]/g, "_").slice(0, 64) || "unknown"}.${what}`;
}

/** On one line, and no longer than this. */
function clipped(text: string, chars: number): string {
  const line = withoutMarks(text).replaceAll(/\s+/g, " ").trim();
  const characters = [...line.slice(0, 2 * chars + 2)];
  return characters.length <= chars ? line : `${characters.slice(0, chars - 3).join("")}...`;
}
