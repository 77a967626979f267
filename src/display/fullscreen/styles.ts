/** From lines of roles to cells: the theme's attributes as the terminal's styles. */
import type { Row } from "../../terminal/frame.ts";
import { rowOfSpans } from "../../terminal/spans.ts";
import { packStyle, plain, type Style } from "../../terminal/style.ts";
import type { Line, Role } from "../../view/line.ts";
import { roles } from "../../view/line.ts";
import { type Depth, resolveTheme, type Theme } from "../../view/theme.ts";

export interface Styles {
  readonly blank: Style;
  /** The same row for the same line and width, so that what is unchanged is found unchanged at a glance. */
  row(line: Line, columns: number): Row;
  of(role: Role): Style;
}

export function createStyles(theme: Theme, depth: Depth): Styles {
  const resolved = resolveTheme(theme, depth);
  const styles = Object.fromEntries(roles.map((role) => [role, packStyle(resolved[role])])) as Record<
    Role,
    Style
  >;
  const blank = styles.text;
  let rows = new WeakMap<Line, Row>();
  let width = 0;
  return {
    blank,
    row(line, columns) {
      if (columns !== width) rows = new WeakMap();
      width = columns;
      const known = rows.get(line);
      if (known) return known;
      const row = rowOfSpans(line.map(({ role, text }) => ({ text, style: styles[role] })));
      const whole = blank === plain ? row : filled(row, columns, blank);
      rows.set(line, whole);
      return whole;
    },
    of: (role) => styles[role],
  };
}

/** Themes may have a background: what no text covers has it too. */
function filled({ texts, styles }: Row, columns: number, blank: Style): Row {
  const missing = Math.max(0, columns - texts.length);
  return {
    texts: [...texts, ...Array<string>(missing).fill(" ")],
    styles: [...Array.from(styles), ...Array<Style>(missing).fill(blank)],
  };
}
