/** The panes of the screen, laid out by blessed: each shows the lines that it is given. */
import type { WidgetScreen } from "../../terminal/blessed-adapter.ts";
import type { Position, Row } from "../../terminal/frame.ts";
import { createRowsPane, type RowsPane } from "../../terminal/rows-pane.ts";
import type { Line } from "../../view/line.ts";
import type { Band, Layout } from "./layout.ts";
import type { Styles } from "./styles.ts";

/** One object, so that its row is made once. */
const noLine: Line = [];
const names = ["history", "spinner", "queue", "input", "status", "overlay"] as const;
export type PaneName = (typeof names)[number];

export interface Panes {
  place(layout: Layout): void;
  /** Fewer lines than the pane has rows stand at its top, or at its foot. */
  show(name: PaneName, lines: readonly Line[], options?: ShowOptions): void;
}

export interface ShowOptions {
  readonly at?: "top" | "foot";
  readonly cursor?: Position;
}

/** What a pane was told to show, and the rows that this became. */
interface Shown {
  readonly lines: readonly Line[];
  readonly rows: readonly Row[];
  readonly styles: Styles;
  readonly columns: number;
  readonly at: "top" | "foot";
}

export function createPanes({ root }: WidgetScreen, styles: () => Styles): Panes {
  const panes = Object.fromEntries(names.map((name) => [name, createRowsPane({ parent: root })])) as Record<
    PaneName,
    RowsPane
  >;
  let placed: Layout | undefined;
  const shown = new Map<PaneName, Shown>();
  panes.input.box.focus();

  function rowsOf(
    lines: readonly Line[],
    height: number,
    { columns, at, styles }: Omit<Shown, "lines" | "rows">,
  ) {
    const rows = lines.slice(0, height).map((line) => styles.row(line, columns));
    const missing = new Array<Row>(height - rows.length).fill(styles.row(noLine, columns));
    return at === "top" ? [...rows, ...missing] : [...missing, ...rows];
  }

  return {
    place(layout) {
      for (const name of names) {
        const band = layout[name];
        if (placed && isSame(placed[name], band) && placed.columns === layout.columns) continue;
        const { box } = panes[name];
        Object.assign(box, { left: 0, width: layout.columns, top: band.top, height: band.height });
        box.hidden = band.height === 0;
      }
      placed = layout;
    },
    show(name, lines, { at = "top", cursor } = {}) {
      const { height } = placed?.[name] ?? noBand;
      const look = { at, columns: placed?.columns ?? 0, styles: styles() };
      const before = shown.get(name);
      const rows =
        before?.rows.length === height && isLike(before, lines, look)
          ? before.rows
          : rowsOf(lines, height, look);
      if (rows !== before?.rows) shown.set(name, { lines, rows, ...look });
      panes[name].show(rows, cursor);
    },
  };
}

const noBand: Band = { top: 0, height: 0 };

function isSame(one: Band, other: Band): boolean {
  return one.top === other.top && one.height === other.height;
}

function isLike(before: Shown, lines: readonly Line[], look: Omit<Shown, "lines" | "rows">): boolean {
  if (before.styles !== look.styles || before.columns !== look.columns || before.at !== look.at) return false;
  return before.lines.length === lines.length && before.lines.every((line, index) => line === lines[index]);
}
