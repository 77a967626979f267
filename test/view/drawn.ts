/** Lines as a reader sees them, framed so that spaces at the end show. */
import type { Line, Role } from "../../src/view/line.ts";
import { lineText } from "../../src/view/wrap.ts";

export const widths = [20, 40, 80, 200] as const;

export function drawn(lines: readonly Line[]): string {
  return lines.map((line) => `|${lineText(line)}|`).join("\n");
}

/** The texts of one role. */
export function textsOf(lines: readonly Line[], role: Role): readonly string[] {
  return lines.flatMap((line) => line.filter((span) => span.role === role).map(({ text }) => text));
}
