/** Goes from match to match through the whole history, in steps of bounded length. It must not know the screen. */
import type { Chronicle } from "./chronicle.ts";
import type { Rows } from "./rows.ts";
import type { Place } from "./walk.ts";

export type Direction = "back" | "forward";

/** `more`: nothing so far; asked again, it goes on. */
export type Found =
  | { readonly kind: "found"; readonly block: number; readonly part: number; readonly number: number }
  | { readonly kind: "more" }
  | { readonly kind: "none" };

export interface Finder {
  find(direction: Direction, from: Place): Found;
  /** The next search begins where it is told to. */
  reset(): void;
}

interface Cursor {
  readonly block: number;
  /** In the block with nothing collapsed. */
  readonly part: number;
  /** The match looked at last. */
  readonly number: number;
}

/** In parts. */
const stride = 200;

const before = -1;
const behind = Number.POSITIVE_INFINITY;

export function createFinder(store: Chronicle, rows: Pick<Rows, "matches">): Finder {
  let cursor: Cursor | undefined;
  /** Where the last match was: from there the search goes on when there was none further that way. */
  let lastFound: Cursor | undefined;

  function begin(direction: Direction, { block, part }: Place): Cursor {
    const back = direction === "back";
    const inside = block < store.count() && store.isExpanded(block);
    return { block, part: inside ? part : back ? behind : 0, number: back ? behind : before };
  }

  function nextPart({ block, part }: Cursor, direction: Direction): Cursor | undefined {
    if (direction === "forward") {
      const inside = part + 1 < store.parts(block, true).length;
      if (inside) return { block, part: part + 1, number: before };
      const next = store.after(block);
      return next < store.count() ? { block: next, part: 0, number: before } : undefined;
    }
    if (part > 0) return { block, part: part - 1, number: behind };
    const above = store.before(block);
    return above === undefined ? undefined : { block: above, part: behind, number: behind };
  }

  /** The number of the match that comes next in this part, if there is one. */
  function matchAt({ block, part, number }: Cursor, direction: Direction): number | undefined {
    const found = store.parts(block, true)[part];
    if (!found) return undefined;
    const count = rows.matches(found);
    const next = direction === "forward" ? number + 1 : Math.min(number, count) - 1;
    return next >= 0 && next < count ? next : undefined;
  }

  /** Counts from the end became numbers that exist. */
  function grounded({ block, part, number }: Cursor): Cursor {
    const existing = block < store.count() ? block : (store.before(store.count()) ?? 0);
    const last = Math.max(0, store.parts(existing, true).length - 1);
    return { block: existing, part: existing < block ? last : Math.min(part, last), number };
  }

  return {
    find(direction, from) {
      if (store.before(store.count()) === undefined) return { kind: "none" };
      let at: Cursor | undefined = cursor ?? begin(direction, from);
      for (let step = 0; step < stride; step += 1) {
        const here = grounded(at);
        const number = matchAt(here, direction);
        if (number !== undefined) {
          cursor = { ...here, number };
          lastFound = cursor;
          return { kind: "found", block: here.block, part: here.part, number };
        }
        at = nextPart(here, direction);
        if (!at) {
          cursor = lastFound ?? cursor;
          return { kind: "none" };
        }
      }
      cursor = at;
      return { kind: "more" };
    },
    reset() {
      cursor = undefined;
      lastFound = undefined;
    },
  };
}
