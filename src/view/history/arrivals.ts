/** Counts the rows that came after a moment. What is complete is counted once. */
import type { Rows } from "./rows.ts";
import type { Store } from "./store.ts";

export interface Arrivals {
  /** From now on; `soFar` counts as having come already. */
  start(soFar?: number): void;
  count(): number;
}

type Blocks = Pick<Store, "count" | "parts" | "isLive">;

/** Parts at the end of a block that may be replaced by others while it grows. */
const unsteadyParts = 3;
/** Blocks at the end of the history that are looked at again while they change. */
const unsteadyBlocks = 3;

export function createArrivals(store: Blocks, rows: Pick<Rows, "of">): Arrivals {
  let block = 0;
  let part = 0;
  let sum = 0;

  function isSteady(at: { readonly block: number; readonly part: number }, parts: number): boolean {
    if (!store.isLive(at.block) || at.block < store.count() - unsteadyBlocks) return true;
    return at.part < parts - unsteadyParts;
  }

  function count(): number {
    let unsteady = 0;
    let passing = true;
    for (let index = block; index < store.count(); index += 1) {
      const parts = store.parts(index);
      for (let number = index === block ? part : 0; number < parts.length; number += 1) {
        const height = heightOf(parts[number]);
        passing &&= isSteady({ block: index, part: number }, parts.length);
        if (!passing) unsteady += height;
        else {
          sum += height;
          block = index;
          part = number + 1;
        }
      }
    }
    return Math.max(0, sum + unsteady);
  }

  function heightOf(part: Parameters<Rows["of"]>[0] | undefined): number {
    return part ? rows.of(part).length : 0;
  }

  /** Where something that may still change begins. */
  function seekUnsteady(): void {
    block = store.count();
    for (let back = 1; back <= unsteadyBlocks; back += 1) {
      if (store.isLive(store.count() - back)) block = store.count() - back;
    }
    part = block < store.count() ? Math.max(0, store.parts(block).length - unsteadyParts) : 0;
  }

  return {
    count,
    start(soFar = 0) {
      sum = 0;
      seekUnsteady();
      sum = soFar - count();
      seekUnsteady();
    },
  };
}
