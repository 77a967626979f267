/** Puts the loop's question to the user and tells answers from other input. One question at a time. */
import type { Answer, Question } from "../../model/question.ts";
import { noText } from "../../view/safe-text.ts";
import { type SafeText, safeText, sanitise } from "../../view/sanitise.ts";
import type { Clock, Timer } from "../display.ts";
import { asideChoicesFor, choicesFor, parseAnswer, parseAsideAnswer } from "./answers.ts";
import { questionLines } from "./lines.ts";
import type { Paper } from "./paper.ts";
import { afterReading } from "./patience.ts";

/** Time for lines that were on their way to arrive, so that they are not taken for the answer. */
const settleMs = 25;

export interface Questioner {
  /** `asker`: where it is not the turn the user sees. */
  ask(id: string, question: Question, asker?: SafeText): void;
  /** True when the line was the answer to a question and is spent. */
  take(line: string): boolean;
  /** Whether an answer is awaited. */
  open(): boolean;
  /** Asks again, when something else was written or entered after an open question. */
  again(): void;
  /** The question has been answered or withdrawn. */
  close(id: string): void;
  /** Nobody is there to answer: the open question and all that follow are denied. */
  giveUp(why: SafeText): void;
  stop(): void;
}

export interface QuestionerOptions {
  readonly paper: Paper;
  readonly clock: Clock;
  /** Where tools run. */
  readonly directory: string;
  /** What is entered is not shown by the terminal: the answer is repeated. */
  readonly echo: boolean;
  /** Called before answers are accepted: hands over what was entered until now. */
  readonly flush: () => void;
  readonly onAnswer: (id: string, answer: Answer) => void;
  /** The line that the user would enter something on is given up for a question. */
  readonly leavePrompt: () => void;
}

const denials: Readonly<Record<Question["kind"], (why: SafeText) => SafeText>> = {
  tool: (why) => safeText`[Denied: ${why}; --auto-tools runs tools without a question]\n`,
  pause: (why) => safeText`[Not going on: ${why}]\n`,
  confirm: (why) => safeText`[Not done: ${why}]\n`,
};

interface Asked {
  readonly id: string;
  readonly question: Question;
  readonly asker: SafeText | undefined;
  /** From when it is shown on. */
  settling?: Timer;
  ready: boolean;
}

export function createQuestioner(options: QuestionerOptions): Questioner {
  const { paper, clock, directory, echo, flush, onAnswer } = options;
  let asked: Asked | undefined;
  let nobody: SafeText | undefined;

  function deny(id: string, { kind }: Question, why: SafeText): void {
    paper.chrome(denials[kind](why));
    onAnswer(id, { verdict: "deny" });
  }

  function choicesLine({ question, asker }: Asked): SafeText {
    if (asker === undefined) return sanitise(choicesFor(question));
    return safeText`${asker}: ${sanitise(asideChoicesFor(question))}`;
  }

  function again(): void {
    if (asked?.ready && !paper.midLine() && !paper.streaming()) paper.chrome(choicesLine(asked));
  }

  function show(opening: Asked): void {
    if (asked !== opening) return;
    if (nobody !== undefined) return deny(opening.id, opening.question, nobody);
    opening.settling = afterReading(clock, settleMs, () => accept(opening));
  }

  /** What is streamed goes on below the question, so that there is no line to answer on. */
  function askAside(opening: Asked, lines: SafeText): void {
    const choices = paper.streaming() ? safeText`${choicesLine(opening)}\n` : noText;
    paper.aside(safeText`${lines}${choices}`, () => show(opening));
  }

  function accept(question: Asked): void {
    flush();
    question.ready = true;
    // A prompt may have come meanwhile; it comes back with the answer.
    if (question.asker !== undefined) options.leavePrompt();
    if (question.asker !== undefined && !paper.streaming()) paper.chrome(choicesLine(question));
    else again();
  }

  function stop(): void {
    asked?.settling?.cancel();
    asked = undefined;
  }

  return {
    ask(id, question, asker) {
      const lines = questionLines(question, directory, asker);
      const opening: Asked = { id, question, asker, ready: false };
      asked = opening;
      if (asker !== undefined) return askAside(opening, lines);
      paper.chrome(lines);
      show(opening);
    },
    take(line) {
      if (!asked?.ready) return false;
      const parse = asked.asker === undefined ? parseAnswer : parseAsideAnswer;
      const answer = parse(line, asked.question);
      if (!answer) return false;
      if (echo) paper.chromeMore(sanitise(`${line}\n`));
      onAnswer(asked.id, answer);
      return true;
    },
    open: () => asked?.ready === true,
    again,
    close(id) {
      if (asked?.id === id) stop();
    },
    giveUp(why) {
      nobody = why;
      if (asked) deny(asked.id, asked.question, why);
    },
    stop,
  };
}
