/** /bg, /tasks, /kill, /timeout and /join: turns in the background. */
import type { CommandEntry } from "./command.ts";

/** What they do is not needed before one of them is used. */
function later(name: keyof typeof import("./task-actions.ts")): CommandEntry["run"] {
  return async (host, args) => (await import("./task-actions.ts"))[name](host, args);
}

const common = { aliases: [], whileBusy: true } as const;

export const taskCommands: readonly CommandEntry[] = [
  {
    ...common,
    name: "bg",
    usage: "PROMPT",
    summary: "run a turn in the background while you go on",
    run: later("bg"),
  },
  {
    ...common,
    name: "tasks",
    aliases: ["ps"],
    usage: "",
    summary: "list the background tasks: what they do, how long, what they cost",
    run: later("tasks"),
  },
  {
    ...common,
    name: "kill",
    usage: "[ID | all]",
    summary: "stop a background task, or all of them",
    run: later("kill"),
  },
  {
    ...common,
    name: "timeout",
    usage: "DURATION [ID]",
    summary: "stop a background task after so long, such as 10m",
    run: later("timeout"),
  },
  {
    ...common,
    name: "join",
    usage: "ID",
    summary: "make the prompt and the answer of a background task part of the conversation",
    whileBusy: false,
    run: later("join"),
  },
];
