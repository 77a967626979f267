/** Collects bytes as text up to a cap and counts the rest, so that endless output costs no memory. */
import { safePrefix } from "./truncate.ts";

export interface Capture {
  /** Takes a chunk and returns its text, or nothing once the output has turned out to be binary. */
  push(chunk: Uint8Array): string;
  /** Ends the text; bytes of an unfinished character become a replacement mark. Call it once. */
  finish(): Captured;
  isFull(): boolean;
  isBinary(): boolean;
}

export interface Captured {
  /** The first `maxChars` characters; empty for binary output. */
  readonly text: string;
  readonly totalChars: number;
  readonly totalBytes: number;
  /** A NUL was among what would have been kept. */
  readonly binary: boolean;
}

export function createCapture(maxChars: number): Capture {
  // ignoreBOM keeps a byte order mark: the text is what was there.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const parts: string[] = [];
  let keptChars = 0;
  let totalChars = 0;
  let totalBytes = 0;
  let full = false;
  let binary = false;

  const keep = (text: string): void => {
    totalChars += text.length;
    if (full || text === "") return;
    const part = safePrefix(text, maxChars - keptChars);
    full = part.length < text.length;
    keptChars += part.length;
    parts.push(part);
    binary = part.includes("\0");
    if (binary) parts.length = 0;
  };

  return {
    push(chunk) {
      totalBytes += chunk.length;
      if (binary) return "";
      const text = decoder.decode(chunk, { stream: true });
      keep(text);
      return binary ? "" : text;
    },
    finish() {
      if (!binary) keep(decoder.decode());
      return { text: parts.join(""), totalChars, totalBytes, binary };
    },
    isFull: () => full,
    isBinary: () => binary,
  };
}
