/** A transcript as a JSON array of roles and contents. */
import type { TranscriptEntry } from "./transcript.ts";

/** Tool calls are left out: their results tell. */
export function formatJson(entries: readonly TranscriptEntry[]): string {
  const told = entries.filter(({ role }) => role !== "tool_call");
  return JSON.stringify(
    told.map(({ role, text }) => ({ role, content: text })),
    undefined,
    2,
  );
}
