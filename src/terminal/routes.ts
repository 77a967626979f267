/**
 * Ways from one place on the screen to another and what they cost, in bytes with their padding.
 * Plans only; it must not know where the cursor is or send anything. There are many ways and many moves: only of the
 * chosen one the steps are written down.
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
const never = Number.POSITIVE_INFINITY;
const longestTyped = 8;

export function findRoute(guide: Guide, from: Whereabouts, row: number, column: number): Route {
  const { row: fromRow, column: fromColumn } = from;
  let cost = costOf(guide, "cup", [row, column]);
  let best: Start | undefined = cost === never ? undefined : { leg: "cup" };
  const consider = (start: Exclude<Start, { leg: "cup" }>) => {
    const leg = start.leg === undefined ? 0 : costOf(guide, start.leg);
    if (leg >= cost) return;
    const whole = leg + relative(guide, start.row, start.column, row, column);
    if (whole >= cost) return;
    cost = whole;
    best = start;
  };
  consider({ leg: "home", row: 0, column: 0 });
  if (fromRow !== undefined) {
    consider({ leg: "cr", row: fromRow, column: 0 });
    if (fromColumn !== undefined || fromRow === row)
      consider({ leg: undefined, row: fromRow, column: fromColumn });
  }
  return best === undefined
    ? detour(guide, row, column)
    : { steps: stepsFrom(guide, best, row, column), cost };
}

/** The first leg, and where it leads to; the rest is relative to that. */
type Start =
  | { readonly leg: "cup" }
  | { readonly leg: "home" | "cr" | undefined; readonly row: number; readonly column: number | undefined };

function stepsFrom(guide: Guide, start: Start, row: number, column: number): readonly Step[] {
  if (start.leg === "cup") return [step("cup", [row, column])];
  const steps: Step[] = start.leg === undefined ? [] : [step(start.leg)];
  relative(guide, start.row, start.column, row, column, steps);
  return steps;
}

/** Where the address of a cell holds a line feed (row 10 as a bare byte), that of one nearby does not. */
function detour(guide: Guide, row: number, column: number): Route {
  const rows = [row, row - 1, row + 1].filter((near) => near >= 0);
  const columns = [column, column - 1, column + 1, 0].filter((near) => near >= 0);
  const ways = rows.flatMap((nearRow) =>
    columns.map((nearColumn): Route => {
      const steps = [step("cup", [nearRow, nearColumn])];
      const rest = relative(guide, nearRow, nearColumn, row, column, steps);
      return { steps, cost: costOf(guide, "cup", [nearRow, nearColumn]) + rest };
    }),
  );
  const best = ways.reduce((least, way) => (way.cost < least.cost ? way : least), impossible);
  // It may arrive where the line discipline leaves line feeds alone; there is nothing better.
  return best === impossible ? { steps: [step("cup", [row, column])], cost: 1 } : best;
}

/** What the cheapest way costs; its steps go to the end of `steps`. So in all that follow. */
function relative(
  guide: Guide,
  fromRow: number,
  fromColumn: number | undefined,
  row: number,
  column: number,
  steps?: Step[],
): number {
  const down = vertical(guide, fromRow, row, fromColumn, steps);
  return down === never ? never : down + horizontal(guide, row, fromColumn, column, steps);
}

function vertical(
  guide: Guide,
  from: number,
  to: number,
  atColumn: number | undefined,
  steps?: Step[],
): number {
  if (from === to) return 0;
  if (to < from) return straight(guide, "vpa", to, upwards, from - to, steps);
  const moves = guide.downFeedsLine && atColumn !== 0 ? farDownwards : downwards;
  return straight(guide, "vpa", to, moves, to - from, steps);
}

const upwards = { many: "cuu", one: "cuu1" } as const;
const downwards = { many: "cud", one: "cud1" } as const;
const farDownwards = { many: "cud" } as const;

function horizontal(guide: Guide, row: number, from: number | undefined, to: number, steps?: Step[]): number {
  if (from === to) return 0;
  if (from === undefined) return straight(guide, "hpa", to, {}, 0, steps);
  if (to < from) return straight(guide, "hpa", to, leftwards, from - to, steps);
  const typed = typing(guide, row, from, to);
  const moved = straight(guide, "hpa", to, rightwards, to - from);
  if (typed.cost > moved) return straight(guide, "hpa", to, rightwards, to - from, steps);
  if (typed !== impossible) steps?.push(...typed.steps);
  return typed.cost;
}

const leftwards = { many: "cub", one: "cub1" } as const;
const rightwards = { many: "cuf", one: "cuf1" } as const;

/** Capabilities that move by a number, and by one. */
interface Moves {
  readonly many?: StringName;
  readonly one?: StringName;
}

/** Along a row or a column; the first of those that cost the same. */
function straight(
  guide: Guide,
  address: StringName,
  to: number,
  { many, one }: Moves,
  distance: number,
  steps?: Step[],
): number {
  const addressed = costOf(guide, address, [to]);
  const jumped = many === undefined ? never : costOf(guide, many, [distance]);
  const walked = one === undefined ? never : distance * costOf(guide, one);
  const least = Math.min(addressed, jumped, walked);
  if (least === never || !steps) return least;
  if (addressed === least) steps.push(step(address, [to]));
  else if (many !== undefined && jumped === least) steps.push(step(many, [distance]));
  else if (one !== undefined) steps.push(step(one, [], distance));
  return least;
}

/** Over what is shown, by sending it once more. */
export function typing(guide: Guide, row: number, from: number, to: number): Route {
  const text = to - from <= longestTyped ? guide.retype(row, from, to) : undefined;
  return text === undefined ? impossible : { steps: [{ text }], cost: text.length };
}

function costOf({ writer }: Guide, capability: StringName, params?: readonly Param[]): number {
  return writer.cost(capability, params);
}

function step(capability: StringName, params: readonly Param[] = [], times = 1): Step {
  return { capability, params, times };
}
