/** One running session: the loop, the tools, the record and the display, wired together by events. */
import type { Exports, Searches, Switching, ThemeChoice } from "../commands/command.ts";
import { findServerPrompt } from "../commands/server-prompt.ts";
import { findCommand } from "../commands/table.ts";
import { estimateUsage } from "../context/request.ts";
import type { Display } from "../display/display.ts";
import { createBus, type Emit, type Listener } from "../loop/bus.ts";
import { createQuestions } from "../loop/questions.ts";
import { lastPrompt } from "../loop/resume.ts";
import type { RetryDeps } from "../loop/retry.ts";
import { createTasks } from "../loop/tasks.ts";
import type { runTurn } from "../loop/turn.ts";
import type { TurnDeps } from "../loop/turn-state.ts";
import type { ToolTurn } from "../tools/toolbox.ts";
import type { Approvals } from "./approvals.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { createCommandHost } from "./command-host.ts";
import { createContextManager } from "./context-manager.ts";
import { createContextPowers } from "./context-powers.ts";
import { type Controller, createController, type Finish } from "./controller.ts";
import { type Conversation, createConversation } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import type { Guidance } from "./guidance.ts";
import type { Lazily } from "./lazily.ts";
import type { Mcp } from "./mcp.ts";
import type { Meter } from "./meter.ts";
import type { Recorder } from "./recorder.ts";
import type { Sessions, SessionsOptions } from "./sessions.ts";
import type { Shortcuts } from "./shortcuts.ts";
import { skillPowers, systemParts } from "./system-parts.ts";
import { createTurnCompaction } from "./turn-compaction.ts";
import { shellTasks } from "./user-shell.ts";

export interface SessionParts {
  readonly engine: Engine;
  readonly approvals: Approvals;
  readonly shortcuts: Shortcuts;
  readonly switching: Switching;
  readonly meter: Meter;
  readonly display: Display;
  readonly themes: ThemeChoice;
  readonly searches: Searches;
  /** Reading files takes longer than showing the prompt. */
  readonly guidance: Lazily<Guidance>;
  readonly mcp: Mcp;
  readonly makeRecorder: (emit: Emit) => Recorder;
  /** Where sessions are kept, and where tools work; absent where none is kept. */
  readonly checkpoints?: { readonly directory: string; readonly cwd: string } | undefined;
  readonly makeSessions: (parts: SessionsParts) => Sessions;
  readonly makeExports: (conversation: Conversation, recorder: Recorder) => Exports;
  /** They are told of every event before the display is. */
  readonly makeObservers: (emit: Emit) => readonly Listener[];
  readonly now: () => number;
  readonly retry: RetryDeps;
  /** Someone is there to say whether to go on at the iteration limit. */
  readonly chat: boolean;
  readonly sequential: boolean;
  readonly onListenerError: (error: unknown) => void;
}

export type SessionsParts = Pick<SessionsOptions, "conversation" | "recorder" | "emit" | "useCheckpoints">;

export interface Session {
  readonly sessions: Sessions;
  readonly controller: Controller;
  readonly emit: Emit;
  /** Starts the display, carries on until the end, and leaves nothing running. */
  run(begin: () => void): Promise<Finish>;
}

type TurnRunner = typeof runTurn;

/** Not needed before somebody says something. */
const startLater: TurnRunner = async (...turn) => (await import("../loop/turn.ts")).runTurn(...turn);
const resumeLater: TurnRunner = async (...turn) => (await import("../loop/turn.ts")).resumeTurn(...turn);

export function createSession(parts: SessionParts): Session {
  const { engine, mcp, meter, display, now, checkpoints: place } = parts;
  const bus = createBus(now, parts.onListenerError);
  const emit = bus.emitterFor("app");
  const conversation = createConversation();
  const compaction = createTurnCompaction(parts);
  const context = createContextManager({ engine, conversation, compaction });
  const questions = createQuestions();
  const tasks = createTasks();
  const recorder = parts.makeRecorder(emit);
  const checkpoints = createCheckpoints({ place, conversation, recorder, emit, now });
  const observers = [
    checkpoints.record,
    conversation.record,
    context.observe,
    recorder.record,
    meter.observer(emit),
    ...parts.makeObservers(emit),
  ];
  for (const listener of [...observers, display.show]) {
    bus.subscribe(listener);
  }

  async function turnDeps(turn: ToolTurn, emitTurn: Emit, signal: AbortSignal): Promise<TurnDeps> {
    const backend = engine.backend();
    if (!backend.ownTools) await mcp.ready(signal);
    const tools = await engine.toolbox().get();
    const toolbox = tools.forTurn?.(turn) ?? tools;
    return {
      backend,
      toolbox,
      ask: (question, signal) => questions.ask(question, emitTurn, signal),
      prepareRequest: context.preparer({
        ...{ backend, toolbox, emit: emitTurn },
        system: await systemParts(parts, emitTurn),
      }),
      estimateUsage,
      maxIterations: engine.settings().maxIterations,
      atLimit: parts.chat ? "ask" : "stop",
      retry: parts.retry,
      budget: meter.budget,
    };
  }

  const runIn = (run: TurnRunner) => async (prompt: string, id: string, signal: AbortSignal) => {
    const emitTurn = bus.emitterFor(id);
    const warn = (text: string) => emitTurn({ type: "notice", level: "warning", text });
    const turn: ToolTurn = { task: id, warn, watcher: checkpoints.watcher };
    await sessions.settle();
    const deps = await turnDeps(turn, emitTurn, signal);
    const outcome = await run(prompt, conversation.history(), deps, emitTurn, signal);
    await engine.toolbox().peek()?.hooks?.ended(turn, outcome.kind, signal);
    return outcome;
  };
  const startIn = runIn(startLater);
  const play = (run: ReturnType<typeof runIn>) => (prompt: string) =>
    tasks.start((id, signal) => run(prompt, id, signal));
  const startTurn = play(startIn);
  const startShell = shellTasks({ tasks, bus, engine, tell: startIn });
  const resumeLast = play(runIn(resumeLater));

  parts.approvals.onProblem((text) => emit({ type: "notice", level: "warning", text }));
  const exports = parts.makeExports(conversation, recorder);
  const sessions = parts.makeSessions({ conversation, recorder, emit, useCheckpoints: checkpoints.use });
  const hostParts = {
    ...{ ...parts, emit, conversation, recorder, exports, checkpoints, sessions },
    skills: skillPowers(parts.guidance),
    context: createContextPowers({ engine, conversation, context, guidance: parts.guidance }),
  };
  const controller = createController({
    emit,
    questions,
    findCommand: (name) => findCommand(name) ?? findServerPrompt(mcp, name),
    shortcuts: parts.shortcuts,
    startTurn,
    startShell,
    resumeTurn() {
      const prompt = lastPrompt(conversation.history());
      return prompt === undefined || !conversation.unanswered() ? undefined : resumeLast(prompt);
    },
    host: (made) => createCommandHost(hostParts, made),
    now,
    sequential: parts.sequential,
  });

  return {
    controller,
    sessions,
    emit,
    async run(begin) {
      try {
        display.start(controller.handle);
        mcp.start((text) => emit({ type: "notice", level: "warning", text }));
        begin();
        const finish = await controller.finished;
        display.stop();
        return finish;
      } finally {
        engine.close();
        mcp.close();
        recorder.close();
      }
    },
  };
}
