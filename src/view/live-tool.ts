/** A tool call while it runs: its preview, and the last lines of what it writes. It must not know events. */
import type { ToolFate } from "../model/event.ts";
import type { ToolPreview, ToolResult } from "../model/tool.ts";
import type { LiveBlock } from "./history/store.ts";
import type { Part } from "./part.ts";
import { noText } from "./safe-text.ts";
import { createStreamSanitiser, type SafeText, safeText, sanitise, sanitiseLine } from "./sanitise.ts";
import { type SafeField, type ToolSource, type ToolState, toolParts } from "./tool-block.ts";

export interface LiveTool extends LiveBlock {
  write(text: string): void;
  /** How it ended. */
  finished(result: ToolResult, fate: ToolFate): ToolSource;
}

/** How much of the output is kept while it runs, in characters. */
const tailLength = 4000;

export function createLiveTool(preview: ToolPreview, gap: boolean): LiveTool {
  const sanitiser = createStreamSanitiser();
  const started: ToolSource = {
    kind: "tool",
    gap,
    title: sanitiseLine(preview.title),
    state: "running",
    fields: preview.fields.map(safeField),
    output: noText,
  };
  let source = started;
  const made = new Map<boolean, { readonly of: ToolSource; readonly parts: readonly Part[] }>();
  return {
    kind: "tool",
    parts(expanded) {
      const known = made.get(expanded);
      if (known?.of === source) return known.parts;
      const parts = toolParts(source, expanded);
      made.set(expanded, { of: source, parts });
      return parts;
    },
    write(text) {
      source = { ...started, output: tailOf(source.output + sanitiser.push(text)) };
    },
    finished: (result, fate) => ({
      ...started,
      state: stateOf(result, fate),
      ...shownOutput(result.output),
    }),
  };
}

/** A call that never ran. */
export function unstartedTool(
  result: ToolResult,
  fate: ToolFate,
  gap: boolean,
  preview?: ToolPreview,
): ToolSource {
  const title = sanitiseLine(preview?.title ?? result.name);
  const fields = preview?.fields.map(safeField) ?? [];
  return { kind: "tool", gap, title, state: stateOf(result, fate), fields, ...shownOutput(result.output) };
}

function safeField({ label, value }: { readonly label: string; readonly value: string }): SafeField {
  return { label: sanitiseLine(label), value: sanitise(value) };
}

function stateOf({ isError }: ToolResult, fate: ToolFate): ToolState {
  if (fate === "ran") return isError ? "failed" : "done";
  return fate;
}

/** So much of a long output is kept from its start, and from its end, in characters. */
const longestEdge = 200_000;

/** What is too long to be laid out in a moment is shown without its middle. */
function shownOutput(text: string): Pick<ToolSource, "output" | "lines"> {
  if (text.length <= 2 * longestEdge) return { output: sanitise(text) };
  const head = text.slice(0, wholeCharacters(text, longestEdge));
  const tail = text.slice(wholeCharacters(text, text.length - longestEdge));
  const left = text.length - head.length - tail.length;
  const middle = safeText`\n[${left} characters left out here]\n`;
  return { output: safeText`${sanitise(head)}${middle}${sanitise(tail)}`, lines: countLines(text) };
}

/** Not between the halves of a character. */
function wholeCharacters(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

function countLines(text: string): number {
  const trimmed = text.trimEnd();
  let count = 1;
  for (let at = trimmed.indexOf("\n"); at >= 0; at = trimmed.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Whole lines, where there are several. */
function tailOf(text: string): SafeText {
  if (text.length <= tailLength) return text as SafeText;
  const tail = text.slice(-tailLength);
  return tail.slice(tail.indexOf("\n") + 1) as SafeText;
}
