/** A long row of blocks that comes in pages, which are made when they are looked at and kept for a while. */
import type { BlockSource } from "../block.ts";
import { createBoundedCache } from "./bounded-cache.ts";
import { type LiveBlock, lostBlock, settledBlock, weightOf } from "./store.ts";

export interface BlockPages {
  readonly count: number;
  /** About so many, at a common width. */
  lines(page: number): number;
  /** Undefined when they can no longer be read. */
  blocks(page: number): readonly BlockSource[] | undefined;
}

/** Where a block is: its page, and its place there. */
export interface Leaf {
  readonly page: number;
  readonly place: number;
}

export interface Volume {
  block(leaf: Leaf): LiveBlock | undefined;
  /** The nearest one there is, from this place on; places before the first of a page and behind its last are none. */
  seek(from: Leaf, direction: "back" | "forward"): Leaf | undefined;
  /** Of all, or of those before a block. */
  lines(before?: Leaf): number;
  readonly pages: number;
}

/** Characters of source text. */
const mostInMemory = 1_500_000;

export function createVolume(pages: BlockPages): Volume {
  const made = createBoundedCache<number, readonly LiveBlock[]>(mostInMemory);
  const starts = startsOf(pages);

  function blocksOf(page: number): readonly LiveBlock[] {
    const known = made.get(page);
    if (known) return known;
    const sources = pages.blocks(page) ?? [lostBlock];
    const blocks = sources.map(settledBlock);
    made.set(
      page,
      blocks,
      sources.reduce((sum, source) => sum + weightOf(source), 0),
    );
    return blocks;
  }

  return {
    pages: pages.count,
    block: ({ page, place }) => blocksOf(page)[place],
    seek({ page: from, place }, direction) {
      const step = direction === "back" ? -1 : 1;
      for (let page = from; page >= 0 && page < pages.count; page += step) {
        const last = blocksOf(page).length - 1;
        const wanted = page === from ? place : step > 0 ? 0 : last;
        const found = step > 0 ? Math.max(0, wanted) : Math.min(last, wanted);
        if (found >= 0 && found <= last) return { page, place: found };
      }
      return undefined;
    },
    lines(before) {
      if (!before) return starts[pages.count] ?? 0;
      const { page, place } = before;
      const share = place / Math.max(1, blocksOf(page).length);
      return (starts[page] ?? 0) + share * pages.lines(page);
    },
  };
}

/** Of each page, the lines above it; at last those of all. */
function startsOf({ count, lines }: BlockPages): Float64Array {
  const starts = new Float64Array(count + 1);
  for (let page = 0; page < count; page += 1) starts[page + 1] = (starts[page] ?? 0) + lines(page);
  return starts;
}
