/** Lines as plain text, and with roles, for tests that read them. */
import { layOut } from "../../src/view/layout.ts";
import type { Line } from "../../src/view/line.ts";
import { markdownReader } from "../../src/view/markdown/reader.ts";
import type { Part } from "../../src/view/part.ts";
import { readParts } from "../../src/view/part-stream.ts";
import { sanitise } from "../../src/view/sanitise.ts";
import { lineText, wrap } from "../../src/view/wrap.ts";

export function linesOfParts(parts: readonly Part[], width: number): readonly Line[] {
  return parts.flatMap((part) => layOut(part, width)).flatMap((line) => wrap(line, width));
}

export function markdownLines(text: string, width = 60): readonly Line[] {
  return linesOfParts(readParts(markdownReader, sanitise(text)), width);
}

export function textsOf(lines: readonly Line[]): readonly string[] {
  return lines.map(lineText);
}

/** `role:text` of every span. */
export function spansOf(lines: readonly Line[]): readonly string[] {
  return lines.flatMap((line) => line.map(({ role, text }) => `${role}:${text}`));
}
