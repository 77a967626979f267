/** Whether Enter ends the text or opens another line of it, by the same rules as in the append display. */
import type { TextOrigin } from "./edit.ts";
import { createLineAssembler } from "./multiline.ts";
import type { Lines } from "./text-buffer.ts";

const hereDocument = /<<</;

/** The text to send; undefined while a block is open. What was not typed is sent as it is. */
export function submission(lines: Lines, origin: TextOrigin): string | undefined {
  const text = lines.join("\n");
  if (origin !== "typed") return text;
  const assembler = createLineAssembler();
  const parts = lines.map((line) => assembler.push(line)).filter((part) => part !== undefined);
  if (assembler.open()) return undefined;
  return hereDocument.test(text) ? parts.join("\n") : text;
}
