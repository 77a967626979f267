/** Turns that can be named and cancelled. Each task has its own cancellation; the loop does not know who cancels. */
import type { TurnOutcome } from "../model/event.ts";

export interface Task {
  readonly id: string;
  readonly finished: Promise<TurnOutcome>;
  cancel(): void;
}

export interface Tasks {
  start(run: (id: string, signal: AbortSignal) => Promise<TurnOutcome>): Task;
  running(): readonly Task[];
}

export function createTasks(nameOf: (ordinal: number) => string): Tasks {
  const running = new Set<Task>();
  let started = 0;

  return {
    start(run) {
      started += 1;
      const id = nameOf(started);
      const controller = new AbortController();
      const task: Task = {
        id,
        finished: run(id, controller.signal).finally(() => running.delete(task)),
        cancel: () => controller.abort(),
      };
      running.add(task);
      return task;
    },
    running: () => [...running],
  };
}
