/** A transcript as lines that begin with who speaks. */
import type { TranscriptEntry } from "./transcript.ts";

const speakers = { system: "System", user: "User", assistant: "Assistant" } as const;

/** Tool results are left out. Lines after the first are indented: no text can pass for another speaker. */
export function formatPlain(entries: readonly TranscriptEntry[]): string {
  return entries.flatMap(lineOf).join("\n");
}

function lineOf({ role, text }: TranscriptEntry): readonly string[] {
  if (role === "tool_result") return [];
  if (role === "tool_call") return [`[Tool: ${text}]`];
  return [`${speakers[role]}: ${text.trim().replaceAll(lineBreak, "\n  ")}`];
}

/** Everything that somebody could read as the beginning of a line. */
const lineBreak = /\r\n|[\n\v\f\r\u2028\u2029]/g;
