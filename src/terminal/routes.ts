/**
 * Ways from one place on the screen to another and what they cost, in bytes with their padding.
 * Plans only; it must not know where the cursor is or send anything.
 */
import type { StringName } from "../terminfo/names.ts";
import type { Param } from "../terminfo/stack-machine.ts";
import type { Writer } from "./writer.ts";

export type Step =
  | { readonly capability: StringName; readonly params: readonly Param[]; readonly times: number }
  | { readonly text: string };

export interface Route {
  readonly steps: readonly Step[];
  readonly cost: number;
}

export interface Guide {
  readonly writer: Writer;
  /** `cud1` is a line feed. In raw mode as Node sets it that also returns to the first column; elsewhere it does not. */
  readonly downFeedsLine: boolean;
  /** What the cells between two columns show, if it can be sent again as it stands instead of moving over it. */
  readonly retype: (row: number, from: number, to: number) => string | undefined;
}

/** Undefined: unknown. */
export interface Whereabouts {
  readonly row: number | undefined;
  readonly column: number | undefined;
}

export const impossible: Route = { steps: [], cost: Number.POSITIVE_INFINITY };
const stay: Route = { steps: [], cost: 0 };
const longestTyped = 8;

export function findRoute(guide: Guide, from: Whereabouts, row: number, column: number): Route {
  const addressed = way(guide, "cup", [row, column]);
  const fromHome = after(addressed, guide, way(guide, "home"), 0, row, column);
  const best =
    from.row === undefined ? fromHome : nearer(fromHome, guide, from.row, from.column, row, column);
  return best === impossible ? detour(guide, row, column) : best;
}

function nearer(
  best: Route,
  guide: Guide,
  fromRow: number,
  fromColumn: number | undefined,
  row: number,
  column: number,
): Route {
  const afterReturn = after(best, guide, way(guide, "cr"), fromRow, row, column);
  if (fromColumn !== undefined) {
    return cheapest(afterReturn, relative(guide, fromRow, fromColumn, row, column));
  }
  return fromRow === row ? cheapest(afterReturn, horizontal(guide, row, undefined, column)) : afterReturn;
}

/** The best so far, or a first leg to the start of a row and on from there, if that is shorter. */
function after(best: Route, guide: Guide, leg: Route, fromRow: number, row: number, column: number): Route {
  return leg.cost < best.cost ? cheapest(best, join(leg, relative(guide, fromRow, 0, row, column))) : best;
}

/** Where the address of a cell holds a line feed (row 10 as a bare byte), that of one nearby does not. */
function detour(guide: Guide, row: number, column: number): Route {
  const rows = [row, row - 1, row + 1].filter((near) => near >= 0);
  const columns = [column, column - 1, column + 1, 0].filter((near) => near >= 0);
  const ways = rows.flatMap((nearRow) =>
    columns.map((nearColumn) =>
      join(way(guide, "cup", [nearRow, nearColumn]), relative(guide, nearRow, nearColumn, row, column)),
    ),
  );
  const best = cheapest(...ways);
  // It may arrive where the line discipline leaves line feeds alone; there is nothing better.
  return best === impossible
    ? { steps: [{ capability: "cup", params: [row, column], times: 1 }], cost: 1 }
    : best;
}

function relative(guide: Guide, fromRow: number, fromColumn: number, row: number, column: number): Route {
  return join(vertical(guide, fromRow, row, fromColumn), horizontal(guide, row, fromColumn, column));
}

function vertical(guide: Guide, from: number, to: number, atColumn: number): Route {
  if (from === to) {
    return stay;
  }
  const distance = Math.abs(to - from);
  const address = way(guide, "vpa", [to]);
  if (to < from) {
    return cheapest(address, way(guide, "cuu", [distance]), way(guide, "cuu1", [], distance));
  }
  const single = guide.downFeedsLine && atColumn !== 0 ? impossible : way(guide, "cud1", [], distance);
  return cheapest(address, way(guide, "cud", [distance]), single);
}

function horizontal(guide: Guide, row: number, from: number | undefined, to: number): Route {
  if (from === to) {
    return stay;
  }
  const address = way(guide, "hpa", [to]);
  if (from === undefined) {
    return address;
  }
  const distance = Math.abs(to - from);
  return to < from
    ? cheapest(address, way(guide, "cub", [distance]), way(guide, "cub1", [], distance))
    : cheapest(
        typing(guide, row, from, to),
        address,
        way(guide, "cuf", [distance]),
        way(guide, "cuf1", [], distance),
      );
}

/** Over what is shown, by sending it once more. */
export function typing(guide: Guide, row: number, from: number, to: number): Route {
  const text = to - from <= longestTyped ? guide.retype(row, from, to) : undefined;
  return text === undefined ? impossible : { steps: [{ text }], cost: text.length };
}

function way({ writer }: Guide, capability: StringName, params: readonly Param[] = [], times = 1): Route {
  const cost = times * writer.cost(capability, params);
  return cost === Number.POSITIVE_INFINITY ? impossible : { steps: [{ capability, params, times }], cost };
}

function join(first: Route, second: Route): Route {
  const cost = first.cost + second.cost;
  return cost === Number.POSITIVE_INFINITY ? impossible : { steps: [...first.steps, ...second.steps], cost };
}

/** The first of those that cost the same. */
function cheapest(...routes: readonly Route[]): Route {
  return routes.reduce((best, route) => (route.cost < best.cost ? route : best), impossible);
}
