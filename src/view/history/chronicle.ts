/**
 * All blocks in their order: those of this run, and in the rooms between them those of earlier runs. Numbers only say
 * what comes before what: a room has so many of them that its pages find place whenever they come. It must not know widths.
 */
import { type BlockKind, collapsible } from "../block.ts";
import type { Part } from "../part.ts";
import type { Archive } from "./archive.ts";
import { createExpansions } from "./expansions.ts";
import { createStore, type LiveBlock, type Store } from "./store.ts";
import { type BlockPages, createVolume, type Leaf, type Volume } from "./volume.ts";

export interface Chronicle extends Store {
  /** Behind the last block; the number of the next one. */
  count(): number;
  first(): number;
  /** The next block, or `count()`. */
  after(block: number): number;
  before(block: number): number | undefined;
  /** For what comes before all that is added from now on. Until it is filled it is empty. */
  makeRoom(): (pages: BlockPages) => void;
  /** What was added in this run, by numbers of its own from 0. */
  readonly live: Store;
}

interface Room {
  /** How many blocks of this run come before it. */
  readonly at: number;
  volume?: Volume;
}

const pageNumbers = 2 ** 24;
const roomNumbers = 2 ** 44;

/** In a room, or among the blocks of this run; `rooms` come before it. */
type Spot =
  | { readonly kind: "live"; readonly index: number; readonly rooms: number }
  | { readonly kind: "leaf"; readonly leaf: Leaf; readonly rooms: number };

export function createChronicle(archive: Archive): Chronicle {
  const expansions = createExpansions();
  const live = createStore(archive, expansions);
  const rooms: Room[] = [];

  const startOf = (number: number): number => (rooms[number]?.at ?? live.count()) + number * roomNumbers;
  const count = () => live.count() + rooms.length * roomNumbers;

  function spotOf(block: number): Spot {
    let passed = 0;
    for (; passed < rooms.length; passed += 1) {
      const inside = block - startOf(passed);
      if (inside < 0) break;
      if (inside < roomNumbers) {
        const leaf = { page: Math.floor(inside / pageNumbers), place: inside % pageNumbers };
        return { kind: "leaf", leaf, rooms: passed };
      }
    }
    return { kind: "live", index: block - passed * roomNumbers, rooms: passed };
  }

  function numberOf(index: number): number {
    let passed = 0;
    while ((rooms[passed]?.at ?? Number.POSITIVE_INFINITY) <= index) passed += 1;
    return index + passed * roomNumbers;
  }

  function leafIn(room: number, from: Leaf, direction: "back" | "forward"): number | undefined {
    const leaf = rooms[room]?.volume?.seek(from, direction);
    return leaf && startOf(room) + leaf.page * pageNumbers + leaf.place;
  }

  /** The last block before the blocks of this run that follow so many rooms. */
  function lastBefore(passed: number): number | undefined {
    for (let room = passed - 1; room >= 0; room -= 1) {
      const end = { page: (rooms[room]?.volume?.pages ?? 0) - 1, place: pageNumbers };
      const found = leafIn(room, end, "back") ?? lastLive(room);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Between a room and the one before. */
  function lastLive(room: number): number | undefined {
    const from = rooms[room - 1]?.at ?? 0;
    const to = rooms[room]?.at ?? live.count();
    return to > from ? to - 1 + room * roomNumbers : undefined;
  }

  /** The first block from a room on. */
  function firstFrom(room: number): number {
    for (let next = room; next < rooms.length; next += 1) {
      const found = leafIn(next, { page: 0, place: 0 }, "forward") ?? firstLive(next + 1);
      if (found !== undefined) return found;
    }
    return count();
  }

  function firstLive(passed: number): number | undefined {
    const from = rooms[passed - 1]?.at ?? 0;
    return from < (rooms[passed]?.at ?? live.count()) ? from + passed * roomNumbers : undefined;
  }

  function before(block: number): number | undefined {
    const spot = spotOf(block);
    if (spot.kind === "live") {
      return spot.index > (rooms[spot.rooms - 1]?.at ?? 0) ? block - 1 : lastBefore(spot.rooms);
    }
    const { page, place } = spot.leaf;
    const found = leafIn(spot.rooms, { page, place: place - 1 }, "back");
    return found ?? lastLive(spot.rooms) ?? lastBefore(spot.rooms);
  }

  function after(block: number): number {
    const spot = spotOf(block);
    if (spot.kind === "live") {
      return spot.index + 1 < (rooms[spot.rooms]?.at ?? live.count()) ? block + 1 : firstFrom(spot.rooms);
    }
    const { page, place } = spot.leaf;
    const found = leafIn(spot.rooms, { page, place: place + 1 }, "forward");
    return found ?? firstLive(spot.rooms + 1) ?? firstFrom(spot.rooms + 1);
  }

  function blockOf({ leaf, rooms: room }: Extract<Spot, { kind: "leaf" }>): LiveBlock | undefined {
    return rooms[room]?.volume?.block(leaf);
  }

  /** Beside the numbers that the blocks of this run have for themselves. */
  function keyOf(
    block: number,
    { leaf }: Extract<Spot, { kind: "leaf" }>,
    owner: number | undefined,
  ): number {
    return -1 - (owner === undefined ? block : block - leaf.place + owner);
  }

  function kindAndKey(block: number, spot: Extract<Spot, { kind: "leaf" }>): [BlockKind, number] {
    const { kind, owner } = blockOf(spot) ?? { kind: "note" };
    return [kind, keyOf(block, spot, owner)];
  }

  function isExpanded(block: number): boolean {
    const spot = spotOf(block);
    if (spot.kind === "live") return live.isExpanded(spot.index);
    return expansions.isExpanded(...kindAndKey(block, spot));
  }

  function parts(block: number, whole = false): readonly Part[] {
    const spot = spotOf(block);
    if (spot.kind === "live") return live.parts(spot.index, whole);
    return blockOf(spot)?.parts(whole || isExpanded(block)) ?? [];
  }

  function linesOfRooms(passed: number): number {
    return rooms.slice(0, passed).reduce((sum, { volume }) => sum + (volume?.lines() ?? 0), 0);
  }

  return {
    live,
    count,
    first: () => firstLive(0) ?? firstFrom(0),
    after,
    before,
    makeRoom() {
      const room: Room = { at: live.count() };
      rooms.push(room);
      return (pages) => {
        room.volume = createVolume(pages);
      };
    },
    add: (source) => numberOf(live.add(source)),
    open: (block) => numberOf(live.open(block)),
    settle: (block, source) => live.settle(spotIndex(spotOf(block)), source),
    isLive(block) {
      const spot = spotOf(block);
      return spot.kind === "live" && live.isLive(spot.index);
    },
    parts,
    isExpanded,
    setExpanded(block, expanded) {
      const spot = spotOf(block);
      if (spot.kind === "live") return live.setExpanded(spot.index, expanded);
      return expansions.set(...kindAndKey(block, spot), expanded);
    },
    setAllExpanded: expansions.setAll,
    isCollapsible(block) {
      const spot = spotOf(block);
      if (spot.kind === "live") return live.isCollapsible(spot.index);
      return collapsible[blockOf(spot)?.kind ?? "note"] !== undefined;
    },
    beginsMessage(block) {
      const spot = spotOf(block);
      if (spot.kind === "live") return live.beginsMessage(spot.index);
      return blockOf(spot)?.beginsMessage === true;
    },
    linesBefore(block) {
      const spot = spotOf(block);
      const above = linesOfRooms(spot.rooms);
      if (spot.kind === "live") return above + live.linesBefore(spot.index);
      const { at = 0, volume } = rooms[spot.rooms] ?? {};
      return above + live.linesBefore(at) + (volume?.lines(spot.leaf) ?? 0);
    },
    lines: () => live.lines() + linesOfRooms(rooms.length),
  };
}

/** Only blocks of this run change. */
function spotIndex(spot: Spot): number {
  if (spot.kind !== "live") throw new Error("a block of an earlier run is settled already");
  return spot.index;
}
