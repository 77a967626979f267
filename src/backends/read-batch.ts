/** What the items that came in one packet mean, one by one. */
import type { BackendEvent } from "../model/backend.ts";

/** Nothing is read any more once it is over. */
export function* readBatch<Item>(
  items: readonly Item[],
  read: (item: Item) => readonly BackendEvent[],
  isOver: () => boolean,
): Generator<BackendEvent> {
  for (const item of items) {
    if (isOver()) return;
    yield* read(item);
  }
}
