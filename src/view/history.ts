/**
 * Everything that happened, as a pane of a given size sees it. It follows the end or holds a place, and whatever is
 * asked of it costs as much as the rows it passes, however long the history is. It must not know terminals or keys.
 */
import type { BlockKind, BlockSource } from "./block.ts";
import type { Archive } from "./history/archive.ts";
import { createArrivals } from "./history/arrivals.ts";
import { type Chronicle, createChronicle } from "./history/chronicle.ts";
import { createFinder, type Direction, type Found } from "./history/finder.ts";
import { createRows } from "./history/rows.ts";
import type { LiveBlock } from "./history/store.ts";
import type { BlockPages } from "./history/volume.ts";
import { createWalk, isBefore, type Place, type Row } from "./history/walk.ts";

/** For those who write it. */
export interface HistoryWriter {
  /** The number of the next block. */
  count(): number;
  add(source: BlockSource): number;
  /** A block that still changes, until it is settled. */
  open(block: LiveBlock): number;
  settle(index: number, source: BlockSource): void;
  /** Whatever holds for its kind. */
  expand(index: number): void;
}

export interface History extends HistoryWriter {
  /** For what was said before all that is added from now on: pass it in once it is known. */
  makeRoom(): (pages: BlockPages) => void;
  /** What a pane of this size shows: at most `height` rows, from the top. */
  visible(width: number, height: number): VisibleRows;
  /** Down, or up when negative. What shows the last row follows the end. */
  scroll(rows: number): void;
  /** In screens of the last visible height: half ones too. */
  scrollPages(pages: number): void;
  toStart(): void;
  toEnd(): void;
  /** Remembers the place: what it returns goes back there. */
  bookmark(): () => void;
  /** To where a prompt or an answer begins. */
  toMessage(direction: Direction): void;
  /** Highlights a text everywhere; the empty one nothing. */
  search(query: string): void;
  /** Goes to the next match, and shows it unlike the others; expands what it is hidden in. */
  find(direction: Direction): Found["kind"];
  /** Expands or collapses a block, or the lowest one on the screen that can be. False when there is none. */
  toggle(block?: number): boolean;
  /** All blocks of a kind, those to come too. */
  expandAll(kind: BlockKind, expanded: boolean): void;
}

export interface VisibleRows {
  readonly rows: readonly Row[];
  readonly position: Position;
}

export interface Position {
  readonly following: boolean;
  /** That came below while a place was held. */
  readonly newRows: number;
  /** How far down the first row is; 100 at the end. */
  readonly percent: number;
  /** A guess at the length of all. */
  readonly lines: number;
}

export interface HistoryOptions {
  readonly archive: Archive;
  /** Told how many rows were wrapped, whenever some are. */
  readonly onWrapped?: (rows: number) => void;
}

/** The first row on the screen while a place is held, and how tall its part was at the width it was chosen at. */
interface Anchor extends Place {
  readonly height: number;
  readonly width: number;
}

export function createHistory({ archive, onWrapped }: HistoryOptions): History {
  const store = createChronicle(archive);
  const rows = createRows(onWrapped);
  const walk = createWalk(store, rows);
  const arrivals = createArrivals(store.live, rows);
  const finder = createFinder(store, rows);
  let screen = 24;
  let anchor: Anchor | undefined;

  const lowestTop = (): Place => walk.back(walk.end(), screen);

  function top(): Place {
    if (!anchor) return lowestTop();
    return walk.forward({ ...anchor, row: anchoredRow(anchor) }, 0);
  }

  /** At another width, as far down its part as it was. */
  function anchoredRow(held: Anchor): number {
    if (held.width === rows.width()) return held.row;
    return Math.floor((held.row * walk.heightAt(held)) / Math.max(1, held.height));
  }

  function hold(place: Place): void {
    const lowest = lowestTop();
    const { block, part, row } = isBefore(place, lowest) ? place : lowest;
    if (!anchor) arrivals.start();
    anchor = { block, part, row, height: walk.heightAt({ block, part, row }), width: rows.width() };
  }

  /** Holds the place, unless the end is in sight. */
  function goTo(place: Place): void {
    if (isBefore(place, lowestTop())) hold(place);
    else anchor = undefined;
  }

  function scroll(count: number): void {
    goTo(count < 0 ? walk.back(top(), -count) : walk.forward(top(), count));
  }

  function setSize(width: number, height: number): void {
    screen = Math.max(1, height);
    if (width === rows.width()) return;
    const arrived = anchor ? arrivals.count() : 0;
    rows.setWidth(width);
    if (anchor) arrivals.start(arrived);
  }

  function position(first: Place): Position {
    const lines = Math.round(store.lines());
    if (!anchor) return { following: true, newRows: 0, percent: 100, lines };
    const share = linesAbove(store, first) / Math.max(1, lines);
    const percent = Math.min(99, Math.floor(share * 100));
    return { following: false, newRows: arrivals.count(), percent, lines };
  }

  return {
    makeRoom: store.makeRoom,
    count: store.count,
    add: store.add,
    open: store.open,
    settle: store.settle,
    visible(width, height) {
      setSize(width, height);
      let first = top();
      let found = walk.collect(first, screen);
      if (anchor && found.length < screen) {
        anchor = undefined;
        first = top();
        found = walk.collect(first, screen);
      }
      return { rows: height > 0 ? found : [], position: position(first) };
    },
    scroll,
    scrollPages: (pages) => scroll(Math.trunc(pages * screen) || Math.sign(pages)),
    toStart: () => goTo(walk.start()),
    toEnd() {
      anchor = undefined;
    },
    bookmark() {
      const held = anchor;
      return () => {
        if (held && !anchor) arrivals.start();
        anchor = held;
      };
    },
    toMessage(direction) {
      const found = messageFrom(store, top(), direction);
      if (found) goTo(found);
      else if (direction === "forward") anchor = undefined;
    },
    search(query) {
      rows.setQuery(query);
      finder.reset();
    },
    find(direction) {
      const from = direction === "forward" ? top() : walk.forward(top(), screen - 1);
      const found = finder.find(direction, from);
      if (found.kind !== "found") return found.kind;
      store.setExpanded(found.block, true);
      const part = store.parts(found.block)[found.part];
      if (!part) return "none";
      rows.setCurrent({ part, number: found.number });
      const place = { block: found.block, part: found.part, row: rows.currentRow(part) };
      hold(walk.back(place, Math.floor(screen / 3)));
      return "found";
    },
    expand: (index) => void store.setExpanded(index, true),
    toggle(block) {
      const first = top();
      const chosen =
        block ?? walk.collect(first, screen).findLast((row) => store.isCollapsible(row.block))?.block;
      if (chosen === undefined || !store.setExpanded(chosen, !store.isExpanded(chosen))) return false;
      goTo(first.block === chosen ? { block: chosen, part: 0, row: 0 } : first);
      return true;
    },
    expandAll(kind, expanded) {
      const { block } = top();
      store.setAllExpanded(kind, expanded);
      if (anchor && store.isCollapsible(block)) goTo({ block, part: 0, row: 0 });
    },
  };
}

function linesAbove(store: Chronicle, { block, part }: Place): number {
  const above = store.linesBefore(block);
  if (part === 0) return above;
  const share = part / Math.max(1, store.parts(block).length);
  return above + share * (store.linesBefore(store.after(block)) - above);
}

/** The first row of the message before or after a place. Before the first message is the start. */
function messageFrom(store: Chronicle, from: Place, direction: Direction): Place | undefined {
  const step = direction === "forward" ? store.after : store.before;
  for (let block: number | undefined = from.block; block !== undefined; block = step(block)) {
    if (block >= store.count()) {
      if (direction === "forward") return undefined;
      continue;
    }
    if (!store.beginsMessage(block)) continue;
    const start = startOf(store, block);
    if (direction === "forward" ? isBefore(from, start) : isBefore(start, from)) return start;
  }
  return direction === "forward" ? undefined : { block: store.first(), part: 0, row: 0 };
}

/** Below the empty line. */
function startOf(store: Chronicle, block: number): Place {
  return { block, part: 0, row: store.parts(block)[0]?.gap ? 1 : 0 };
}
