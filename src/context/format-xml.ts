/** A transcript as well-formed XML. */
import type { TranscriptEntry } from "./transcript.ts";

export function formatXml(entries: readonly TranscriptEntry[]): string {
  const messages = entries.map(
    ({ role, text }) => `  <message role="${role}">\n    ${escapeXml(text.trim())}\n  </message>\n`,
  );
  return `<conversation>\n${messages.join("")}</conversation>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/** Characters that XML cannot hold are replaced. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[&<>\r]/g, (character) => entities[character] ?? "")
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\p{Cs}\uFFFE\uFFFF]/gu, "\uFFFD");
}
