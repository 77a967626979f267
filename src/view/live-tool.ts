/** A tool call while it runs: its preview, and the last lines of what it writes. It must not know events. */
import type { ToolFate } from "../model/event.ts";
import type { ToolPreview, ToolResult } from "../model/tool.ts";
import type { LiveBlock } from "./history/store.ts";
import type { Part } from "./part.ts";
import { noText } from "./safe-text.ts";
import { createStreamSanitiser, type SafeText, sanitise, sanitiseLine } from "./sanitise.ts";
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
      output: sanitise(result.output),
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
  return { kind: "tool", gap, title, state: stateOf(result, fate), fields, output: sanitise(result.output) };
}

function safeField({ label, value }: { readonly label: string; readonly value: string }): SafeField {
  return { label: sanitiseLine(label), value: sanitise(value) };
}

function stateOf({ isError }: ToolResult, fate: ToolFate): ToolState {
  if (fate === "ran") return isError ? "failed" : "done";
  return fate;
}

/** Whole lines, where there are several. */
function tailOf(text: string): SafeText {
  if (text.length <= tailLength) return text as SafeText;
  const tail = text.slice(-tailLength);
  return tail.slice(tail.indexOf("\n") + 1) as SafeText;
}
