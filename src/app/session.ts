/** One running session: the loop, the tools, the record and the display, wired together by events. */
import type {
  Exports,
  PaperPowers,
  Searches,
  Switching,
  ThemeChoice,
  UpkeepPowers,
} from "../commands/command.ts";
import { findServerPrompt } from "../commands/server-prompt.ts";
import { findCommand } from "../commands/table.ts";
import type { Clock, Display } from "../display/display.ts";
import { type Bus, createBus, type Emit, type Listener } from "../loop/bus.ts";
import { createQuestions } from "../loop/questions.ts";
import { lastPrompt } from "../loop/resume.ts";
import type { RetryDeps } from "../loop/retry.ts";
import { createTasks } from "../loop/tasks.ts";
import type { Prompt } from "../model/attachment.ts";
import type { Backend } from "../model/backend.ts";
import type { Approvals } from "./approvals.ts";
import type { MentionSource } from "./attach/mention-source.ts";
import type { Background } from "./background.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { createCommandHost } from "./command-host.ts";
import { createComposer } from "./compose.ts";
import { createContextManager } from "./context-manager.ts";
import { createContextPowers } from "./context-powers.ts";
import { type Controller, createController, type Finish } from "./controller.ts";
import { type Conversation, createConversation } from "./conversation.ts";
import type { CustomCommands } from "./custom-commands.ts";
import type { Engine } from "./engine.ts";
import type { Guidance } from "./guidance.ts";
import type { Lazily } from "./lazily.ts";
import { lazyBackground } from "./lazy-background.ts";
import type { Mcp } from "./mcp.ts";
import type { Meter } from "./meter.ts";
import type { Recorder } from "./recorder.ts";
import type { Sessions, SessionsOptions } from "./sessions.ts";
import type { SetUpInChat } from "./setup/in-chat.ts";
import type { Shortcuts } from "./shortcuts.ts";
import { createStreaming } from "./streaming.ts";
import { skillPowers } from "./system-parts.ts";
import type { TaskSceneParts } from "./task-scenes.ts";
import { createTurnCompaction } from "./turn-compaction.ts";
import { createTurnPlayer, type Play, type Scene, type TurnPlayer } from "./turn-player.ts";
import { sessionsUnlessTasks, switchingUnlessTasks } from "./unless-tasks.ts";
import { shellTasks } from "./user-shell.ts";
import type { Voice, VoiceDeps } from "./voice.ts";

export interface SessionParts {
  readonly engine: Engine;
  readonly approvals: Approvals;
  readonly shortcuts: Shortcuts;
  readonly custom: CustomCommands;
  readonly switching: Switching;
  readonly meter: Meter;
  readonly display: Display;
  readonly makePaper: (say: (text: string) => void) => PaperPowers;
  readonly upkeep: UpkeepPowers;
  readonly themes: ThemeChoice;
  readonly searches: Searches;
  readonly setup: SetUpInChat;
  /** Reading files takes longer than showing the prompt. */
  readonly guidance: Lazily<Guidance>;
  readonly mcp: Mcp;
  readonly makeVoice: (deps: Pick<VoiceDeps, "emit" | "submit" | "waiting">) => Voice;
  readonly makeRecorder: (emit: Emit) => Recorder;
  /** For a task beside the session of this id. */
  readonly makeTaskRecorder: (emit: Emit, session: string | undefined) => Recorder;
  /** Where sessions are kept, and where tools work; absent where none is kept. */
  readonly checkpoints?: { readonly directory: string; readonly cwd: string } | undefined;
  readonly makeSessions: (parts: SessionsParts) => Sessions;
  readonly makeExports: (conversation: Conversation, recorder: Recorder) => Exports;
  /** They are told of every event before the display is. */
  readonly makeObservers: (emit: Emit) => readonly Listener[];
  /** Where the user is. */
  readonly place: { readonly cwd: string; readonly home: string };
  readonly now: () => number;
  readonly clock: Clock;
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

/** What may be named after `@`; a name that several know means the first. */
async function mentionSources({ engine, mcp, place }: SessionParts): Promise<readonly MentionSource[]> {
  const { createFileSource } = await import("./attach/file-source.ts");
  const { createResourceSource } = await import("./attach/resource-source.ts");
  const { backend } = engine;
  return [
    createResourceSource({ mcp, backend }),
    createFileSource({ ...place, toolbox: async () => engine.toolbox().get(), backend }),
  ];
}

export function createSession(parts: SessionParts): Session {
  const { engine, mcp, meter, display, now } = parts;
  const bus = createBus(now, parts.onListenerError);
  const emit = bus.emitterFor("app");
  const conversation = createConversation();
  const compaction = createTurnCompaction(parts);
  const context = createContextManager({ engine, conversation, compaction });
  const questions = createQuestions();
  const streaming = createStreaming();
  const tasks = createTasks((ordinal) => `t${ordinal}`);
  const recorder = parts.makeRecorder(emit);
  const checkpoints = createCheckpoints({ place: parts.checkpoints, conversation, recorder, emit, now });
  const emitterFor: Bus["emitterFor"] = (...task) => streaming.gathering(bus.emitterFor(...task));
  const player = createTurnPlayer({ ...parts, emitterFor, questions });
  const background = lazyBackground(() =>
    openBackground(parts, {
      ...{ bus, emit, player, recorder, engine, conversation, compaction, checkpoints },
      settle: () => sessions.settle(),
      onEnd: () => controller.goOn(),
    }),
  );
  const observers = [
    ...[checkpoints.record, conversation.record, context.observe, recorder.record].map(inForeground),
    countAsides(conversation, recorder),
    background.observe,
    meter.observer(emit),
    ...parts.makeObservers(emit),
  ];
  for (const listener of [...observers, display.show]) {
    bus.subscribe(listener);
  }

  const scene: Scene = {
    ...{ history: conversation.history, context, watcher: checkpoints.watcher },
    settle: () => sessions.settle(),
  };
  const play = (run: Play) => (prompt: Prompt) => tasks.start((id, signal) => run(prompt, id, signal));
  const startIn = player.start(scene);
  const startTurn = play(startIn);
  const startShell = shellTasks({ tasks, bus, engine, tell: startIn });
  const resumeLast = play(player.resume(scene));

  parts.approvals.onProblem((text) => emit({ type: "notice", level: "warning", text }));
  const exports = parts.makeExports(conversation, recorder);
  const made = parts.makeSessions({ conversation, recorder, emit, useCheckpoints: checkpoints.use });
  const sessions = sessionsUnlessTasks(made, background.running);
  const voice = openVoice(parts, emit, () => controller);
  const hostParts = {
    ...{ ...parts, emit, conversation, recorder, exports, checkpoints, sessions, background, voice },
    switching: switchingUnlessTasks(parts.switching, background.running),
    ...{ streaming, paper: parts.makePaper((text) => emit({ type: "notice", level: "info", text })) },
    skills: skillPowers(parts.guidance),
    context: createContextPowers({ engine, conversation, context, guidance: parts.guidance }),
  };
  const controller: Controller = createController({
    emit,
    questions,
    findCommand: (name) => findCommand(name) ?? findServerPrompt(mcp, name),
    shortcuts: parts.shortcuts,
    custom: parts.custom,
    compose: createComposer({ shortcuts: parts.shortcuts, sources: () => mentionSources(parts) }),
    startTurn,
    startShell,
    resumeTurn() {
      const prompt = lastPrompt(conversation.history());
      return prompt === undefined || !conversation.unanswered() ? undefined : resumeLast(prompt);
    },
    host: (controller) => createCommandHost(hostParts, controller),
    background,
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
        const silenced = voice.close();
        display.stop();
        await silenced;
        return finish;
      } finally {
        engine.close();
        mcp.close();
        recorder.close();
      }
    },
  };
}

function openVoice({ makeVoice }: SessionParts, emit: Emit, controller: () => Controller): Voice {
  return makeVoice({
    emit,
    // As if it were pasted: no command, no template, no line for the shell, and never the answer to a question.
    submit: (text) => controller().handle({ type: "submit", text, pasted: true }),
    waiting: () => controller().queue.list().length,
  });
}

interface BackgroundOf extends Omit<TaskSceneParts, "makeRecorder"> {
  readonly bus: Bus;
  readonly emit: Emit;
  readonly player: TurnPlayer;
  readonly settle: () => Promise<void>;
  readonly recorder: Recorder;
  readonly onEnd: () => void;
}

async function openBackground(
  { engine, meter, now, clock, makeTaskRecorder }: SessionParts,
  { bus, emit, player, recorder, settle, onEnd, ...scenes }: BackgroundOf,
): Promise<Background> {
  const { createBackground } = await import("./background.ts");
  const { taskScenes } = await import("./task-scenes.ts");
  return createBackground({
    ...{ player, emit, settle, onEnd, now, clock },
    tasks: createTasks((ordinal) => `#${ordinal}`),
    emitFor: (task) => bus.emitterFor(task, "background"),
    openScene: taskScenes({ ...scenes, makeRecorder: (tell) => makeTaskRecorder(tell, recorder.id()) }),
    costOf: (usage) => meter.price(usage).cost?.total,
    hindrance: () => hindranceOf(engine.backend()),
  });
}

/** What tasks in the background say and do is no part of the conversation. */
function inForeground(listener: Listener): Listener {
  return (envelope) => {
    if (!envelope.background) listener(envelope);
  };
}

/** But it is paid for all the same. */
function countAsides(conversation: Conversation, recorder: Recorder): Listener {
  return ({ background, at, event }) => {
    if (!background || event.type !== "usage") return;
    conversation.countAside(event.usage);
    recorder.recordAside(at, event.usage);
  };
}

function hindranceOf({ label, oneAtATime }: Backend): string | undefined {
  return oneAtATime && `${label} answers one turn at a time, so none can run in the background.`;
}
