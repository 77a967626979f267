/** What was entered while the agent was busy: seen, changed, and handed over once each. It must not know tasks or time. */

export interface Queued {
  readonly id: number;
  readonly text: string;
}

export interface TypeAhead {
  readonly waiting: readonly Queued[];
  /** The one being changed; it and those behind it wait until that is done. */
  readonly held: number | undefined;
  readonly nextId: number;
}

export const emptyQueue: TypeAhead = { waiting: [], held: undefined, nextId: 1 };

export function enqueue(queue: TypeAhead, text: string): TypeAhead {
  const { waiting, nextId } = queue;
  return { ...queue, waiting: [...waiting, { id: nextId, text }], nextId: nextId + 1 };
}

/** Whoever takes it owns it: it is in the queue no more. Nothing is taken that is being changed, nor overtakes it. */
export function take(queue: TypeAhead): { readonly queue: TypeAhead; readonly taken: Queued | undefined } {
  const [taken, ...waiting] = queue.waiting;
  if (!taken || taken.id === queue.held) return { queue, taken: undefined };
  return { queue: { ...queue, waiting }, taken };
}

/** Begins to change an entry; of what was delivered meanwhile nothing is held. */
export function hold(queue: TypeAhead, id: number): TypeAhead {
  return queue.waiting.some((entry) => entry.id === id) ? { ...queue, held: id } : queue;
}

/** Ends it with another text at the same place; no text takes the entry out. */
export function release(queue: TypeAhead, text: string): TypeAhead {
  const changed = queue.waiting.map((entry) => (entry.id === queue.held ? { ...entry, text } : entry));
  const waiting = text.trim() === "" ? changed.filter(({ id }) => id !== queue.held) : changed;
  return { ...queue, waiting: queue.held === undefined ? queue.waiting : waiting, held: undefined };
}

/** Ends it with the text as it was. */
export function abandon(queue: TypeAhead): TypeAhead {
  return { ...queue, held: undefined };
}

export function withdraw(queue: TypeAhead, id: number): TypeAhead {
  const waiting = queue.waiting.filter((entry) => entry.id !== id);
  return { ...queue, waiting, held: queue.held === id ? undefined : queue.held };
}
