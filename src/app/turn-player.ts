/** Plays turns: brings together what one needs, in the conversation that is running or beside it. */
import { estimateUsage } from "../context/request.ts";
import type { Bus, Emit } from "../loop/bus.ts";
import type { Questions } from "../loop/questions.ts";
import type { RetryDeps } from "../loop/retry.ts";
import type { resumeTurn, runTurn } from "../loop/turn.ts";
import type { TurnDeps } from "../loop/turn-state.ts";
import type { Prompt } from "../model/attachment.ts";
import type { TurnOutcome } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import type { WriteWatcher } from "../tools/tool.ts";
import type { ToolTurn } from "../tools/toolbox.ts";
import type { ContextManager } from "./context-manager.ts";
import type { Engine } from "./engine.ts";
import type { Mcp } from "./mcp.ts";
import type { Meter } from "./meter.ts";
import { type SystemPartsOf, systemParts } from "./system-parts.ts";

export interface TurnPlayerParts extends SystemPartsOf {
  readonly emitterFor: Bus["emitterFor"];
  readonly engine: Engine;
  readonly mcp: Pick<Mcp, "ready">;
  readonly meter: Pick<Meter, "budget">;
  readonly questions: Pick<Questions, "ask">;
  readonly retry: RetryDeps;
  readonly chat: boolean;
}

/** The history that a turn goes on with, and what looks after it. */
export interface Scene {
  readonly history: () => readonly Message[];
  readonly context: Pick<ContextManager, "preparer">;
  readonly watcher: WriteWatcher;
  /** Waits until the history is fit to be sent. */
  readonly settle?: () => Promise<void>;
  /** It is not the conversation itself. */
  readonly where?: "background";
}

/** The task's name, and what cancels it. */
export type Play = (prompt: Prompt, task: string, signal: AbortSignal) => Promise<TurnOutcome>;

export interface TurnPlayer {
  start(scene: Scene): Play;
  /** The last turn of the history again. */
  resume(scene: Scene): Play;
}

export function createTurnPlayer(parts: TurnPlayerParts): TurnPlayer {
  const { emitterFor, engine, mcp, meter, questions } = parts;

  async function turnDeps(
    turn: ToolTurn,
    { context }: Scene,
    emit: Emit,
    signal: AbortSignal,
  ): Promise<TurnDeps> {
    const backend = engine.backend();
    if (!backend.ownTools) await mcp.ready(signal);
    const tools = await engine.toolbox().get();
    const toolbox = tools.forTurn?.(turn) ?? tools;
    return {
      backend,
      toolbox,
      ask: (question, signal) => questions.ask(question, emit, signal),
      prepareRequest: context.preparer({ backend, toolbox, emit, system: await systemParts(parts, emit) }),
      estimateUsage,
      maxIterations: engine.settings().maxIterations,
      atLimit: parts.chat ? "ask" : "stop",
      retry: parts.retry,
      budget: meter.budget,
    };
  }

  const player =
    (run: typeof runTurn) =>
    (scene: Scene): Play =>
      async function play(prompt, task, signal) {
        const emit = emitterFor(task, scene.where);
        const warn = (text: string) => emit({ type: "notice", level: "warning", text });
        const turn: ToolTurn = { task, warn, watcher: scene.watcher };
        await scene.settle?.();
        const deps = await turnDeps(turn, scene, emit, signal);
        const outcome = await run(prompt, scene.history(), deps, emit, signal);
        await engine.toolbox().peek()?.hooks?.ended(turn, outcome.kind, signal);
        return outcome;
      };

  return { start: player(startLater), resume: player(resumeLater) };
}

/** Not needed before somebody says something. */
const startLater: typeof runTurn = async (...turn) => (await import("../loop/turn.ts")).runTurn(...turn);
const resumeLater: typeof resumeTurn = async (...turn) =>
  (await import("../loop/turn.ts")).resumeTurn(...turn);
