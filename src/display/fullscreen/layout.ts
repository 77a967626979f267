/** Which rows of the screen belong to what. Pure: sizes in, rows out. */

export interface Layout {
  readonly columns: number;
  readonly rows: number;
  readonly history: Band;
  /** Of no height where there is no room for it. */
  readonly spinner: Band;
  readonly input: Band;
  readonly status: Band;
  /** Where questions, help and lists stand: below the history, which makes room. */
  readonly overlay: Band;
}

export interface Band {
  readonly top: number;
  readonly height: number;
}

/** Under these heights the screen does without its status bar, and without its spinner. */
const statusFrom = 6;
const spinnerFrom = 8;
const inputShare = 1 / 3;

/** The input may take a third of the screen. */
export function mostInputRows(rows: number): number {
  return Math.max(1, Math.floor(rows * inputShare));
}

export function layOutScreen(columns: number, rows: number, inputRows: number, overlayRows = 0): Layout {
  const status = rows >= statusFrom ? 1 : 0;
  const spinner = rows >= spinnerFrom ? 1 : 0;
  const input = Math.min(Math.max(1, inputRows), mostInputRows(rows));
  const above = Math.max(0, rows - status - spinner - input);
  const overlay = Math.min(overlayRows, above);
  return {
    columns,
    rows,
    history: { top: 0, height: above - overlay },
    overlay: { top: above - overlay, height: overlay },
    spinner: { top: above, height: spinner },
    input: { top: above + spinner, height: input },
    status: { top: above + spinner + input, height: status },
  };
}
