/** What /bg, /tasks, /kill, /timeout and /join do. Loaded with the first of them. */
import { dollars } from "../catalog/cost.ts";
import { elapsedText } from "../model/elapsed.ts";
import { promptTokens } from "../model/usage.ts";
import type { CommandHost } from "./command.ts";
import { parseDuration } from "./duration.ts";
import { chooseRunning, taskId } from "./task-choice.ts";
import type { TaskReport } from "./task-powers.ts";

type Host = Pick<CommandHost, "say" | "tasks">;

export async function bg({ say, tasks }: Host, args: string): Promise<void> {
  const problem = args.trim() === "" ? "Usage: /bg PROMPT" : await tasks.start(args.trim());
  if (problem !== undefined) say(problem);
}

export function tasks({ say, tasks: known }: Host): void {
  const reports = known.list();
  say(
    reports.length === 0 ? "No background tasks; /bg PROMPT starts one." : reports.map(describe).join("\n"),
  );
}

const killUsage = "Usage: /kill [ID | all]";

export function kill({ say, tasks }: Host, args: string): void {
  const running = runningIds(tasks);
  if (args.trim() === "all" && running.length > 0) return running.forEach(tasks.kill);
  const chosen = chooseRunning(running, args.trim().replace(/^all$/, ""), killUsage);
  if (chosen.kind === "none") say(chosen.problem);
  else tasks.kill(chosen.id);
}

const timeoutUsage = "Usage: /timeout <duration> [task-id]";

export function timeout({ say, tasks }: Host, args: string): void {
  const [written = "", id = "", ...more] = args.trim().split(/\s+/);
  if (written === "" || more.length > 0) return say(timeoutUsage);
  const ms = parseDuration(written);
  if (ms === undefined) return say("Invalid duration. Examples: 30s, 10m, 1h.");
  const chosen = chooseRunning(runningIds(tasks), id, timeoutUsage);
  if (chosen.kind === "none") return say(chosen.problem);
  tasks.limit(chosen.id, ms);
  say(`task ${chosen.id} timeout set to ${elapsedText(ms, "fine")}`);
}

export function join({ say, tasks }: Host, args: string): void {
  const id = taskId(args.trim());
  if (id === undefined) return say("Usage: /join ID; /tasks lists the ids.");
  const task = tasks.list().find((known) => known.id === id);
  if (task === undefined) return say(`There is no background task ${id} to join; /tasks lists them.`);
  if (isRunning(task)) return say(`Task ${id} has to end first; /tasks shows what it does.`);
  if (task.answer === undefined) return say(`Task ${id} came to no answer, so there is nothing to join.`);
  tasks.join(id);
  say(`Joined: the prompt of task ${id} and its answer are part of the conversation now.`);
}

function isRunning({ state }: TaskReport): boolean {
  return state === "running" || state === "cancelling";
}

function runningIds(tasks: CommandHost["tasks"]): readonly string[] {
  return tasks
    .list()
    .filter(isRunning)
    .map(({ id }) => id);
}

const promptLength = 60;

function describe(task: TaskReport): string {
  const { id, prompt, state, elapsedMs, leftMs, answer, doing, usage, cost, session } = task;
  const limit = leftMs === undefined ? "" : ` (timeout in ${elapsedText(leftMs)})`;
  const join = answer === undefined ? "" : `; /join ${id.slice(1)} takes it in`;
  const tokens = `${promptTokens(usage).toLocaleString("en-US")} tokens in, ${usage.output.toLocaleString("en-US")} out`;
  const details = [
    ...(isRunning(task) ? [doing] : []),
    tokens,
    dollars(cost),
    ...(session === undefined ? [] : [`session ${session}`]),
  ];
  const after = isRunning(task) ? " " : " after ";
  return [
    `${id} ${state}${after}${elapsedText(elapsedMs)}${limit}: ${excerpt(prompt)}${join}`,
    `   ${details.join("; ")}`,
  ].join("\n");
}

function excerpt(prompt: string): string {
  const characters = Array.from(prompt.replaceAll(/\s+/g, " "));
  if (characters.length <= promptLength) return characters.join("");
  return `${characters.slice(0, promptLength - 3).join("")}...`;
}
