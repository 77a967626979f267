/** What is shown of a call that was made in an earlier run: no tool is asked what it would say of it. */
import type { ToolCall, ToolPreview } from "../model/tool.ts";

export function replayedPreview({ name, input }: ToolCall): ToolPreview {
  const fields = Object.entries(input).map(([label, value]) => ({ label, value: textOf(value) }));
  const [first] = fields;
  const title = first === undefined ? name : `${name}: ${firstLine(first.value)}`;
  return { title, fields };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function firstLine(text: string): string {
  const [line = "", ...others] = text.trim().split("\n");
  return others.length === 0 ? line : `${line} ...`;
}
