/**
 * The blocks by their numbers. What still changes and what was used last is in memory, all else in the archive. It
 * must not know widths or positions.
 */
import { type BlockKind, type BlockSource, collapsible, partsOf } from "../block.ts";
import type { Part } from "../part.ts";
import { safeText } from "../sanitise.ts";
import type { Archive } from "./archive.ts";
import { createBoundedCache } from "./bounded-cache.ts";
import { bytes, createColumn, integers } from "./column.ts";
import { createExpansions } from "./expansions.ts";
import { createSums } from "./sums.ts";

/** A block that still changes. Its parts are the same objects as long as they look the same. */
export interface LiveBlock {
  readonly kind: BlockKind;
  readonly beginsMessage?: boolean;
  /** The block that it is collapsed with. */
  readonly owner?: number;
  parts(expanded: boolean): readonly Part[];
}

export interface Store {
  count(): number;
  open(block: LiveBlock): number;
  add(source: BlockSource): number;
  /** It changes no more. */
  settle(index: number, source: BlockSource): void;
  isLive(index: number): boolean;
  /** As shown, or as if expanded. */
  parts(index: number, whole?: boolean): readonly Part[];
  isExpanded(index: number): boolean;
  /** False when there is nothing to collapse. */
  setExpanded(index: number, expanded: boolean): boolean;
  setAllExpanded(kind: BlockKind, expanded: boolean): void;
  isCollapsible(index: number): boolean;
  beginsMessage(index: number): boolean;
  /** Lines before the block, and of all blocks, at a common width: a guess that costs nothing. */
  linesBefore(index: number): number;
  lines(): number;
}

const blockKinds: readonly BlockKind[] = ["note", "prompt", "answer", "reasoning", "tool"];

/** Characters of source text. */
const mostInMemory = 500_000;

export function createStore(archive: Archive, expansions = createExpansions()): Store {
  const live = new Map<number, LiveBlock>();
  const recent = createBoundedCache<number, LiveBlock>(mostInMemory);
  const messages = createColumn(bytes);
  const kinds = createColumn(bytes);
  /** One more than the number of the block; 0 for none. */
  const owners = createColumn(integers);
  const sums = createSums();
  let count = 0;

  function block(index: number): LiveBlock {
    const known = live.get(index) ?? recent.get(index);
    if (known) return known;
    const source = archive.read(index) ?? lostBlock;
    const loaded = settledBlock(source);
    recent.set(index, loaded, weightOf(source));
    return loaded;
  }

  function kindOf(index: number): BlockKind {
    return blockKinds[kinds.get(index)] ?? "note";
  }

  function ownerOf(index: number): number | undefined {
    return owners.get(index) === 0 ? undefined : owners.get(index) - 1;
  }

  /** A long thought that is collapsed is passed without reading it. */
  function partsAt(index: number, whole = false): readonly Part[] {
    const expanded = whole || isExpanded(index);
    return !expanded && ownerOf(index) !== undefined ? [] : block(index).parts(expanded);
  }

  function isExpanded(index: number): boolean {
    return expansions.isExpanded(kindOf(index), ownerOf(index) ?? index);
  }

  function open(added: LiveBlock): number {
    const index = count;
    count += 1;
    live.set(index, added);
    kinds.set(index, blockKinds.indexOf(added.kind));
    if (added.owner !== undefined) owners.set(index, added.owner + 1);
    sums.set(index, 1);
    if (added.beginsMessage) messages.set(index, 1);
    return index;
  }

  function settle(index: number, source: BlockSource): void {
    archive.keep(index, source);
    live.delete(index);
    recent.set(index, settledBlock(source), weightOf(source));
    sums.set(index, source.kind === "tool" ? 1 : guessLines(source.text));
  }

  return {
    count: () => count,
    open,
    settle,
    add(source) {
      const index = open(settledBlock(source));
      settle(index, source);
      return index;
    },
    isLive: (index) => live.has(index),
    parts: partsAt,
    isExpanded,
    isCollapsible: (index) => collapsible[kindOf(index)] !== undefined,
    setExpanded: (index, expanded) => expansions.set(kindOf(index), ownerOf(index) ?? index, expanded),
    setAllExpanded: expansions.setAll,
    beginsMessage: (index) => messages.get(index) === 1,
    linesBefore: sums.before,
    lines: sums.total,
  };
}

export const lostBlock: BlockSource = {
  kind: "note",
  role: "warning",
  text: safeText`[this part of the history can no longer be read]`,
  gap: false,
};

/** Made when first asked for, and kept with the block. */
export function settledBlock(source: BlockSource): LiveBlock {
  const made = new Map<boolean, readonly Part[]>();
  const owner = "owner" in source ? source.owner : undefined;
  return {
    kind: source.kind,
    beginsMessage: source.kind === "prompt" || (source.kind === "answer" && source.label),
    ...(owner !== undefined && { owner }),
    parts(expanded) {
      const parts = made.get(expanded) ?? partsOf(source, expanded);
      made.set(expanded, parts);
      return parts;
    },
  };
}

export function weightOf(source: BlockSource): number {
  const fields = source.kind === "tool" ? source.fields : [];
  const text = source.kind === "tool" ? source.output : source.text;
  return 200 + text.length + fields.reduce((sum, { value }) => sum + value.length, 0);
}

const commonWidth = 80;

function guessLines(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) breaks += 1;
  return 1 + breaks + Math.floor(text.length / commonWidth / 2);
}
