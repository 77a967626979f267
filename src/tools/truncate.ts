/** Cuts a tool's output to what the model may see, and says so. Knows nothing of the tools. */
import type { ToolOutput } from "../model/tool.ts";
import type { ToolAnswer } from "./tool.ts";

/** A limit of 0 or less means no limit. */
export function truncateAnswer(answer: ToolAnswer, limit: number, tool: string): ToolOutput {
  const { output, isError, footer } = answer;
  const total = answer.totalChars ?? output.length;
  const kept = limit > 0 ? safePrefix(output, limit) : output;
  if (kept.length >= total) return { output: joinLines(kept, footer), isError };
  return {
    output: joinLines(`${kept}\n\n${truncationNote(kept.length, total, tool)}`, footer),
    isError,
    truncatedFrom: total,
  };
}

/** The longest prefix of at most `limit` UTF-16 units that does not end in half a character. */
export function safePrefix(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const splitsPair = isHighSurrogate(text.charCodeAt(limit - 1)) && isLowSurrogate(text.charCodeAt(limit));
  return text.slice(0, splitsPair ? limit - 1 : limit);
}

/** With commas in every locale. */
function groupThousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function truncationNote(shown: number, total: number, tool: string): string {
  return `[OUTPUT TRUNCATED: Showing ${groupThousands(shown)} of ${groupThousands(total)} characters from ${tool}]`;
}

/** The footer starts on a line of its own. */
function joinLines(text: string, footer: string | undefined): string {
  if (footer === undefined) return text;
  return text === "" || text.endsWith("\n") ? text + footer : `${text}\n${footer}`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
