/**
 * What must never reach a terminal as text, whatever it was: the definition of these tests, which shares nothing with
 * `sanitise`.
 */

/** Controls, halves of pairs, separators, bidirectional controls, tags. */
const kinds = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|[\u{E0000}-\u{E0FFF}]/u.source;

/** What has no width, and fillers that look like blanks. */
const blind = [
  "200B",
  "2060-206F",
  "FEFF",
  "AD",
  "34F",
  "115F-1160",
  "3164",
  "FFA0",
  "180E",
  "17B4-17B5",
  "FFF9-FFFB",
]
  .map((range) => range.replace(/[0-9A-F]+/g, (code) => `\\u{${code}}`))
  .join("");

export const unseen = new RegExp(`${kinds}|[${blind}]`, "u");

/** The same on paper, where lines end and tabs stand. */
export function unseenOnPaper(text: string): string | undefined {
  return unseen.exec(text.replace(/[\n\t]/g, ""))?.[0];
}
