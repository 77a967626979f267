/** The tasks in the background: turns beside the conversation, several at once, each of which can be stopped by itself. */
import type { TaskPowers, TaskReport } from "../commands/task-powers.ts";
import type { Clock, Timer } from "../display/display.ts";
import type { Emit, Listener } from "../loop/bus.ts";
import type { Tasks } from "../loop/tasks.ts";
import type { RunningTask, TurnOutcome } from "../model/event.ts";
import { addUsage, noUsage, type Usage } from "../model/usage.ts";
import { type Activity, idle, reduceActivity } from "../view/activity.ts";
import { doingText } from "./doing-text.ts";
import type { OpenScene, TaskScene } from "./task-scenes.ts";
import type { TurnPlayer } from "./turn-player.ts";

export interface BackgroundParts {
  readonly tasks: Tasks;
  readonly player: Pick<TurnPlayer, "start">;
  readonly openScene: OpenScene;
  /** Waits until there is a whole conversation to begin from. */
  readonly settle: () => Promise<void>;
  /** For what a task says, and for what is said about tasks. */
  readonly emitFor: (task: string) => Emit;
  readonly emit: Emit;
  /** In dollars; undefined where the price is unknown. */
  readonly costOf: (usage: Usage) => number | undefined;
  /** Why nothing can run beside a turn, in a sentence. */
  readonly hindrance: () => string | undefined;
  /** A task has ended. */
  readonly onEnd: () => void;
  readonly now: () => number;
  readonly clock: Clock;
}

export interface Background extends TaskPowers {
  /** To be told of every event, before the display is. */
  readonly observe: Listener;
  /** Those that run, in words; undefined where none does. */
  running(): string | undefined;
  stopAll(): void;
}

/** As many as anybody can keep an eye on. */
const mostAtOnce = 4;
const mostRemembered = 50;
const titleLength = 40;
/** Timers take no longer times. */
const longestTimer = 2 ** 31 - 1;

interface Entry {
  readonly id: string;
  readonly prompt: string;
  readonly scene: TaskScene;
  readonly since: number;
  activity: Activity;
  usage: Usage;
  cost: number | undefined;
  state: TaskReport["state"];
  timedOut: boolean;
  limit?: { readonly until: number; readonly timer: Timer };
  end?: { readonly at: number; readonly outcome: TurnOutcome };
}

export function createBackground(parts: BackgroundParts): Background {
  const { tasks, emit, now, clock } = parts;
  const entries = new Map<string, Entry>();

  const isRunning = ({ end }: Entry) => end === undefined;
  const running = () => [...entries.values()].filter(isRunning);

  function tell(): void {
    emit({ type: "tasks-changed", running: running().map(runningTask) });
  }

  function begin(prompt: string, id: string): Entry {
    const title = `task ${id}: ${titleOf(prompt)}`;
    const scene = parts.openScene(title, parts.emitFor(id));
    const start = { activity: idle, usage: noUsage, cost: 0, state: "running", timedOut: false } as const;
    const entry: Entry = { ...start, id, prompt, scene, since: now() };
    entries.set(id, entry);
    return entry;
  }

  function end(entry: Entry, outcome: TurnOutcome): void {
    const { id, prompt, scene, since, timedOut } = entry;
    entry.limit?.timer.cancel();
    entry.limit = undefined;
    entry.end = { at: now(), outcome };
    entry.state = timedOut ? "timed out" : states[outcome.kind];
    scene.close();
    forgetOld();
    const title = titleOf(prompt);
    const ms = entry.end.at - since;
    emit({ type: "task-ended", id, title, outcome, ms, ...(timedOut && { timedOut: true }) });
    tell();
    parts.onEnd();
  }

  function forgetOld(): void {
    const ended = [...entries.values()].filter((entry) => !isRunning(entry));
    for (const { id } of ended.slice(0, Math.max(0, ended.length - mostRemembered))) entries.delete(id);
  }

  function stop(entry: Entry): void {
    if (entry.state !== "running") return;
    entry.state = "cancelling";
    tell();
    tasks
      .running()
      .find(({ id }) => id === entry.id)
      ?.cancel();
  }

  function limit(entry: Entry, ms: number): void {
    entry.limit?.timer.cancel();
    const timer = clock.after(Math.min(ms, longestTimer), () => {
      entry.timedOut = entry.state === "running";
      stop(entry);
    });
    entry.limit = { until: now() + ms, timer };
    tell();
  }

  function report(entry: Entry): TaskReport {
    const { id, prompt, since, usage, cost, state, activity, scene } = entry;
    const session = scene.session();
    const { outcome, at = now() } = entry.end ?? {};
    return {
      ...{ id, prompt, state, usage, cost, doing: doingText(activity), elapsedMs: at - since },
      ...(entry.limit && { leftMs: Math.max(0, entry.limit.until - now()) }),
      ...(session !== undefined && { session }),
      ...(outcome?.kind === "answered" && { answer: outcome.text }),
    };
  }

  return {
    async start(prompt) {
      const problem = running().length >= mostAtOnce ? tooMany : parts.hindrance();
      if (problem !== undefined) return problem;
      await parts.settle();
      const task = tasks.start((id, signal) => {
        const { scene } = begin(prompt, id);
        return parts.player.start(scene)({ text: prompt }, id, signal);
      });
      tell();
      task.finished.catch(broken).then((outcome) => {
        const entry = entries.get(task.id);
        if (entry) end(entry, outcome);
      });
      return undefined;
    },
    list: () => [...entries.values()].map(report),
    kill(id) {
      const entry = entries.get(id);
      if (entry) stop(entry);
    },
    limit(id, ms) {
      const entry = entries.get(id);
      if (entry && isRunning(entry)) limit(entry, ms);
    },
    join(id) {
      const { prompt, end: ended } = entries.get(id) ?? {};
      if (prompt === undefined || ended?.outcome.kind !== "answered") return;
      const { text } = ended.outcome;
      emit({ type: "message-added", message: { role: "user", text: prompt } });
      emit({ type: "message-added", message: { role: "assistant", parts: [{ type: "text", text }] } });
      entries.delete(id);
    },
    observe(envelope) {
      const entry = envelope.background && entries.get(envelope.task);
      if (!entry) return;
      entry.scene.observe(envelope);
      entry.activity = reduceActivity(entry.activity, envelope);
      const { event } = envelope;
      if (event.type !== "usage") return;
      entry.usage = addUsage(entry.usage, event.usage);
      const cost = event.usage.estimated ? 0 : parts.costOf(event.usage);
      entry.cost = entry.cost === undefined || cost === undefined ? undefined : entry.cost + cost;
    },
    running: () => runningText(running().map(({ id }) => id)),
    stopAll() {
      for (const entry of running()) stop(entry);
    },
  };
}

const tooMany = `${mostAtOnce} tasks run in the background already: wait for one of them, or /kill one.`;

const states = {
  answered: "finished",
  cancelled: "stopped",
  failed: "failed",
  "iteration-limit": "failed",
} as const satisfies Record<TurnOutcome["kind"], TaskReport["state"]>;

/** A turn settles whatever happens in it; this one could not even begin. */
function broken(error: unknown): TurnOutcome {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: "failed", cause: "internal", message };
}

function runningText(ids: readonly string[]): string | undefined {
  if (ids.length === 0) return undefined;
  return ids.length === 1
    ? `Background task ${ids[0]} is running`
    : `Background tasks ${ids.join(", ")} are running`;
}

function runningTask({ id, state, since, limit }: Entry): RunningTask {
  return {
    id,
    state: state === "cancelling" ? "cancelling" : "running",
    since,
    ...(limit && { until: limit.until }),
  };
}

export function titleOf(prompt: string): string {
  const characters = Array.from(prompt.replaceAll(/\s+/g, " ").trim());
  if (characters.length <= titleLength) return characters.join("");
  return `${characters.slice(0, titleLength - 3).join("")}...`;
}
