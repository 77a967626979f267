/**
 * Markdown to parts, one line at a time: what a line means depends on a small state, never on later lines. It must
 * not know widths or where the lines come from.
 */
import { mostChars, mostLines } from "../part.ts";
import type { PartReader } from "../part-stream.ts";
import { join, noText, slice, splitLines, trim } from "../safe-text.ts";
import type { SafeText } from "../sanitise.ts";
import { colourCode, outside } from "./code-colours.ts";
import {
  alignsIn,
  cellsIn,
  closesFence,
  type Fence,
  fenceIn,
  headingIn,
  type Item,
  indentOf,
  isRule,
  isUnderline,
  itemIn,
  type QuotedLine,
  unquote,
} from "./line-kinds.ts";
import {
  after,
  close,
  codePart,
  gapBefore,
  isBoundary,
  type Level,
  type OpenCode,
  type OpenProse,
  type OpenTable,
  openDepth,
  type ReaderState,
  type Step,
  start,
} from "./reader-state.ts";

const deepestQuote = 6;
const deepestList = 8;

export const markdownReader: PartReader<ReaderState> = { start, readLine, close, isBoundary };

/** `fresh` is false for the rest of a line that was too long. */
function readLine(state: ReaderState, line: SafeText, fresh = true): Step {
  const { open } = state;
  if (open?.kind === "code") return readCode(state, open, line, fresh);
  if (!fresh) return readRest(state, line);
  const quoted = unquote(line);
  if (quoted.text.trim() === "") return readBlank(state, quoted.depth);
  if (open && openDepth(open) !== Math.min(quoted.depth, deepestQuote)) {
    return after(close(state), (next) => readText({ ...next, levels: [] }, quoted));
  }
  return readText(state, quoted);
}

function readRest(state: ReaderState, text: SafeText): Step {
  if (state.open?.kind === "prose") return addProse(state, state.open, text, "");
  return after(close(state), (next) => beginProse(next, { text, quote: 0 }));
}

function readBlank(state: ReaderState, depth: number): Step {
  const { state: next, parts } = close(state);
  return { state: { ...next, blank: true, levels: depth === 0 ? next.levels : [] }, parts };
}

type Kinds = readonly ((state: ReaderState, line: QuotedLine) => Step | undefined)[];

function readText(state: ReaderState, line: QuotedLine): Step {
  for (const read of kinds) {
    const step = read(state, line);
    if (step) return step;
  }
  return readProse(state, line);
}

const kinds: Kinds = [
  readFence,
  readRow,
  readTable,
  readUnderline,
  readHeading,
  readRule,
  readItem,
  readIndented,
];

function readFence(state: ReaderState, { text, depth }: QuotedLine): Step | undefined {
  const fence = fenceIn(text);
  if (!fence) return undefined;
  return after(close(state), (next) => openCode(next, Math.min(depth, deepestQuote), [], fence));
}

function openCode(state: ReaderState, quote: number, lines: readonly SafeText[], fence?: Fence): Step {
  const gap = gapBefore(state, true);
  const chars = lines.reduce((sum, { length }) => sum + length, 0);
  const open: OpenCode = { kind: "code", fence, quote, within: outside, lines, chars, gap };
  return { state: { ...state, open, blank: false }, parts: [] };
}

function readIndented(state: ReaderState, { text, depth }: QuotedLine): Step | undefined {
  if (state.open || state.levels.length > 0 || indentOf(text) < 4) return undefined;
  return openCode(state, Math.min(depth, deepestQuote), [slice(text, 4)]);
}

function readCode(state: ReaderState, open: OpenCode, line: SafeText, fresh: boolean): Step {
  const { depth, text } = open.quote > 0 ? unquote(line, open.quote) : { depth: 0, text: line };
  const { fence } = open;
  const leaves = fresh && (depth < open.quote || (!fence && indentOf(text) < 4));
  if (leaves) return after(close(state), (next) => readLine(next, line));
  if (fence && fresh && closesFence(text, fence)) return close(state);
  const code = fresh ? slice(text, Math.min(indentOf(text), fence?.indent ?? 4)) : text;
  const grown = { ...open, lines: [...open.lines, code], chars: open.chars + code.length };
  if (grown.lines.length < mostLines && grown.chars < mostChars)
    return { state: { ...state, open: grown }, parts: [] };
  const { within } = colourCode(grown.lines, fence?.info ?? "", grown.within);
  const rest: OpenCode = { ...grown, within, lines: [], chars: 0, gap: false };
  return { state: { ...state, open: rest, last: "code" }, parts: [codePart(grown)] };
}

function readRow(state: ReaderState, { text }: QuotedLine): Step | undefined {
  const { open } = state;
  if (open?.kind !== "table") return undefined;
  if (!text.includes("|")) return after(close(state), (next) => readLine(next, text));
  const grown: OpenTable = { ...open, rows: [...open.rows, cellsIn(text)] };
  if (grown.rows.length < mostLines && tableChars(grown) < mostChars) {
    return { state: { ...state, open: grown }, parts: [] };
  }
  const rest: OpenTable = { ...grown, rows: [], gap: false, continued: true };
  return { state: { ...state, open: rest, last: "table" }, parts: close({ ...state, open: grown }).parts };
}

function tableChars({ rows }: OpenTable): number {
  return rows.flat().reduce((sum, { length }) => sum + length + 1, 0);
}

function readTable(state: ReaderState, { text }: QuotedLine): Step | undefined {
  const { open } = state;
  if (open?.kind !== "prose" || open.quote > 0) return undefined;
  const align = alignsIn(text);
  const lines = splitLines(open.text);
  const header = lines.at(-1) ?? noText;
  if (!align || !header.includes("|") || cellsIn(header).length !== align.length) return undefined;
  const before = { ...open, text: join(lines.slice(0, -1), "\n"), lines: lines.length - 1 };
  return after(close({ ...state, open: before }), (next) => {
    const gap = before.text === "" ? open.gap : true;
    const table: OpenTable = {
      kind: "table",
      header: cellsIn(header),
      align,
      rows: [],
      gap,
      continued: false,
    };
    return { state: { ...next, open: table, levels: [], blank: false }, parts: [] };
  });
}

function readUnderline(state: ReaderState, { text }: QuotedLine): Step | undefined {
  const { open } = state;
  if (open?.kind !== "prose" || open.marker || open.text === "" || !isUnderline(text)) return undefined;
  return close({ ...state, open: { ...open, heading: true } });
}

function readHeading(state: ReaderState, { text, depth }: QuotedLine): Step | undefined {
  const title = headingIn(text);
  if (title === undefined) return undefined;
  return after(close(state), (next) =>
    close({ ...next, levels: [], open: openProse(next, { text: title, quote: depth, heading: true }) }),
  );
}

function readRule(state: ReaderState, { text }: QuotedLine): Step | undefined {
  if (!isRule(text)) return undefined;
  return after(close(state), (next) => ({
    state: { ...next, levels: [], last: "rule", blank: false },
    parts: [{ kind: "rule", gap: gapBefore(next, true) }],
  }));
}

function readItem(state: ReaderState, { text, depth }: QuotedLine): Step | undefined {
  const item = itemIn(text);
  if (!item || !beginsItem(state, item)) return undefined;
  return after(close(state), (next) => {
    const levels = levelsAt(next.levels, item.column).slice(0, deepestList);
    const indent = levels.at(-1)?.indent ?? 0;
    const marker = (item.ordered ? `${item.marker} ` : "• ") as SafeText;
    const level: Level = { column: item.column, indent: indent + marker.length };
    const open = openProse(next, { text: item.text, quote: depth, indent, marker });
    return { state: { levels: [...levels, level], open, blank: false, last: next.last }, parts: [] };
  });
}

/** A paragraph is not ended by a number that merely stands at the start of a line. */
function beginsItem({ open, levels }: ReaderState, item: Item): boolean {
  if (levels.length > 0) return true;
  if (item.column >= 4) return false;
  return !open || (item.text !== "" && (!item.ordered || /^1[.)]$/.test(item.marker)));
}

/** The items that something at this column belongs to; two columns to the right of a marker are enough. */
function levelsAt(levels: readonly Level[], column: number): readonly Level[] {
  const end = levels.findLastIndex((level) => column >= level.column + 2);
  return levels.slice(0, end + 1);
}

function readProse(state: ReaderState, { text, depth }: QuotedLine): Step {
  const { open } = state;
  const line = trim(text);
  if (open?.kind === "prose") return addProse(state, open, line, "\n");
  const levels = levelsAt(state.levels, indentOf(text));
  return beginProse({ ...state, levels }, { text: line, quote: depth, indent: levels.at(-1)?.indent ?? 0 });
}

interface NewProse {
  readonly text: SafeText;
  readonly quote: number;
  readonly heading?: boolean;
  readonly indent?: number;
  readonly marker?: SafeText;
}

function beginProse(state: ReaderState, { text, ...look }: NewProse): Step {
  const open = openProse(state, { ...look, text: noText });
  return addProse({ ...state, open, blank: false }, open, text, "");
}

function openProse(
  state: ReaderState,
  { text, quote, heading = false, indent = 0, marker }: NewProse,
): OpenProse {
  const gap = gapBefore(state, heading);
  const depth = Math.min(quote, deepestQuote);
  return { kind: "prose", heading, text, quote: depth, indent, marker, gap, lines: 1 };
}

/** A paragraph without end becomes several. */
function addProse(state: ReaderState, open: OpenProse, text: SafeText, separator: "" | "\n"): Step {
  const glue = open.text === "" ? "" : separator;
  const whole = (open.text + glue + text) as SafeText;
  const grown: OpenProse = { ...open, text: whole, lines: open.lines + glue.length };
  if (whole.length < mostChars && grown.lines < mostLines) {
    return { state: { ...state, open: grown }, parts: [] };
  }
  const { state: next, parts } = close({ ...state, open: grown });
  const indent = grown.indent + (grown.marker?.length ?? 0);
  const rest: OpenProse = { ...grown, text: noText, marker: undefined, indent, gap: false, lines: 1 };
  return { state: { ...next, open: rest }, parts };
}
