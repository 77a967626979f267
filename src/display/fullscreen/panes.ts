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

export function createPanes({ root }: WidgetScreen, styles: () => Styles): Panes {
  const panes = Object.fromEntries(names.map((name) => [name, createRowsPane({ parent: root })])) as Record<
    PaneName,
    RowsPane
  >;
  const bands = new Map<PaneName, Band & { readonly columns: number }>();
  panes.input.box.focus();

  return {
    place(layout) {
      for (const name of names) {
        const band = layout[name];
        bands.set(name, { ...band, columns: layout.columns });
        const { box } = panes[name];
        Object.assign(box, { left: 0, width: layout.columns, top: band.top, height: band.height });
        box.hidden = band.height === 0;
      }
    },
    show(name, lines, { at = "top", cursor } = {}) {
      const { height = 0, columns = 0 } = bands.get(name) ?? {};
      const { row, blank } = styles();
      const shown = lines.slice(0, height).map((line) => filled(row(line), columns, blank));
      const missing = Array.from({ length: height - shown.length }, () =>
        filled(row(noLine), columns, blank),
      );
      panes[name].show(at === "top" ? [...shown, ...missing] : [...missing, ...shown], cursor);
    },
  };
}

/** Themes may have a background: what no text covers has it too. */
function filled(row: Row, columns: number, blank: number): Row {
  const missing = columns - row.texts.length;
  if (missing <= 0 || blank === 0) return row;
  return {
    texts: [...row.texts, ...Array<string>(missing).fill(" ")],
    styles: [...Array.from(row.styles), ...Array<number>(missing).fill(blank)],
  };
}
