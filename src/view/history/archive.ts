/** Where the text of blocks lies that are not being looked at. */
import type { BlockSource } from "../block.ts";

export interface Archive {
  /** The block is complete. Kept again, it replaces what was kept before. */
  keep(index: number, source: BlockSource): void;
  /** Undefined when it can no longer be read. */
  read(index: number): BlockSource | undefined;
}

export function createMemoryArchive(): Archive {
  const sources: BlockSource[] = [];
  return {
    keep(index, source) {
      sources[index] = source;
    },
    read: (index) => sources[index],
  };
}
