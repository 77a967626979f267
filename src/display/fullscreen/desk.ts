/**
 * Where the user works: the input line, the open question, the help. Keys come in, intents and a few wishes to the
 * screen go out. It must not know how anything is drawn or painted.
 */
import type { CompletionSource } from "../../input/completion.ts";
import type { Effect, ScrollStep } from "../../input/effect.ts";
import {
  clearInput,
  createInputLine,
  fillInput,
  type InputLine,
  inputText,
  pasteText,
  pressKey,
} from "../../input/input-line.ts";
import { keyLabel } from "../../input/key.ts";
import { keymap } from "../../input/keymap.ts";
import type { Frame } from "../../input/row.ts";
import type { QueueChanged } from "../../model/event.ts";
import type { Intent } from "../../model/intent.ts";
import type { Question } from "../../model/question.ts";
import type { Key } from "../../terminal/keys/key.ts";
import type { Line } from "../../view/line.ts";
import type { Waiting } from "../../view/queue-view.ts";
import { type SafeText, safeText } from "../../view/sanitise.ts";
import { type OpenQuestion, openQuestion } from "./approval.ts";
import { createFinding, type Sought } from "./finding.ts";
import { completionOverlay, type Overlay, type PagedOverlay, pagesOverlay } from "./overlay.ts";
import type { Remark } from "./search.ts";

export interface Desk {
  press(key: Key): void;
  paste(text: string): void;
  /** The wheel: moves what is read, and does nothing else. */
  wheel(turns: number): void;
  /** `asker`: where it is not the turn the user sees. */
  ask(id: string, question: Question, asker?: SafeText): void;
  answered(id: string): void;
  /** What was entered and waits has changed. */
  queued(change: QueueChanged): void;
  waiting(): Waiting;
  line(): InputLine;
  /** Stands before what is typed. */
  prompt(): string;
  overlay(): Overlay | undefined;
  showHelp(): void;
  /** Whether the history is being searched by keys, and what to say then. */
  finds(): boolean;
  remark(): Remark | undefined;
  /** Covers everything above the input until a key closes it; others turn its pages. */
  open(pages: PagedOverlay): void;
}

export interface DeskOptions {
  readonly now: () => number;
  readonly directory: string;
  /** The keys of vi in the input. */
  readonly vi: boolean;
  /** What was entered before, the oldest first. */
  readonly entries: readonly string[];
  readonly onSubmit: (text: string) => void;
  readonly sources: readonly CompletionSource[];
  readonly frame: () => Frame;
  readonly helpLines: (width: number) => readonly Line[];
  /** Whether a turn is running. */
  readonly busy: () => boolean;
  readonly send: (intent: Intent) => void;
  readonly scroll: (step: ScrollStep) => void;
  /** Down, or up when negative. */
  readonly scrollLines: (count: number) => void;
  readonly sought: Sought;
  /** Expands or collapses the lowest thing on the screen that can be. */
  readonly toggle: () => void;
  readonly repaint: () => void;
  readonly suspend: () => void;
  readonly editText: (text: string) => string | undefined;
}

const linesPerTurn = 3;
const waitingRemark: Remark = [safeText`Waiting for your answer`];
const typedRemark: Remark = [
  safeText`Send or clear what you have typed, then answer.`,
  safeText`First send or clear your line.`,
  safeText`Clear your line.`,
];
const usualPrompt = "> ";
const findPrompt = "Find: ";
const reasonPrompt = "Why not? ";

export function createDesk(options: DeskOptions): Desk {
  const { now, send } = options;
  let line = createInputLine({ history: options.entries, vi: options.vi });
  let question: OpenQuestion | undefined;
  const finding = createFinding(options.sought);
  let waiting: Waiting = { count: 0, latest: [] };
  let help: PagedOverlay | undefined;
  /** The question that a reason is being typed for, and the input as it was before. */
  let reason: { readonly id: string; readonly before: InputLine } | undefined;

  const around = () => ({ frame: options.frame(), sources: reason ? [] : options.sources });

  function answerWithReason(text: string): void {
    if (!reason) return;
    const { id, before } = reason;
    reason = undefined;
    line = before;
    send({ type: "answer", id, answer: { verdict: "deny", reason: text } });
  }

  function showHelp(): void {
    help = pagesOverlay(options.helpLines);
  }

  const effects: { readonly [T in Effect["type"]]: (effect: Extract<Effect, { type: T }>) => void } = {
    submit({ text, pasted }) {
      if (reason) return answerWithReason(text);
      options.onSubmit(text);
      send({ type: "submit", text, ...(pasted && { pasted: true }) });
    },
    interrupt() {
      if (reason) return answerWithReason("");
      if (!options.busy() && inputText(line) !== "") line = clearInput(line);
      else send({ type: "cancel" });
    },
    cancel() {
      if (reason) return answerWithReason("");
      if (options.busy()) send({ type: "stop" });
    },
    quit: () => send({ type: "quit", mayStay: true }),
    suspend: options.suspend,
    repaint: options.repaint,
    help: showHelp,
    find: finding.open,
    "open-editor"({ text }) {
      const edited = options.editText(text);
      if (edited !== undefined) line = fillInput(line, edited);
    },
    toggle: options.toggle,
    scroll: ({ step }) => options.scroll(step),
    unused() {},
  };

  function act(effect: Effect): void {
    (effects[effect.type] as (effect: Effect) => void)(effect);
  }

  function write(key: Key): void {
    const pressed = pressKey(line, key, around());
    line = pressed.line;
    for (const effect of pressed.effects) act(effect);
  }

  /** Who was typing when it came wants to finish that first. */
  const typesBeside = (open: OpenQuestion) => open.aside && !reason && inputText(line) !== "";

  function questionRemark(): Remark | undefined {
    if (!question?.aside || reason) return undefined;
    if (typesBeside(question)) return typedRemark;
    return options.busy() ? undefined : waitingRemark;
  }

  /** True when the key was meant for the question. */
  function pressQuestion(open: OpenQuestion, key: Key): boolean {
    if (typesBeside(open) && (key.text !== undefined || key.name === "enter")) {
      open.passBy(now());
      return false;
    }
    const pressed = open.press(key, now());
    if (pressed.kind === "answer") send({ type: "answer", id: open.id, answer: pressed.answer });
    if (pressed.kind === "ask-reason") {
      reason = { id: open.id, before: line };
      line = clearInput(line);
    }
    return pressed.kind !== "elsewhere";
  }

  /** On an empty line the last entry is the one that waits, while one does. */
  function takesBack(key: Key): boolean {
    if (waiting.count === 0 || reason || line.searching || inputText(line) !== "") return false;
    return keymap[keyLabel(key)] === "up";
  }

  function pressHelp(pages: PagedOverlay, key: Key): void {
    if (key.name === "page-down" || key.name === "space") pages.turn(1);
    else if (key.name === "page-up") pages.turn(-1);
    else help = undefined;
  }

  return {
    press(key) {
      if (help) return pressHelp(help, key);
      if (finding.isOpen()) return finding.press(key, options.frame()).forEach(act);
      const asks = question !== undefined && !reason && !(key.ctrl && key.name === "c");
      if (asks && question && pressQuestion(question, key)) return;
      if (!question && inputText(line) === "" && finding.browse(key)) return;
      if (takesBack(key)) return send({ type: "take-back" });
      write(key);
    },
    paste(text) {
      if (finding.isOpen()) return finding.paste(text, options.frame());
      line = pasteText(line, text, around());
    },
    wheel(turns) {
      if (help) help.turn(Math.sign(turns));
      else if (question && !reason) question.scroll(turns);
      else options.scrollLines(turns * linesPerTurn);
    },
    ask(id, asked, asker) {
      // Nobody could have seen the question behind the help, and the next key might answer it; n must not find.
      help = undefined;
      finding.close();
      question = openQuestion(id, asked, { directory: options.directory, shownAt: now(), asker });
    },
    answered(id) {
      if (question?.id === id) question = undefined;
      if (reason?.id === id) answerWithReason("");
    },
    queued(change) {
      waiting = change;
      const { takenBack } = change;
      if (!takenBack) return;
      const { text, pasted } = takenBack;
      line = pasted ? pasteText(clearInput(line), text, around()) : fillInput(line, text);
    },
    waiting: () => waiting,
    line: () => (finding.isOpen() ? finding.line() : line),
    prompt: () => (finding.isOpen() ? findPrompt : reason ? reasonPrompt : usualPrompt),
    overlay: () => help ?? (reason ? undefined : question) ?? completionOverlay(line),
    showHelp,
    finds: finding.isOn,
    remark: () => finding.remark() ?? questionRemark(),
    open(pages) {
      help = pages;
    },
  };
}
