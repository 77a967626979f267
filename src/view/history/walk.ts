/** Steps through rows, block by block and part by part: no step looks at more than what it passes. */
import type { Line } from "../line.ts";
import type { Part } from "../part.ts";
import type { Chronicle } from "./chronicle.ts";
import type { Rows } from "./rows.ts";

/** A row. Behind the last one: the first row of a block that is not there. */
export interface Place {
  readonly block: number;
  readonly part: number;
  readonly row: number;
}

export interface Walk {
  start(): Place;
  end(): Place;
  /** So many rows up, or the first row. */
  back(from: Place, rows: number): Place;
  /** So many rows down, or behind the last row. With 0: the next row that is there. */
  forward(from: Place, rows: number): Place;
  partAt(place: Place): Part | undefined;
  heightAt(place: Place): number;
  /** From a place on, at most so many rows. */
  collect(from: Place, most: number): readonly Row[];
}

export interface Row {
  readonly line: Line;
  readonly block: number;
}

type Used = "count" | "first" | "after" | "before" | "parts";

export function createWalk(store: Pick<Chronicle, Used>, rows: Pick<Rows, "of">): Walk {
  const start = (): Place => forward({ block: store.first(), part: 0, row: 0 }, 0);
  const end = (): Place => ({ block: store.count(), part: 0, row: 0 });

  function partAt({ block, part }: Place): Part | undefined {
    return block < store.count() ? store.parts(block)[part] : undefined;
  }

  function heightAt(place: Place): number {
    const part = partAt(place);
    return part ? rows.of(part).length : 0;
  }

  function nextPart({ block, part }: Place): Place {
    if (part + 1 < store.parts(block).length) return { block, part: part + 1, row: 0 };
    return { block: store.after(block), part: 0, row: 0 };
  }

  /** Behind the last row of the part before; undefined at the start. */
  function previousPart({ block, part }: Place): Place | undefined {
    if (part > 0) return bottomOf({ block, part: part - 1, row: 0 });
    const above = store.before(block);
    if (above === undefined) return undefined;
    return bottomOf({ block: above, part: Math.max(0, store.parts(above).length - 1), row: 0 });
  }

  function bottomOf(place: Place): Place {
    return { ...place, row: heightAt(place) };
  }

  function forward(from: Place, count: number): Place {
    let place = from;
    let left = count;
    while (place.block < store.count()) {
      const height = heightAt(place);
      const row = Math.min(place.row, height);
      if (row + left < height) return { ...place, row: row + left };
      left -= height - row;
      place = nextPart(place);
    }
    return end();
  }

  function back(from: Place, count: number): Place {
    let place = from;
    let left = count;
    while (place.row < left) {
      const previous = previousPart(place);
      if (!previous) return start();
      left -= place.row;
      place = previous;
    }
    return { ...place, row: place.row - left };
  }

  function collect(from: Place, most: number): readonly Row[] {
    const found: Row[] = [];
    let place = from;
    for (let part = partAt(place); place.block < store.count() && found.length < most; part = partAt(place)) {
      const lines = part ? rows.of(part).slice(place.row, place.row + most - found.length) : [];
      for (const line of lines) found.push({ line, block: place.block });
      place = nextPart(place);
    }
    return found;
  }

  return { start, end, back, forward, partAt, heightAt, collect };
}

export function isBefore(a: Place, b: Place): boolean {
  if (a.block !== b.block) return a.block < b.block;
  if (a.part !== b.part) return a.part < b.part;
  return a.row < b.row;
}
