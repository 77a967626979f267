/** A table fitted to a width: cells wrap inside their columns, and where there is no room for columns, rows are listed. */
import type { Line } from "../line.ts";
import type { Align, TablePart } from "../part.ts";
import { spaces } from "../safe-text.ts";
import { type SafeText, safeText } from "../sanitise.ts";
import { type LongLine, lineWidth, wrap } from "../wrap.ts";
import { inlineSpans } from "./inline.ts";

type Cell = Line;

const bar: Line = [{ role: "rule", text: safeText` │ ` }];
const narrowest = 4;

export function tableLines(part: TablePart, width: number): readonly LongLine[] {
  const header = part.header.map((text) => inlineSpans(text, { role: "strong" }));
  const rows = part.rows.map((row) =>
    part.header.map((_, at) => inlineSpans(row[at] ?? safeText``, { role: "text" })),
  );
  const widths = fitColumns(naturalWidths([header, ...rows]), width - 3 * (header.length - 1));
  if (!widths) return listed(header, rows);
  return [
    ...rowLines(header, widths, part.align),
    { body: [{ role: "rule", text: underline(widths) }], cut: "clip" },
    ...rows.flatMap((row) => rowLines(row, widths, part.align)),
  ];
}

function naturalWidths(rows: readonly (readonly Cell[])[]): readonly number[] {
  const widths = rows[0]?.map(() => 1) ?? [];
  for (const row of rows) {
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 1, lineWidth(cell));
    });
  }
  return widths;
}

/** Narrow columns keep their width, the others share what is left. Undefined where that is too little. */
function fitColumns(natural: readonly number[], room: number): readonly number[] | undefined {
  const sorted = [...natural].sort((a, b) => a - b);
  let left = room;
  for (const [index, width] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (width > share) return share < narrowest ? undefined : natural.map((each) => Math.min(each, share));
    left -= width;
  }
  return natural;
}

function underline(widths: readonly number[]): SafeText {
  return widths.map((width) => "─".repeat(width)).join("─┼─") as SafeText;
}

function rowLines(
  row: readonly Cell[],
  widths: readonly number[],
  align: readonly Align[],
): readonly LongLine[] {
  const columns = row.map((cell, at) => wrap({ body: cell, cut: "words" }, widths[at] ?? narrowest));
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => ({
    body: columns.flatMap((lines, at) => {
      const cell = padded(lines[line] ?? [], widths[at] ?? 0, align[at] ?? "left");
      return at === 0 ? cell : [...bar, ...cell];
    }),
    cut: "clip",
  }));
}

function padded(cell: Cell, width: number, align: Align): Line {
  const free = width - lineWidth(cell);
  const before = { left: 0, right: free, centre: Math.floor(free / 2) }[align];
  return [...blank(before), ...cell, ...blank(free - before)];
}

function blank(count: number): Line {
  return count > 0 ? [{ role: "text", text: spaces(count) }] : [];
}

/** Every cell on a line of its own, after the name of its column. */
function listed(header: readonly Cell[], rows: readonly (readonly Cell[])[]): readonly LongLine[] {
  const names = header.map((name): Line => [...name, { role: "strong", text: safeText`: ` }]);
  const record = (row: readonly Cell[]): readonly LongLine[] =>
    row.map((cell, at) => ({ body: [...(names[at] ?? []), ...cell], cut: "words" }));
  if (rows.length === 0) return record(header.map(() => []));
  return rows.flatMap((row, index) => (index === 0 ? record(row) : [emptyLine, ...record(row)]));
}

const emptyLine: LongLine = { body: [], cut: "words" };
