/** The sheet the append display writes on: knows which kind of text is being written and where lines begin. */
import { slice } from "../../view/safe-text.ts";
import { type SafeText, safeText } from "../../view/sanitise.ts";
import type { Clock } from "../display.ts";
import { createWordFlow, type WordFlow } from "./word-flow.ts";

export interface Output {
  write(text: SafeText): void;
}

export interface Paper {
  /** Streamed text of the answer and of the reasoning before it. */
  answer(text: string): void;
  reasoning(text: string): void;
  /** Text of our own, beginning on a fresh line. */
  chrome(text: SafeText): void;
  /** The same, going on where the last text of our own ended. */
  chromeMore(text: SafeText): void;
  /** Whole lines beside what is streamed, which goes on below them: at once, or as soon as its line ends. */
  aside(lines: SafeText, then?: () => void): void;
  /** Whether an answer or a thought is being written. */
  streaming(): boolean;
  /** The cursor is at the start of a line because the user pressed Enter. */
  startLine(): void;
  /** Completes streamed text with a line break, and where asked to with an empty line. */
  endSection(blankLine: boolean): void;
  /** Whether text of our own waits for the rest of its line, as a prompt does. */
  midLine(): boolean;
  /** How many pieces have been written. */
  written(): number;
}

export interface PaperOptions {
  readonly answer: Output;
  readonly chrome: Output;
  readonly clock: Clock;
  readonly chat: boolean;
}

interface Aside {
  readonly lines: SafeText;
  readonly then?: (() => void) | undefined;
}

type Channel = "answer" | "chrome";
type Section = "answer" | "reasoning";

const channels: Record<Section, Channel> = { answer: "answer", reasoning: "chrome" };
const labels: Record<Section, SafeText> = { answer: safeText`Assistant: `, reasoning: safeText`Thinking: ` };

export function createPaper({ answer, chrome, clock, chat }: PaperOptions): Paper {
  const shared = answer === chrome;
  const outputs: Record<Channel, Output> = { answer, chrome };
  const lineOpen: Record<Channel, boolean> = { answer: false, chrome: false };
  let pieces = 0;
  let asides: readonly Aside[] = [];
  let section: { readonly kind: Section; readonly flow: WordFlow } | undefined;

  function put(channel: Channel, text: SafeText): void {
    if (text === "") return;
    outputs[channel].write(text);
    pieces += 1;
    lineOpen[channel] = !text.endsWith("\n");
    if (shared) lineOpen.answer = lineOpen.chrome = lineOpen[channel];
  }

  function closeLine(channel: Channel): void {
    if (lineOpen[channel]) put(channel, safeText`\n`);
  }

  function endSection(blankLine: boolean): void {
    if (!section) return;
    const channel = channels[section.kind];
    section.flow.finish();
    section = undefined;
    closeLine(channel);
    if (blankLine) put(channel, safeText`\n`);
    putAsides();
  }

  /** Only where a line begins. */
  function putAsides(): void {
    if (section && lineOpen[channels[section.kind]]) return;
    const due = asides;
    asides = [];
    for (const { lines, then } of due) {
      closeLine("chrome");
      put("chrome", lines);
      then?.();
    }
  }

  function putStreamed(channel: Channel, text: SafeText): void {
    const end = asides.length === 0 ? 0 : text.lastIndexOf("\n") + 1;
    put(channel, slice(text, 0, end));
    if (end > 0) putAsides();
    put(channel, slice(text, end));
  }

  function stream(kind: Section, text: string): void {
    if (text === "") return;
    if (section?.kind !== kind) {
      endSection(false);
      const channel = channels[kind];
      closeLine(channel);
      if (chat) put(channel, labels[kind]);
      section = { kind, flow: createWordFlow((safe) => putStreamed(channel, safe), clock) };
    }
    section.flow.push(text);
  }

  return {
    answer: (text) => stream("answer", text),
    reasoning: (text) => stream("reasoning", text),
    chrome(text) {
      endSection(false);
      closeLine("chrome");
      put("chrome", text);
    },
    chromeMore: (text) => put("chrome", text),
    aside(lines, then) {
      asides = [...asides, { lines, then }];
      putAsides();
    },
    streaming: () => section !== undefined,
    startLine() {
      lineOpen.chrome = false;
      if (shared) lineOpen.answer = false;
    },
    endSection,
    midLine: () => lineOpen.chrome,
    written: () => pieces,
  };
}
