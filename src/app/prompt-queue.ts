/** What was entered while something ran: it waits in order, and every change of it is told. */
import type { QueuePowers } from "../commands/command.ts";
import type { Emit } from "../loop/bus.ts";
import type { QueueChanged } from "../model/event.ts";
import { type Entry, heldText, queued } from "./entry.ts";
import { createWaitingList } from "./waiting-list.ts";

export interface PromptQueue {
  readonly powers: QueuePowers;
  add(entry: Entry): void;
  /** The oldest that is not held; it waits no longer. */
  next(): Entry | undefined;
  /** The user wants the newest back, to change it. */
  takeBack(): void;
  /** Who stops something need not want what was to come after it. */
  hold(): void;
  drop(): void;
}

/** As many as a screen has room for. */
const toldEntries = 8;

/** `tells`: whether there is anybody who has to be told; a script knows what it has written. */
export function createPromptQueue(emit: Emit, tells: () => boolean): PromptQueue {
  const waiting = createWaitingList<Entry>();

  function tell(change: Pick<QueueChanged, "added" | "takenBack"> = {}): void {
    if (!tells()) return;
    emit({
      type: "queue-changed",
      count: waiting.count(),
      ...(waiting.held() > 0 && { held: waiting.held() }),
      latest: waiting.list(toldEntries).map(queued),
      ...change,
    });
  }

  function change(make: () => number): number {
    const count = make();
    if (count > 0) tell();
    return count;
  }

  return {
    powers: {
      list: () => waiting.list().map(queued),
      send: () => change(waiting.release),
      drop: () => change(waiting.drop),
    },
    add(entry) {
      waiting.add(entry);
      tell({ added: queued({ item: entry, held: false }) });
    },
    next() {
      const entry = waiting.next();
      if (entry) tell();
      return entry;
    },
    takeBack() {
      const entry = waiting.takeBack();
      if (entry) tell({ takenBack: queued({ item: entry, held: false }) });
    },
    hold() {
      const count = waiting.hold();
      if (count === 0) return;
      tell();
      emit({ type: "notice", level: "info", text: heldText(count) });
    },
    drop: () => void change(waiting.drop),
  };
}
