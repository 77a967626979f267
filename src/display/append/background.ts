/**
 * What tasks in the background say, as whole lines with the task's name before each: never within a line of somebody
 * else, and where the user may be typing not one by one.
 */
import type { AgentEvent, Envelope } from "../../model/event.ts";
import type { Settings } from "../../model/settings.ts";
import { compactedText } from "../../view/notes.ts";
import { join, noText, splitLines, trimEnd } from "../../view/safe-text.ts";
import {
  createStreamSanitiser,
  type SafeText,
  safeText,
  sanitise,
  sanitiseLine,
} from "../../view/sanitise.ts";
import type { Clock, Timer } from "../display.ts";
import type { LastCall } from "./last-call.ts";
import {
  compactingLine,
  noticeLine,
  retryLine,
  tokenLine,
  toolFinishedLines,
  toolStartedLine,
} from "./lines.ts";
import { mention, type Speaking } from "./speaking.ts";

export interface BackgroundLines {
  show(envelope: Envelope): void;
  /** Whole lines of ours about a task. */
  say(lines: SafeText): void;
  /** Writes what was gathered. */
  flush(): void;
}

export interface BackgroundOptions {
  readonly speaking: Speaking;
  readonly lastCall: LastCall;
  readonly clock: Clock;
  readonly settings: Pick<Settings, "showTokens" | "showReasoning">;
}

/** Where a prompt stands, lines are gathered for so long. */
const gatheringMs = 1000;

type Says = {
  readonly [K in AgentEvent["type"]]?: (
    event: Extract<AgentEvent, { type: K }>,
    task: string,
  ) => SafeText | undefined;
};

export function createBackgroundLines(options: BackgroundOptions): BackgroundLines {
  const { speaking, lastCall, clock, settings } = options;
  const { paper, promptLine, questioner } = speaking;
  const streams = new Map<string, LineStream>();
  let gathered = noText;
  let timer: Timer | undefined;

  function flush(): void {
    timer?.cancel();
    timer = undefined;
    const lines = gathered;
    gathered = noText;
    if (lines === "") return;
    if (paper.streaming()) paper.aside(lines);
    else mention(speaking, lines);
  }

  function say(lines: SafeText): void {
    const typing = promptLine.shown() || questioner.open();
    if (gathered === "" && (paper.streaming() || !typing)) return paper.aside(lines);
    gathered = safeText`${gathered}${lines}`;
    timer ??= clock.after(gatheringMs, flush);
  }

  function sayFor(task: string, lines: SafeText | undefined): void {
    if (lines) say(labelled(lines, task));
  }

  function endStream(task: string): void {
    sayFor(task, streams.get(task)?.end());
    streams.delete(task);
  }

  function stream(kind: LineStream["kind"], text: string, task: string): SafeText | undefined {
    if (streams.get(task)?.kind !== kind) endStream(task);
    const known = streams.get(task) ?? createLineStream(kind);
    streams.set(task, known);
    return known.push(text);
  }

  const says: Says = {
    "turn-started": ({ prompt }) => safeText`You: ${sanitise(prompt)}`,
    "text-delta": ({ text }, task) => stream("answer", text, task),
    "reasoning-delta": ({ text }, task) =>
      settings.showReasoning ? stream("reasoning", text, task) : undefined,
    retrying: retryLine,
    compacting: compactingLine,
    compacted: (event) => safeText`[${compactedText(event)}]`,
    "tool-started"(event, task) {
      lastCall.started(event, task);
      return toolStartedLine(event.preview);
    },
    "tool-finished"(event, task) {
      lastCall.finished(event, task);
      return toolFinishedLines(event.result, event.fate);
    },
    usage: ({ usage }) => (settings.showTokens ? tokenLine(usage) : undefined),
    notice: noticeLine,
  };

  return {
    show({ event, task }) {
      if (event.type !== "text-delta" && event.type !== "reasoning-delta") endStream(task);
      const lines = says[event.type] as
        | ((event: AgentEvent, task: string) => SafeText | undefined)
        | undefined;
      sayFor(task, lines?.(event, task));
    },
    say,
    flush,
  };
}

function labelled(text: SafeText, task: string): SafeText {
  const name = sanitiseLine(task);
  return join(
    splitLines(trimEnd(text)).map((line) => safeText`${name}| ${line}\n`),
    "",
  );
}

interface LineStream {
  readonly kind: "answer" | "reasoning";
  /** The lines that this completes. */
  push(text: string): SafeText | undefined;
  /** What follows the last line end. */
  end(): SafeText | undefined;
}

const labels = { answer: safeText`Assistant: `, reasoning: safeText`Thinking: ` } as const;

function createLineStream(kind: LineStream["kind"]): LineStream {
  const sanitiser = createStreamSanitiser();
  let held: string = labels[kind];
  return {
    kind,
    push(text) {
      held += sanitiser.push(text);
      const end = held.lastIndexOf("\n");
      if (end < 0) return undefined;
      const lines = held.slice(0, end) as SafeText;
      held = held.slice(end + 1);
      return lines;
    },
    end() {
      const rest = `${held}${sanitiser.end()}` as SafeText;
      return rest.trim() === "" ? undefined : rest;
    },
  };
}
