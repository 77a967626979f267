/** What is open between two lines of Markdown, and what becomes of it when it ends. It must not know what lines mean. */
import type { CodeContext, Part, ProsePart, TablePart } from "../part.ts";
import type { ReadStep } from "../part-stream.ts";
import { join, noText } from "../safe-text.ts";
import type { SafeText } from "../sanitise.ts";
import type { Fence } from "./line-kinds.ts";

/** Between two lines. Plain data. */
export interface ReaderState {
  /** What the next line may go on with. */
  readonly open?: Open;
  /** The list items we are in, the outermost first. */
  readonly levels: readonly Level[];
  /** The last line was empty. */
  readonly blank: boolean;
  /** What came last. */
  readonly last?: Part["kind"] | "heading";
}

type Open = OpenProse | OpenCode | OpenTable;
export type OpenProse = Omit<ProsePart, "open"> & { readonly lines: number };
export type OpenTable = TablePart & { /** Rows have been completed before. */ readonly continued: boolean };

export interface OpenCode {
  readonly kind: "code";
  /** Absent for code that is marked by its indent. */
  readonly fence?: Fence;
  readonly quote: number;
  readonly within: CodeContext;
  readonly lines: readonly SafeText[];
  readonly chars: number;
  readonly gap: boolean;
}

export interface Level {
  /** Where the marker stood in the source. */
  readonly column: number;
  /** Where what belongs to the item is shown. */
  readonly indent: number;
}

export type Step = ReadStep<ReaderState>;

export const start: ReaderState = { levels: [], blank: false };

/** Nothing is open but what may be gone on with in another place: code between two lines, for one. */
export function isBoundary({ open }: ReaderState): boolean {
  if (!open) return true;
  if (open.kind === "code") return open.lines.length === 0;
  if (open.kind === "table") return open.rows.length === 0 && open.continued;
  return open.text === "" && !open.marker;
}

/** The end of the text, or of what there is of it so far. */
export function close(state: ReaderState, unfinished = false): Step {
  const { open } = state;
  if (!open) return { state, parts: [] };
  const { part, last } = completed(open, unfinished);
  return { state: { ...state, open: undefined, last, blank: false }, parts: part ? [part] : [] };
}

function completed(open: Open, unfinished: boolean): { part?: Part; last: ReaderState["last"] } {
  if (open.kind === "table") return { part: tablePart(open), last: "table" };
  if (open.kind === "code") {
    const part = open.lines.length > 0 ? codePart(open) : undefined;
    return { part, last: "code" };
  }
  const { lines: _, ...part } = open;
  return open.text === "" && !open.marker
    ? { last: "prose" }
    : { part: { ...part, open: unfinished }, last: part.heading ? "heading" : "prose" };
}

function tablePart({ continued, ...part }: OpenTable): TablePart | undefined {
  return continued && part.rows.length === 0 ? undefined : part;
}

export function codePart({ fence, within, lines, gap }: OpenCode): Part {
  return { kind: "code", language: fence?.info ?? noText, within, text: join(lines, "\n"), gap };
}

export function openDepth(open: Open): number {
  if (open.kind === "table") return 0;
  return open.quote;
}

export function after(step: Step, next: (state: ReaderState) => Step): Step {
  const { state, parts } = next(step.state);
  return { state, parts: [...step.parts, ...parts] };
}

/** What stands apart from the text around it, besides what the source keeps apart. */
const apart: ReadonlySet<ReaderState["last"]> = new Set(["heading", "code", "table", "rule"]);

export function gapBefore({ blank, last }: ReaderState, standsApart: boolean): boolean {
  return last !== undefined && (blank || standsApart || apart.has(last));
}
