/** Numbers and stamps events and hands them to subscribers. A subscriber can neither delay nor stop the loop. */
import type { AgentEvent, Envelope } from "../model/event.ts";

export type Emit = (event: AgentEvent) => void;
export type Listener = (envelope: Envelope) => void;

export interface Bus {
  /** An emitter whose events carry the task's name. */
  emitterFor(task: string): Emit;
  subscribe(listener: Listener): () => void;
}

/** `onListenerError` receives what a subscriber threw; the other subscribers still get the event. */
export function createBus(now: () => number, onListenerError: (error: unknown) => void): Bus {
  const listeners = new Set<Listener>();
  let seq = 0;

  function deliver(listener: Listener, envelope: Envelope): void {
    try {
      listener(envelope);
    } catch (error) {
      onListenerError(error);
    }
  }

  return {
    emitterFor: (task) => (event) => {
      seq += 1;
      const envelope: Envelope = { seq, task, at: now(), event };
      for (const listener of [...listeners]) deliver(listener, envelope);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
