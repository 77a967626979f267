/** Where the cursor is, and how it gets to where it must be. It must not know what stands in the cells. */
import type { Entry } from "../terminfo/read.ts";
import {
  findRoute,
  type Guide,
  impossible,
  type Route,
  type Step,
  typing,
  type Whereabouts,
} from "./routes.ts";
import type { Writer } from "./writer.ts";

export interface Cursor {
  /** Undefined: unknown. */
  readonly row: number | undefined;
  readonly column: number | undefined;
  moveTo(row: number, column: number): void;
  /** Text moved it to this column of the same row. */
  advanceTo(column: number): void;
  forget(): void;
  forgetColumn(): void;
}

export interface CursorOptions {
  readonly entry: Entry;
  readonly writer: Writer;
  readonly retype: Guide["retype"];
  /** Runs before a movement is sent. True: text that is sent now looks otherwise than before. */
  readonly beforeMove: () => boolean;
  /** What that may cost. */
  readonly beforeMoveCost: () => number;
}

const lineFeed = String.fromCharCode(10);

export function createCursor(options: CursorOptions): Cursor {
  const { entry, writer, beforeMove, beforeMoveCost, retype } = options;
  const guide: Guide = {
    writer,
    downFeedsLine: (entry.strings.get("cud1") ?? "").startsWith(lineFeed),
    retype,
  };
  let row: number | undefined;
  let column: number | undefined;

  function moveTo(toRow: number, toColumn: number): void {
    if (row === toRow && column === toColumn) {
      return;
    }
    const isAhead = row === toRow && column !== undefined && column < toColumn;
    const typed = isAhead ? typing(guide, toRow, column ?? 0, toColumn) : impossible;
    // No way is shorter than a byte, and most moves are over a single cell.
    if (typed.cost <= 1) perform(writer, typed.steps);
    else performRoute({ row, column }, typed, toRow, toColumn);
    row = toRow;
    column = toColumn;
  }

  function performRoute(from: Whereabouts, typed: Route, toRow: number, toColumn: number): void {
    const route = findRoute(guide, from, toRow, toColumn);
    if (typed !== impossible && typed.cost <= route.cost + beforeMoveCost()) {
      perform(writer, typed.steps);
    } else {
      perform(writer, (beforeMove() ? findRoute(guide, from, toRow, toColumn) : route).steps);
    }
  }

  return {
    get row() {
      return row;
    },
    get column() {
      return column;
    },
    moveTo,
    advanceTo(to) {
      column = to;
    },
    forget() {
      row = undefined;
      column = undefined;
    },
    forgetColumn() {
      column = undefined;
    },
  };
}

function perform(writer: Writer, steps: readonly Step[]): void {
  for (const step of steps) {
    if ("text" in step) {
      writer.text(step.text);
      continue;
    }
    for (let time = 0; time < step.times; time++) {
      writer.put(step.capability, step.params);
    }
  }
}
