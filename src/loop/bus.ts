/** Numbers and stamps events and hands them to subscribers. A subscriber can neither delay nor stop the loop. */
import type { AgentEvent, Envelope } from "../model/event.ts";

export type Emit = (event: AgentEvent) => void;
export type Listener = (envelope: Envelope) => void;

export interface Bus {
  /** An emitter whose events carry the task's name. */
  emitterFor(task: string, where?: "background"): Emit;
  subscribe(listener: Listener): () => void;
}

/** `onListenerError` receives what a subscriber threw; the other subscribers still get the event. */
export function createBus(now: () => number, onListenerError: (error: unknown) => void): Bus {
  const listeners = new Set<Listener>();
  /** What listeners emitted while an event was being delivered: it comes after that event for everyone. */
  const waiting: Envelope[] = [];
  let delivering = false;
  let seq = 0;

  function deliver(listener: Listener, envelope: Envelope): void {
    try {
      listener(envelope);
    } catch (error) {
      onListenerError(error);
    }
  }

  function deliverWaiting(): void {
    if (delivering) return;
    delivering = true;
    for (let envelope = waiting.shift(); envelope; envelope = waiting.shift()) {
      for (const listener of [...listeners]) deliver(listener, envelope);
    }
    delivering = false;
  }

  return {
    emitterFor: (task, where) => (event) => {
      seq += 1;
      waiting.push({ seq, task, ...(where && { background: true }), at: now(), event });
      deliverWaiting();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
