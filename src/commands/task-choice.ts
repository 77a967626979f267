/** Which of the running tasks is meant by what the user wrote. Pure. */

export type Chosen =
  | { readonly kind: "task"; readonly id: string }
  /** In a sentence. */
  | { readonly kind: "none"; readonly problem: string };

/** `running`: the ids of those that run; `written`: 1 or #1, or nothing where only one can be meant. */
export function chooseRunning(running: readonly string[], written: string, usage: string): Chosen {
  const [first] = running;
  if (written !== "") return chooseById(running, written, usage);
  if (first === undefined) return none("No running background tasks.");
  if (running.length > 1) return none("Task id required when multiple background tasks are running.");
  return { kind: "task", id: first };
}

function chooseById(running: readonly string[], written: string, usage: string): Chosen {
  const id = taskId(written);
  if (id === undefined) return none(`Task id must be a number. ${usage}`);
  return running.includes(id) ? { kind: "task", id } : none(`No running background task with id ${id}.`);
}

/** Undefined where it is no number. */
export function taskId(written: string): string | undefined {
  const digits = /^#?0*(\d{1,9})$/.exec(written)?.[1];
  return digits === undefined ? undefined : `#${digits}`;
}

function none(problem: string): Chosen {
  return { kind: "none", problem };
}
