/** Cutting, joining and padding of safe text, which keeps it safe. It must not know lines, roles or widths. */
import type { SafeText } from "./sanitise.ts";

export const noText = "" as SafeText;

export function slice(text: SafeText, start: number, end?: number): SafeText {
  return text.slice(start, end) as SafeText;
}

export function join(texts: readonly SafeText[], separator: "" | " " | "\n" = ""): SafeText {
  return texts.join(separator) as SafeText;
}

export function splitLines(text: SafeText): readonly SafeText[] {
  return text.split("\n") as SafeText[];
}

export function spaces(count: number): SafeText {
  return " ".repeat(Math.max(0, count)) as SafeText;
}

export function trim(text: SafeText): SafeText {
  return text.trim() as SafeText;
}

export function trimEnd(text: SafeText): SafeText {
  return text.trimEnd() as SafeText;
}

/** To the next multiple of `size`, counted in characters: exact where nothing wide stands before the tab. */
export function expandTabs(text: SafeText, size: number): SafeText {
  if (!text.includes("\t")) return text;
  let column = 0;
  const expand = (piece: string): string => {
    const width = piece === "\t" ? size - (column % size) : piece.length;
    column = piece === "\n" ? 0 : column + width;
    return piece === "\t" ? " ".repeat(width) : piece;
  };
  return text.replace(/\t|\n|[^\t\n]+/g, expand) as SafeText;
}

/**
 * Where to cut a text that is too long: after the last blank near the limit, else at the limit, never within a
 * character. It depends on nothing beyond the limit.
 */
export function cutPoint(text: string, limit: number): number {
  const near = text.lastIndexOf(" ", limit - 1);
  if (near >= limit - nearby && near > 0) return near + 1;
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
}

const nearby = 200;
