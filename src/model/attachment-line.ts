/** What was attached, in one line. */
import type { Attachment } from "./attachment.ts";

/** How much there is of it, and what is missing. */
export function attachmentLine(attachment: Attachment): string {
  const { name } = attachment;
  if (attachment.type === "image") return `${oneLine(name)} (${sizeText(bytesIn(attachment.data))})`;
  const { text, cut } = attachment;
  const lines = text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
  const size = `${lines} ${lines === 1 ? "line" : "lines"}, ${sizeText(Buffer.byteLength(text))}`;
  return `${oneLine(name)} (${size}${cut === undefined ? "" : `; ${oneLine(cut)}`})`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function bytesIn(base64: string): number {
  return Math.floor((base64.replace(/=+$/, "").length * 3) / 4);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
