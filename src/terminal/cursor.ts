/**
 * Where the cursor is and the cheapest way to where it must be, counted in bytes with their padding.
 * It must not know what stands in the cells.
 */
import type { StringName } from "../terminfo/names.ts";
import type { Entry } from "../terminfo/read.ts";
import type { Param } from "../terminfo/stack-machine.ts";
import type { Writer } from "./writer.ts";

export interface Cursor {
  /** Undefined: unknown. */
  readonly row: number | undefined;
  readonly column: number | undefined;
  moveTo(row: number, column: number): void;
  costTo(row: number, column: number): number;
  /** Text moved it to this column of the same row. */
  advanceTo(column: number): void;
  forget(): void;
  forgetColumn(): void;
}

export interface CursorOptions {
  readonly entry: Entry;
  readonly writer: Writer;
  /** Runs before a movement is sent. */
  readonly beforeMove: () => void;
}

interface Step {
  readonly capability: StringName;
  readonly params: readonly Param[];
  readonly times: number;
}

interface Way {
  readonly steps: readonly Step[];
  readonly cost: number;
}

const impossible: Way = { steps: [], cost: Number.POSITIVE_INFINITY };
const stay: Way = { steps: [], cost: 0 };
const lineFeed = String.fromCharCode(10);

export function createCursor({ entry, writer, beforeMove }: CursorOptions): Cursor {
  let row: number | undefined;
  let column: number | undefined;
  // In raw mode as Node sets it a line feed also returns to the first column; elsewhere it does not.
  const downFeedsLine = (entry.strings.get("cud1") ?? "").startsWith(lineFeed);

  function way(capability: StringName, params: readonly Param[] = [], times = 1): Way {
    const cost = times * writer.cost(capability, params);
    return cost === Number.POSITIVE_INFINITY ? impossible : { steps: [{ capability, params, times }], cost };
  }

  function vertical(from: number, to: number, atColumn: number): Way {
    if (from === to) {
      return stay;
    }
    const distance = Math.abs(to - from);
    const address = way("vpa", [to]);
    if (to < from) {
      return cheapest(address, way("cuu", [distance]), way("cuu1", [], distance));
    }
    const single = downFeedsLine && atColumn !== 0 ? impossible : way("cud1", [], distance);
    return cheapest(address, way("cud", [distance]), single);
  }

  function horizontal(from: number | undefined, to: number): Way {
    if (from === to) {
      return stay;
    }
    const address = way("hpa", [to]);
    if (from === undefined) {
      return address;
    }
    const distance = Math.abs(to - from);
    return to < from
      ? cheapest(address, way("cub", [distance]), way("cub1", [], distance))
      : cheapest(address, way("cuf", [distance]), way("cuf1", [], distance));
  }

  function relative(fromRow: number, fromColumn: number, toRow: number, toColumn: number): Way {
    return join(vertical(fromRow, toRow, fromColumn), horizontal(fromColumn, toColumn));
  }

  function plan(toRow: number, toColumn: number): Way {
    const direct = way("cup", [toRow, toColumn]);
    let best = cheapest(direct, join(way("home"), relative(0, 0, toRow, toColumn)));
    if (row !== undefined) {
      best = cheapest(best, join(way("cr"), relative(row, 0, toRow, toColumn)), local(row, toRow, toColumn));
    }
    return best.cost === Number.POSITIVE_INFINITY ? detour(toRow, toColumn) : best;
  }

  function local(fromRow: number, toRow: number, toColumn: number): Way {
    if (column !== undefined) {
      return relative(fromRow, column, toRow, toColumn);
    }
    return fromRow === toRow ? horizontal(undefined, toColumn) : impossible;
  }

  /** Where the address of a cell holds a line feed (row 10 as a bare byte), one nearby does not. */
  function detour(toRow: number, toColumn: number): Way {
    const rows = [toRow, toRow - 1, toRow + 1].filter((near) => near >= 0);
    const columns = [toColumn, toColumn - 1, toColumn + 1, 0].filter((near) => near >= 0);
    const ways = rows.flatMap((nearRow) =>
      columns.map((nearColumn) =>
        join(way("cup", [nearRow, nearColumn]), relative(nearRow, nearColumn, toRow, toColumn)),
      ),
    );
    const best = cheapest(...ways);
    // With the line discipline's help this may still arrive; there is nothing better.
    return best === impossible ? { steps: [cupStep(toRow, toColumn)], cost: 1 } : best;
  }

  function isAt(toRow: number, toColumn: number): boolean {
    return row === toRow && column === toColumn;
  }

  return {
    get row() {
      return row;
    },
    get column() {
      return column;
    },
    costTo: (toRow, toColumn) => (isAt(toRow, toColumn) ? 0 : plan(toRow, toColumn).cost),
    moveTo(toRow, toColumn) {
      if (isAt(toRow, toColumn)) {
        return;
      }
      beforeMove();
      for (const { capability, params, times } of plan(toRow, toColumn).steps) {
        for (let time = 0; time < times; time++) {
          writer.put(capability, params);
        }
      }
      row = toRow;
      column = toColumn;
    },
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

function cupStep(row: number, column: number): Step {
  return { capability: "cup", params: [row, column], times: 1 };
}

function join(first: Way, second: Way): Way {
  const cost = first.cost + second.cost;
  return cost === Number.POSITIVE_INFINITY ? impossible : { steps: [...first.steps, ...second.steps], cost };
}

/** The first of those that cost the same. */
function cheapest(...ways: readonly Way[]): Way {
  return ways.reduce((best, way) => (way.cost < best.cost ? way : best), impossible);
}
