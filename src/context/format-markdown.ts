/** A transcript as Markdown, a heading for each speaker. */
import type { TranscriptEntry } from "./transcript.ts";

const speakers = { system: "System", user: "User", assistant: "Assistant" } as const;

/** Tool results are left out. */
export function formatMarkdown(entries: readonly TranscriptEntry[]): string {
  return entries.flatMap(sectionOf).join("\n\n");
}

function sectionOf({ role, text }: TranscriptEntry): readonly string[] {
  if (role === "tool_result") return [];
  if (role === "tool_call") return [`**Tool Call**: ${text}`];
  return [`## ${speakers[role]}\n${contained(text.trim(), ownLine)}`];
}

/**
 * What looks like one of our own lines is escaped, and a block of code that is left open is closed.
 * `own` has two groups: what stands before such a line, and the line.
 */
export function contained(text: string, own: RegExp): string {
  const lines = text.split(/\r\n|[\n\r]/);
  let fence = "";
  const shown = lines.map((line) => {
    fence = fenceAfter(line, fence);
    return line.replace(own, "$1\\$2");
  });
  return [...shown, ...(fence === "" ? [] : [fence])].join("\n");
}

const ownLine = /^(\s*)(#{1,6}\s*(?:system|user|assistant)\b|\*\*tool call|current request:)/i;
const fenceLine = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The fence that is open after this line. */
function fenceAfter(line: string, open: string): string {
  const [, marks = "", info = ""] = fenceLine.exec(line) ?? [];
  if (marks === "") return open;
  if (open === "") return marks.startsWith("`") && info.includes("`") ? "" : marks;
  const closes = marks[0] === open[0] && marks.length >= open.length && info.trim() === "";
  return closes ? "" : open;
}
