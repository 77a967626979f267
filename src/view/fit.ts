/** Lines that are exactly as wide as asked. It must not know what the text means. */
import { type Line, type Role, span } from "./line.ts";
import { spaces } from "./safe-text.ts";
import { clipLine, lineWidth } from "./wrap.ts";

/** Cut, or filled with spaces of a role. */
export function fillLine(line: Line, width: number, role: Role): Line {
  if (width <= 0) return [];
  const cut = clipLine(line, width);
  const missing = width - lineWidth(cut);
  return missing > 0 ? [...cut, span(role, spaces(missing))] : cut;
}
