/**
 * The append display: plain labelled lines, each written once, no control byte but newline and tab. It serves
 * dumb terminals, pipes, Emacs shells and screen readers, and has every feature of the full screen.
 */
import type { Readable } from "node:stream";
import type { AgentEvent, Envelope } from "../../model/event.ts";
import type { Intent } from "../../model/intent.ts";
import type { Settings } from "../../model/settings.ts";
import type { Usage } from "../../model/usage.ts";
import { compactedText, openedText, taskEndedText } from "../../view/notes.ts";
import { join } from "../../view/safe-text.ts";
import { type SafeText, safeText, sanitise } from "../../view/sanitise.ts";
import { askerOf } from "../../view/task-label.ts";
import { noSamples, reduceUsage, type UsageSamples } from "../../view/usage-samples.ts";
import { usageText } from "../../view/usage-text.ts";
import type { Clock, Display } from "../display.ts";
import { type BackgroundLines, createBackgroundLines } from "./background.ts";
import { createLastCall, type LastCall } from "./last-call.ts";
import type { LineReader } from "./line-reader.ts";
import {
  attachedLines,
  compactingLine,
  noticeLine,
  outcomeLine,
  queuedLine,
  retryLine,
  tokenLine,
  toolFinishedLines,
  toolStartedLine,
  viewLine,
} from "./lines.ts";
import { createPaper, type Output } from "./paper.ts";
import { createPromptLine, noPromptLine } from "./prompt-line.ts";
import { createQuestioner } from "./questioner.ts";
import { readInput } from "./read-input.ts";
import { createReminder, type Reminder } from "./reminder.ts";
import { replay } from "./replay.ts";
import { invite, mention, type Speaking } from "./speaking.ts";

export interface AppendOptions {
  /** Absent in a one-shot run where nobody can be asked. */
  readonly input?: AppendInput;
  /** Where the answer goes, and where everything else goes; the same in a chat. */
  readonly answer: Output;
  readonly chrome: Output;
  readonly clock: Clock;
  /** Where tools run. */
  readonly directory: string;
  readonly settings: Pick<Settings, "showTokens" | "showReasoning" | "pasteMode">;
  /** A chat has labels, prompts and a farewell; a one-shot run prints the bare answer. */
  readonly chat: boolean;
  readonly pricing?: {
    readonly costOf: (usage: Usage) => number | undefined;
    readonly contextWindow: number | undefined;
  };
  /** Absent where the user has no terminal to edit in. */
  readonly editText?: (text: string) => Promise<string | undefined>;
  /** A pager of the user's; absent where there is no terminal for it. */
  readonly pageText?: (text: SafeText) => Promise<boolean>;
  /** What a chat says before it ends, in whole lines. */
  readonly farewell?: () => string;
  /** The first lines. */
  readonly header: readonly string[];
}

export interface AppendInput {
  readonly stream: Readable;
  readonly isTty: boolean;
  /** Asked when the input has ended: whether that is because the terminal is gone. */
  readonly isGone?: () => boolean;
  /** Nobody else shows what was entered: it is repeated after the prompt. */
  readonly echo: boolean;
}

export function createAppendDisplay(options: AppendOptions): Display {
  const { chat, clock, directory, input } = options;
  const echo = input?.echo ?? false;
  let onIntent: (intent: Intent) => void = () => {};
  let reader: LineReader | undefined;
  let usage = noSamples;
  const paper = createPaper(options);
  const line = chat ? createPromptLine(paper, echo) : noPromptLine;
  const parts: Parts = {
    paper,
    promptLine: line,
    questioner: createQuestioner({
      paper,
      clock,
      directory,
      echo,
      flush: () => reader?.flush(),
      onAnswer: (id, answer) => onIntent({ type: "answer", id, answer }),
      leavePrompt: line.leave,
    }),
    reminder: createReminder({
      clock,
      written: paper.written,
      say: (seconds) => chat && paper.chrome(safeText`[Still working, ${seconds} s...]\n`),
    }),
    reader: () => reader,
    lastCall: createLastCall(),
  };
  const { promptLine, questioner, reminder } = parts;
  const background = createBackgroundLines({ ...options, ...parts, speaking: parts });
  const shows = showEvents(parts, options, background);
  let isIdle = false;

  /** A question may have come while the user was about to enter something else. */
  function showAside(envelope: Envelope): void {
    const { event } = envelope;
    background.show(envelope);
    if (event.type === "approval-requested") {
      background.flush();
      promptLine.leave();
      questioner.ask(event.id, event.question, askerOf(envelope));
    }
    if (event.type !== "approval-answered") return;
    questioner.close(event.id);
    if (isIdle) invite(parts);
  }

  function listen(): void {
    if (!input) return;
    reader ??= readInput(input, parts, options, (intent) => onIntent(intent));
    reader.resume();
  }

  return {
    start(listener) {
      onIntent = listener;
      for (const line of options.header) paper.chrome(sanitise(`${line}\n`));
      // In a one-shot run the input is left alone until there is a question: it may be meant for the shell.
      if (chat) listen();
      if (!input) questioner.giveUp(safeText`nobody can be asked in this run`);
    },
    show(envelope: Envelope) {
      const { event, task } = envelope;
      usage = reduceUsage(usage, envelope, (used) => options.pricing?.costOf(used));
      if (event.type === "approval-requested") listen();
      if (envelope.background) return showAside(envelope);
      if (event.type === "idle") isIdle = true;
      if (event.type === "turn-started" || event.type === "command-started") isIdle = false;
      const show = shows[event.type] as ((event: AgentEvent, task: string) => void) | undefined;
      show?.(event, task);
      if (event.type === "approval-answered" && !chat) reader?.pause();
    },
    showUsage: () => mention(parts, usageLines(usage, options.pricing?.contextWindow)),
    editText: options.editText,
    // What is written here can be selected anyway.
    showText: async (text, how) => how === "pager" && ((await options.pageText?.(sanitise(text))) ?? false),
    stop() {
      reminder.stop();
      background.flush();
      questioner.stop();
      reader?.stop();
      promptLine.leave();
      paper.endSection(chat);
      if (chat) paper.chrome(safeText`\n${sanitise(options.farewell?.() ?? "")}Goodbye!\n`);
    },
  };
}

interface Parts extends Speaking {
  readonly reminder: Reminder;
  readonly lastCall: LastCall;
  /** Absent until something is read. */
  readonly reader: () => LineReader | undefined;
}

type Shows = {
  readonly [K in AgentEvent["type"]]?: (event: Extract<AgentEvent, { type: K }>, task: string) => void;
};

function showEvents(parts: Parts, { chat, settings }: AppendOptions, background: BackgroundLines): Shows {
  const { paper, promptLine, questioner, reminder, lastCall } = parts;

  return {
    "turn-started"({ prompt, again }) {
      if (!again) promptLine.take(prompt);
    },
    "command-started": (event) => promptLine.take(event.line),
    "request-started"({ iteration }) {
      if (iteration > 1) return;
      if (chat) paper.chrome(safeText`\n[Calling backend...]\n`);
      reminder.start();
    },
    "message-added"({ message }) {
      if (message.role === "user" && !message.synthetic) attachedLines(message).forEach(paper.chrome);
    },
    "text-delta": (event) => paper.answer(event.text),
    "reasoning-delta": (event) => settings.showReasoning && paper.reasoning(event.text),
    retrying: (event) => paper.chrome(retryLine(event)),
    compacting: (event) => paper.chrome(compactingLine(event)),
    compacted: (event) => mention(parts, safeText`[${compactedText(event)}]\n`),
    "approval-requested"({ id, question }) {
      reminder.stop();
      questioner.ask(id, question);
    },
    "approval-answered"({ id }) {
      questioner.close(id);
      reminder.start();
    },
    "tool-started"(event, task) {
      lastCall.started(event, task);
      paper.chrome(toolStartedLine(event.preview));
    },
    "tool-finished"(event, task) {
      lastCall.finished(event, task);
      paper.chrome(toolFinishedLines(event.result, event.fate, event.own));
    },
    usage(event) {
      if (!settings.showTokens) return;
      paper.endSection(chat);
      paper.chrome(tokenLine(event.usage));
    },
    // What is submitted next was not typed after the prompt that is shown.
    "voice-heard": ({ final }) => final && promptLine.leave(),
    "queue-changed": ({ added }) => mention(parts, added && queuedLine(added)),
    notice: (event) => mention(parts, noticeLine(event)),
    view({ action }) {
      const expands = action.kind === "expand" && action.expanded;
      mention(parts, (expands ? lastCall.whole() : undefined) ?? viewLine(action));
    },
    "turn-finished"({ outcome }) {
      reminder.stop();
      if (outcome.kind === "cancelled") parts.reader()?.abandon();
      const line = outcomeLine(outcome);
      if (line) paper.chrome(line);
      paper.endSection(chat);
      if (chat) paper.chrome(safeText`\n`);
    },
    replayed: ({ message }) => replay(paper, message, settings.showReasoning),
    "session-opened": (event) => mention(parts, safeText`\n[${openedText(event)}]\n`),
    interrupted() {
      parts.reader()?.discard();
      promptLine.leave();
      paper.chrome(safeText`Interrupted. Type 'exit' to quit.\n`);
    },
    "task-ended": (event) => background.say(safeText`[${taskEndedText(event)}]\n`),
    idle: () => invite(parts),
  };
}

/** Paper has no width of its own; this much fits nearly everywhere. */
const usageWidth = 78;
const usageRows = 20;

function usageLines(usage: UsageSamples, contextWindow: number | undefined): SafeText {
  const lines = usageText(usage, { width: usageWidth, contextWindow, rows: usageRows });
  return safeText`${join(lines, "\n")}\n`;
}
