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
/** More than any screen has; mistaken figures must not fill the memory, which both together would. */
const most: Size = { columns: 1000, rows: 500 };

/** The system before the environment before the entry, for each direction by itself. */
export function chooseSize({ reported, env, entry }: SizeSources): Size {
  const columns = firstKnown(reported.columns, numeral(env.COLUMNS), entry.numbers.get("cols"));
  const rows = firstKnown(reported.rows, numeral(env.LINES), entry.numbers.get("lines"));
  return {
    columns: Math.min(columns ?? usual.columns, most.columns),
    rows: Math.min(rows ?? usual.rows, most.rows),
  };
}

function firstKnown(...figures: readonly (number | undefined)[]): number | undefined {
  return figures.find((figure) => figure !== undefined && Number.isInteger(figure) && figure > 0);
}

function numeral(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
