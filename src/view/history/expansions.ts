/** What is shown in full and what as one line: by kind, with exceptions. It must not know what blocks are. */
import { type BlockKind, collapsible } from "../block.ts";

export interface Expansions {
  isExpanded(kind: BlockKind, key: number): boolean;
  /** False when there is nothing to collapse. */
  set(kind: BlockKind, key: number, expanded: boolean): boolean;
  setAll(kind: BlockKind, expanded: boolean): void;
}

export function createExpansions(): Expansions {
  const kinds = new Map<BlockKind, boolean>();
  const exceptions = new Map<number, BlockKind>();

  function byDefault(kind: BlockKind): boolean {
    return kinds.get(kind) ?? !(collapsible[kind]?.collapsed ?? false);
  }

  return {
    isExpanded: (kind, key) => byDefault(kind) !== exceptions.has(key),
    set(kind, key, expanded) {
      if (!collapsible[kind]) return false;
      if (byDefault(kind) === expanded) exceptions.delete(key);
      else exceptions.set(key, kind);
      return true;
    },
    setAll(kind, expanded) {
      kinds.set(kind, expanded);
      for (const [key, each] of exceptions) if (each === kind) exceptions.delete(key);
    },
  };
}
