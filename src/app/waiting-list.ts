/** What was entered and waits for its turn, in order; what the user has stopped is held until they say otherwise. */

export interface WaitingList<Item> {
  count(): number;
  held(): number;
  add(item: Item): void;
  /** The oldest that is not held, in constant time: a script may be long. */
  next(): Item | undefined;
  /** The newest, held or not. */
  takeBack(): Item | undefined;
  /** Holds all that waits; how many were not held before. */
  hold(): number;
  /** Nothing is held any more; how many were. */
  release(): number;
  /** Forgets all; how many there were. */
  drop(): number;
  /** The last few, or all of them. */
  list(most?: number): readonly Waiting<Item>[];
}

export interface Waiting<Item> {
  readonly item: Item;
  readonly held: boolean;
}

/** Fewer taken items than this are not worth clearing away. */
const clearedAt = 1000;

export function createWaitingList<Item>(): WaitingList<Item> {
  let held: Item[] = [];
  let open: Item[] = [];
  /** The first of `open` that was not taken. */
  let head = 0;
  const count = () => held.length + open.length - head;

  function takeAll(): Item[] {
    const all = open.slice(head);
    [open, head] = [[], 0];
    return all;
  }

  return {
    count,
    held: () => held.length,
    add: (item) => void open.push(item),
    next() {
      const item = open[head];
      if (head < open.length) head += 1;
      // Never more than there is left: all in all each item is moved a few times only.
      if (head >= clearedAt && head * 2 >= open.length) open = takeAll();
      return item;
    },
    takeBack: () => (open.length > head ? open.pop() : held.pop()),
    hold() {
      const more = takeAll();
      held = [...held, ...more];
      return more.length;
    },
    release() {
      const { length } = held;
      open = [...held, ...takeAll()];
      held = [];
      return length;
    },
    drop() {
      const dropped = count();
      [held, open, head] = [[], [], 0];
      return dropped;
    },
    list(most = count()) {
      const waiting = open.slice(Math.max(head, open.length - most)).map((item) => ({ item, held: false }));
      const room = Math.min(held.length, most - waiting.length);
      return [...held.slice(held.length - room).map((item) => ({ item, held: true })), ...waiting];
    },
  };
}
