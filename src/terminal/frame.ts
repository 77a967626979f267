/** A picture of the whole screen: what a display wants to be seen, in cells. */
import type { Style } from "./style.ts";

export interface Frame {
  readonly columns: number;
  /** From the top; no row has more than `columns` cells, and what it lacks is blank. */
  readonly rows: readonly Row[];
  /** Where the cursor is to stand; absent: it need not be seen. */
  readonly cursor?: Position;
}

export interface Row {
  /** One grapheme cluster each; the right half of a wide one is the empty string. Never a control character. */
  readonly texts: readonly string[];
  readonly styles: ArrayLike<Style>;
}

/** Both from 0, from the top left. */
export interface Position {
  readonly row: number;
  readonly column: number;
}
