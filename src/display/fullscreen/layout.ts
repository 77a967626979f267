/** Which rows of the screen belong to what. Pure: sizes in, rows out. */

export interface Layout {
  readonly columns: number;
  readonly rows: number;
  readonly history: Band;
  /** Of no height where there is no room for it. */
  readonly spinner: Band;
  /** What waits for its turn. */
  readonly queue: Band;
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
/** And under these without what waits, and with little of it. */
const queueFrom = 4;
const roomyRows = 16;
const inputShare = 1 / 3;

/** The input may take a third of the screen. */
export function mostInputRows(rows: number): number {
  return Math.max(1, Math.floor(rows * inputShare));
}

/** Some of what waits is seen where there is room; on a small screen that it waits. */
export function mostQueueRows(rows: number): number {
  if (rows < queueFrom) return 0;
  if (rows < spinnerFrom) return 1;
  return rows < roomyRows ? 2 : 4;
}

export interface Wanted {
  readonly input: number;
  readonly overlay?: number | undefined;
  readonly queue?: number | undefined;
}

export function layOutScreen(columns: number, rows: number, wanted: Wanted): Layout {
  const status = rows >= statusFrom ? 1 : 0;
  const spinner = rows >= spinnerFrom ? 1 : 0;
  const input = Math.min(Math.max(1, wanted.input), mostInputRows(rows));
  const queue = Math.min(wanted.queue ?? 0, mostQueueRows(rows));
  const above = Math.max(0, rows - status - spinner - queue - input);
  const overlay = Math.min(wanted.overlay ?? 0, above);
  return {
    columns,
    rows,
    history: { top: 0, height: above - overlay },
    overlay: { top: above - overlay, height: overlay },
    spinner: { top: above, height: spinner },
    queue: { top: above + spinner, height: queue },
    input: { top: above + spinner + queue, height: input },
    status: { top: above + spinner + queue + input, height: status },
  };
}
