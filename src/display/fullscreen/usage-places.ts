/** Where the charts of the usage stand: all at once where there is room, else one by one. Pure. */
import type { Size } from "../../terminal/size.ts";

export const chartNames = ["tokens", "session", "context", "latency"] as const;
export type ChartName = (typeof chartNames)[number];

export interface Place {
  readonly name: ChartName;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const allFrom = { columns: 72, rows: 19 };
const oneFrom = { columns: 30, rows: 11 };
const lowRows = 8;
/** The head and the foot of the panel. */
const around = 2;

/** How many screens the charts take; none where they would not be readable. */
export function screensOf(size: Size): number {
  if (fits(size, allFrom)) return 1;
  return fits(size, oneFrom) ? chartNames.length : 0;
}

export function placeCharts({ columns, rows }: Size, page: number): readonly Place[] {
  const inside = rows - around;
  if (!fits({ columns, rows }, allFrom)) {
    const name = chartNames[page] ?? "tokens";
    return [{ name, left: 0, top: 1, width: columns, height: inside }];
  }
  const half = Math.ceil(columns / 2);
  const high = inside - lowRows;
  const left = { left: 0, width: half };
  const right = { left: half, width: columns - half };
  return [
    { name: "tokens", ...left, top: 1, height: high },
    { name: "session", ...right, top: 1, height: high },
    { name: "context", ...left, top: 1 + high, height: lowRows },
    { name: "latency", ...right, top: 1 + high, height: lowRows },
  ];
}

function fits(size: Size, least: Size): boolean {
  return size.columns >= least.columns && size.rows >= least.rows;
}
