/** What would take the ground from under tasks that run in the background is refused while there are any. */
import type { Switched, Switching } from "../commands/command.ts";
import type { Sessions } from "./sessions.ts";

/** `running`: the tasks that run, in words; undefined where none does. */
export type RunningInWords = () => string | undefined;

export function switchingUnlessTasks(switching: Switching, running: RunningInWords): Switching {
  const unless = async (change: () => Promise<Switched>): Promise<Switched> => {
    const problem = problemOf(running);
    return problem === undefined ? change() : { kind: "kept", problem };
  };
  return {
    ...switching,
    useBackend: (name) => unless(() => switching.useBackend(name)),
    useModel: (name) => unless(() => switching.useModel(name)),
    useAgent: (name) => unless(() => switching.useAgent(name)),
    useFormat: (format) => unless(() => switching.useFormat(format)),
  };
}

export function sessionsUnlessTasks(sessions: Sessions, running: RunningInWords): Sessions {
  return {
    ...sessions,
    resume: async (wanted) => problemOf(running) ?? sessions.resume(wanted),
    begin: () => problemOf(running) ?? sessions.begin(),
    fork: async (name) => problemOf(running) ?? sessions.fork(name),
  };
}

function problemOf(running: RunningInWords): string | undefined {
  const tasks = running();
  return tasks && `${tasks} with what is in use now: wait, or /kill what need not go on, then try again.`;
}
