/** How large the screen is, from whoever knows. It must not know streams or the real environment. */
import type { Entry } from "../terminfo/read.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface SizeSources {
  /** What the system says; on serial lines often 0, which means unknown. */
  readonly reported: Readonly<Partial<Record<keyof Size, number | undefined>>>;
  readonly env: { readonly COLUMNS?: string | undefined; readonly LINES?: string | undefined };
  readonly entry: Entry;
}

const usual: Size = { columns: 80, rows: 24 };
/** More than any screen has; a mistaken figure must not fill the memory. */
const most = 10_000;

/** The system before the environment before the entry, for each direction by itself. */
export function chooseSize({ reported, env, entry }: SizeSources): Size {
  return {
    columns: firstKnown(usual.columns, reported.columns, numeral(env.COLUMNS), entry.numbers.get("cols")),
    rows: firstKnown(usual.rows, reported.rows, numeral(env.LINES), entry.numbers.get("lines")),
  };
}

function firstKnown(otherwise: number, ...figures: readonly (number | undefined)[]): number {
  const known = figures.find((figure) => figure !== undefined && Number.isInteger(figure) && figure > 0);
  return Math.min(known ?? otherwise, most);
}

function numeral(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
