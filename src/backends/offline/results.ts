/** Says what came of the tool calls, from their actual results. */
import type { ToolResult } from "../../model/tool.ts";

const maxLines = 5;
const maxLineChars = 200;
/** What the loop answers for a call that the user did not allow; a test holds it to the loop's own words. */
const denial = /^tool execution cancelled by user/i;

export function commentOn(results: readonly ToolResult[], ifFailed?: string): string {
  const comments = results.map(describe);
  const failed = results.some((result) => result.isError && !isDenied(result));
  return [...comments, ...(failed && ifFailed ? [ifFailed] : [])].join("\n\n");
}

function describe(result: ToolResult): string {
  const said = quote(result.output);
  if (isDenied(result)) return `\`${result.name}\` was not allowed. A model would be told:\n\n${said}`;
  if (result.isError) return `\`${result.name}\` failed. A model would be told:\n\n${said}`;
  if (!said) return `\`${result.name}\` worked; its output is empty.`;
  return `\`${result.name}\` worked. Its output${lineCount(result.output)}:\n\n${said}`;
}

function isDenied({ isError, output }: ToolResult): boolean {
  return isError && denial.test(output);
}

function lineCount(output: string): string {
  const count = linesOf(output).length;
  return count > maxLines ? ` (the first ${maxLines} of ${count} lines)` : "";
}

/** A code block that the quoted text cannot close. */
function quote(output: string): string {
  const lines = linesOf(output).slice(0, maxLines).map(shorten);
  if (lines.length === 0) return "";
  const ticks = lines.join("\n").match(/`+/g) ?? [];
  const fence = "`".repeat(ticks.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  return [fence, ...lines, fence].join("\n");
}

function linesOf(output: string): readonly string[] {
  const text = output.trimEnd();
  return text === "" ? [] : text.split(/\r?\n/);
}

function shorten(line: string): string {
  const chars = Array.from(line.slice(0, 2 * maxLineChars + 2));
  if (chars.length <= maxLineChars) return line;
  return `${chars.slice(0, maxLineChars).join("")}…`;
}
