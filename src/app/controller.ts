/** Between the user and the loop: what was entered becomes turns and commands, one turn at a time. */
import type { CommandEntry, CommandHost, QueuePowers } from "../commands/command.ts";
import type { Emit } from "../loop/bus.ts";
import type { Questions } from "../loop/questions.ts";
import type { Task } from "../loop/tasks.ts";
import type { Prompt } from "../model/attachment.ts";
import type { TurnOutcome } from "../model/event.ts";
import type { Intent } from "../model/intent.ts";
import type { Answer, Question } from "../model/question.ts";
import type { Background } from "./background.ts";
import type { Compose, Composed, Draft } from "./compose.ts";
import type { CustomCommands } from "./custom-commands.ts";
import { type Entry, entryOf, messageOf } from "./entry.ts";
import { createErrands } from "./errands.ts";
import { exitCodes } from "./exit-code.ts";
import { createPromptQueue } from "./prompt-queue.ts";
import { createCommandRunner } from "./run-command.ts";
import type { Shortcuts } from "./shortcuts.ts";

export interface ControllerDeps {
  readonly emit: Emit;
  readonly questions: Questions;
  readonly findCommand: (name: string) => CommandEntry | undefined;
  readonly shortcuts: Pick<Shortcuts, "expand">;
  readonly custom: Pick<CustomCommands, "draft">;
  /** What is sent for what was entered. */
  readonly compose: Compose;
  /** A command for the shell; with `send` the model is told what came of it. */
  readonly startShell: (command: string, send: boolean) => Task;
  readonly startTurn: (prompt: Prompt) => Task;
  /** The last turn again; undefined when there is none in the history. */
  readonly resumeTurn: () => Task | undefined;
  readonly host: (controller: Controller) => CommandHost;
  /** What runs beside the turns. */
  readonly background: Pick<Background, "running" | "stopAll">;
  readonly now: () => number;
  /** Everything entered is taken strictly in order, commands too: the input is a script, not a person. */
  readonly sequential: boolean;
}

export interface Controller {
  handle(intent: Intent): void;
  /** Ctrl-C: stops what is running; the second one within two seconds leaves. */
  interrupt(): void;
  /** The user wants to leave: a person is told first of what would be stopped by that, once. */
  quit(): void;
  /** Cancels what is running, drops what is queued and leaves with this exit code. */
  leave(code: number): void;
  /** Cancels the running turn; false when there is none. */
  stop(): boolean;
  /** Takes up the last turn again; false when it was answered or there is none. */
  retry(): boolean;
  /** Starts a turn with this as it is, before whatever is queued. */
  prompt(prompt: Prompt): void;
  /** Starts a turn with what this stands for, before whatever is queued; settles when it has begun. */
  compose(draft: Draft): Promise<void>;
  /** What a command wants to know; undefined when it was cancelled before there was an answer. */
  ask(question: Question, signal: AbortSignal): Promise<Answer | undefined>;
  readonly queue: QueuePowers;
  /** Says that input is awaited, or takes what came in meanwhile. */
  begin(): void;
  /** Something beside the turns has ended. */
  goOn(): void;
  /** Resolves with the exit code when the last turn has settled; nothing entered later is acted on. */
  readonly finished: Promise<Finish>;
}

export interface Finish {
  readonly code: number;
  /** Whether the input came to its end, or something made us leave before. */
  readonly ended: "input" | "left";
  /** Whether anything but empty lines was entered. */
  readonly entered: boolean;
  readonly lastOutcome?: TurnOutcome;
}

const secondInterruptMs = 2000;

export function createController(deps: ControllerDeps): Controller {
  const { emit } = deps;
  const queue = createPromptQueue(emit, () => begun && !deps.sequential);
  let running: Task | undefined;
  const errands = createErrands(next);
  let begun = false;
  let leaving: { readonly code: number } | undefined;
  let inputEnded = false;
  let lastInterrupt = Number.NEGATIVE_INFINITY;
  let lastOutcome: TurnOutcome | undefined;
  /** What was entered last could not be sent. */
  let unsent: TurnOutcome | undefined;
  let entered = false;
  let over = false;
  /** What the user was told would be stopped by leaving. */
  let warnedOf: string | undefined;
  let resolveFinished: (result: Finish) => void = () => {};
  const finished = new Promise<Finish>((resolve) => {
    resolveFinished = resolve;
  });

  function say(text: string): void {
    emit({ type: "notice", level: "info", text });
  }

  const busy = () => running !== undefined || errands.any();

  function finish(code: number, ended: Finish["ended"]): void {
    over = true;
    resolveFinished({ code, ended, entered, lastOutcome: unsent ?? lastOutcome });
  }

  function next(): void {
    while (begun && !over && !busy()) {
      if (leaving) return isAlone() ? finish(leaving.code, "left") : undefined;
      const entry = queue.next();
      if (entry) act(entry);
      else if (inputEnded) return isAlone() ? finish(exitCodes.ok, "input") : undefined;
      else return emit({ type: "idle" });
    }
  }

  /** Nobody is there any more to see what comes of tasks in the background; a script waits for them. */
  function isAlone(): boolean {
    if (deps.background.running() === undefined) return true;
    if (leaving || !deps.sequential) deps.background.stopAll();
    return false;
  }

  /** True when the user has to be told first. */
  function warnsOfTasks(): boolean {
    const running = deps.background.running();
    if (running === undefined || running === warnedOf || deps.sequential) return false;
    warnedOf = running;
    say(`${running}; leave again to stop that, /tasks shows more.`);
    return true;
  }

  function act({ text, line, prompt, ...entry }: Entry): void {
    if (line.kind === "empty") return;
    if (line.kind === "command") return runCommand(text, line);
    if (line.kind === "shell") return follow(deps.startShell(line.command, line.send));
    if (prompt) return follow(deps.startTurn(prompt));
    void compose({ ...entry, text: line.text });
  }

  function compose(draft: Draft): Promise<void> {
    const stopper = new AbortController();
    const { signal } = stopper;
    const ask = (question: Question) => controller.ask(question, signal);
    const composing = deps.compose(draft, { signal, ask });
    if (!composing) {
      follow(deps.startTurn({ text: draft.text }));
      return Promise.resolve();
    }
    const work = composing.then(begin, (error) => notSent(messageOf(error)));
    errands.follow(work, stopper);
    return work;
  }

  function begin(composed: Composed): void {
    if (composed.kind === "problem") return notSent(composed.message);
    composed.notes.forEach(say);
    follow(deps.startTurn(composed.prompt));
  }

  function notSent(message: string): void {
    unsent = { kind: "failed", cause: "config", message };
    emit({ type: "notice", level: "error", text: message });
  }

  function follow(task: Task): void {
    running = task;
    unsent = undefined;
    task.finished.catch(brokenTurn).then((outcome) => {
      running = undefined;
      lastOutcome = outcome;
      next();
    });
  }

  /** A turn settles whatever happens in it; this one could not even begin. */
  function brokenTurn(error: unknown): TurnOutcome {
    emit({ type: "notice", level: "error", text: messageOf(error) });
    return { kind: "failed", cause: "internal", message: messageOf(error) };
  }

  function submit(entry: Entry): void {
    if (leaving || over) return;
    entered ||= entry.text.trim() !== "";
    if (!begun || (busy() && (deps.sequential || entry.line.kind !== "command"))) return enqueue(entry);
    act(entry);
    next();
  }

  function enqueue(entry: Entry): void {
    if (entry.line.kind !== "empty") queue.add(entry);
  }

  const controller: Controller = {
    finished,
    handle(intent) {
      switch (intent.type) {
        case "submit":
          return submit(entryOf(intent));
        case "take-back":
          return queue.takeBack();
        case "cancel":
          return controller.interrupt();
        case "stop":
          controller.stop();
          return;
        case "answer":
          deps.questions.answer(intent.id, intent.answer);
          return;
        case "quit":
          if (intent.mayStay && warnsOfTasks()) return;
          inputEnded = true;
          return next();
        case "hang-up":
          return controller.leave(exitCodes.hungUp);
      }
    },
    interrupt() {
      const now = deps.now();
      const again = now - lastInterrupt < secondInterruptMs;
      lastInterrupt = now;
      if (again) return controller.leave(exitCodes.interrupted);
      if (controller.stop()) return;
      emit({ type: "interrupted" });
      next();
    },
    quit() {
      if (!warnsOfTasks()) controller.leave(exitCodes.ok);
    },
    leave(code) {
      leaving = { code };
      begun = true;
      queue.drop();
      if (!controller.stop()) next();
    },
    stop() {
      const stopped = errands.stop();
      if (!running) return stopped;
      running.cancel();
      // A script has nobody to ask.
      if (!deps.sequential && !leaving) queue.hold();
      return true;
    },
    retry() {
      const unanswered = lastOutcome !== undefined && lastOutcome.kind !== "answered";
      const task = unanswered ? deps.resumeTurn() : undefined;
      if (task) follow(task);
      return task !== undefined;
    },
    prompt(prompt) {
      const { text } = prompt;
      if (leaving || over) return;
      if (running) return enqueue({ text, line: { kind: "prompt", text }, pasted: true, prompt });
      follow(deps.startTurn(prompt));
    },
    compose,
    ask: (question, signal) => deps.questions.ask(question, emit, signal),
    queue: queue.powers,
    begin() {
      begun = true;
      next();
    },
    goOn() {
      if (leaving || inputEnded) next();
    },
  };
  const host = deps.host(controller);
  const runCommand = createCommandRunner({
    ...{ ...deps, errands, compose },
    host: () => host,
    isTurnRunning: () => running !== undefined,
  });
  return controller;
}
