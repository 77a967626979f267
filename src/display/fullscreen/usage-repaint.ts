/**
 * From the colours that chart widgets draw with to the theme's attributes. A bar is a background colour to them; here
 * it becomes characters, which are seen without colours too.
 */
import { attrOfStyle } from "../../terminal/blessed-attr.ts";
import type { Attr, Coords, Line as ScreenLine } from "../../terminal/blessed-types.ts";
import type { Role } from "../../view/line.ts";
import type { Styles } from "./styles.ts";

/** Which colour is drawn with for what; blessed's names of the first eight. */
export const markers = { bar: "green", line: "yellow", frame: "cyan", text: "white" } as const;

const colourMask = 0x1ff;
const foregroundShift = 9;
const barColour = 2;
const rolesByForeground: ReadonlyMap<number, Role> = new Map([
  [3, "progress"],
  [6, "border"],
]);
const full = "█";

export function repaint(lines: readonly ScreenLine[], { xi, xl, yi, yl }: Coords, styles: Styles): void {
  for (let y = Math.max(0, yi); y < yl; y++) {
    const line = lines[y];
    for (let x = Math.max(0, xi); line && x < xl; x++) repaintCell(line, x, styles);
  }
}

function repaintCell(line: ScreenLine, x: number, styles: Styles): void {
  const cell = line[x];
  if (!cell) return;
  const [attr, text] = cell;
  const isBar = (attr & colourMask) === barColour;
  const foreground = (attr >> foregroundShift) & colourMask;
  if (isBar && text === " ") cell[1] = full;
  cell[0] = attrOf(isBar ? barRole(text) : (rolesByForeground.get(foreground) ?? "text"), styles);
  line.dirty = true;
}

function barRole(text: string): Role {
  return text === " " ? "progress" : "strong";
}

function attrOf(role: Role, styles: Styles): Attr {
  return attrOfStyle(styles.of(role));
}
