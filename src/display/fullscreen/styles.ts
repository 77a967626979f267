/** From lines of roles to cells: the theme's attributes as the terminal's styles. */
import type { Row } from "../../terminal/frame.ts";
import { rowOfSpans } from "../../terminal/spans.ts";
import { packStyle, type Style } from "../../terminal/style.ts";
import type { Line, Role } from "../../view/line.ts";
import { roles } from "../../view/line.ts";
import { type Depth, resolveTheme, type Theme } from "../../view/theme.ts";

export interface Styles {
  readonly blank: Style;
  /** The same row for the same line, so that what is unchanged is found unchanged at a glance. */
  row(line: Line): Row;
}

export function createStyles(theme: Theme, depth: Depth): Styles {
  const resolved = resolveTheme(theme, depth);
  const styles = Object.fromEntries(roles.map((role) => [role, packStyle(resolved[role])])) as Record<
    Role,
    Style
  >;
  const rows = new WeakMap<Line, Row>();
  return {
    blank: styles.text,
    row(line) {
      const known = rows.get(line);
      if (known) return known;
      const row = rowOfSpans(line.map(({ role, text }) => ({ text, style: styles[role] })));
      rows.set(line, row);
      return row;
    },
  };
}
