/**
 * A blessed box that shows rows of cells as they are: blessed neither parses nor measures them. All text that is not
 * our own goes here. It must not know where rows come from.
 */
import type { Widgets } from "blessed";
import { attrOfStyle } from "./blessed-attr.ts";
import { type Attr, type Box, blessed, type Coords, type Line, type Screen } from "./blessed-types.ts";
import type { Position, Row } from "./frame.ts";

export interface RowsPane {
  /** For layout, focus and keys. */
  readonly box: Box;
  /** From the top; cells beyond the edges are not seen. The cursor stands within the pane while it has the focus. */
  show(rows: readonly Row[], cursor?: Position): void;
}

const noRows: readonly Row[] = [];
const blankRow: Row = { texts: [], styles: [] };
/** Each puts its rows where they are to be seen; false: they must be drawn cell by cell. */
const stackers = new WeakMap<object, (rows: (Row | undefined)[]) => boolean>();

/** There is no padding: blessed would blank the rows to make it. */
export function createRowsPane(options: Widgets.BoxOptions): RowsPane {
  let rows = noRows;
  let cursor: Position | undefined;
  const box = new blessed.Box({ ...options, padding: 0, content: "", tags: false, scrollable: false });
  const { render } = box;
  box._noFill = true;
  box.render = () => {
    const inside = insideOf(box);
    if (inside) writeRows(box, inside, rows);
    if (box.screen.focused === asElement(box)) placeCursor(box, inside, cursor);
    return render.call(box);
  };
  box.on("blur", () => placeCursor(box, undefined, undefined));
  if (!options.border && !options.style) {
    stackers.set(box, (onScreen) => {
      const place = box._getCoords(true);
      if (box.screen.focused === asElement(box)) placeCursor(box, place, cursor);
      return place === undefined || (box.children.length === 0 && stack(box, place, rows, onScreen));
    });
  }
  return {
    box,
    show: (nextRows, nextCursor) => {
      rows = nextRows;
      cursor = nextCursor;
    },
  };
}

/**
 * The rows of a screen on which nothing but panes are to be seen, from edge to edge: those that the panes were given,
 * which need not become cells of blessed's. Undefined where something else must be drawn.
 */
export function stackedRows(screen: Screen): readonly Row[] | undefined {
  const rows = new Array<Row | undefined>(screen.lines.length).fill(undefined);
  for (const child of screen.children) {
    if (!stackers.get(child)?.(rows)) return undefined;
  }
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

function stack({ screen }: Box, place: Coords, rows: readonly Row[], onScreen: (Row | undefined)[]): boolean {
  const { cols } = screen.program;
  if (place.xi !== 0 || place.xl !== cols) return false;
  for (let y = Math.max(place.yi, 0); y < Math.min(place.yl, onScreen.length); y++) {
    const row = rows[place.base + y - place.yi] ?? blankRow;
    if (row.texts.length > cols) return false;
    onScreen[y] = row;
  }
  return true;
}

function insideOf(box: Box): Coords | undefined {
  const outside = box._getCoords(true);
  if (outside === undefined || !box.border) return outside;
  const { xi, xl, yi, yl, base } = outside;
  return { xi: xi + 1, xl: xl - 1, yi: yi + 1, yl: yl - 1, base };
}

function writeRows(box: Box, inside: Coords, rows: readonly Row[]): void {
  const blank = box.sattr(box.style);
  for (let y = Math.max(inside.yi, 0); y < inside.yl; y++) {
    const line = box.screen.lines[y];
    if (line === undefined) return;
    writeRow(line, inside, rows[inside.base + y - inside.yi], blank);
  }
}

/** A wide cluster that is cut in two is left to the framer, which blanks it. */
function writeRow(line: Line, { xi, xl }: Coords, row: Row | undefined, blank: Attr): void {
  for (let x = Math.max(xi, 0); x < xl && x < line.length; x++) {
    const style = row?.styles[x - xi];
    writeCell(line, x, style === undefined ? blank : attrOfStyle(style), row?.texts[x - xi] ?? " ");
  }
}

function writeCell(line: Line, x: number, attr: Attr, text: string): void {
  const cell = line[x];
  if (cell === undefined || (cell[0] === attr && cell[1] === text)) return;
  cell[0] = attr;
  cell[1] = text;
  line.dirty = true;
}

function placeCursor({ screen: { program } }: Box, inside?: Coords, at?: Position): void {
  program.cursorHidden = true;
  if (inside === undefined || at === undefined) return;
  const [x, y] = [inside.xi + at.column, inside.yi + at.row - inside.base];
  if (x < inside.xi || x >= inside.xl || y < inside.yi || y >= inside.yl) return;
  Object.assign(program, { x, y, cursorHidden: false });
}

/** The types of blessed's elements do not know the members that ours does. */
function asElement(box: Box): Widgets.BlessedElement {
  return box as unknown as Widgets.BlessedElement;
}
