/** Puts the loop's question to the user and tells answers from other input. One question at a time. */
import type { Answer, Question } from "../../model/question.ts";
import { type SafeText, safeText, sanitise } from "../../view/sanitise.ts";
import type { Clock, Timer } from "../display.ts";
import { choicesFor, parseAnswer } from "./answers.ts";
import { questionLines } from "./lines.ts";
import type { Paper } from "./paper.ts";
import { afterReading } from "./patience.ts";

/** Time for lines that were on their way to arrive, so that they are not taken for the answer. */
const settleMs = 25;

export interface Questioner {
  ask(id: string, question: Question): void;
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
}

const denials: Readonly<Record<Question["kind"], (why: SafeText) => SafeText>> = {
  tool: (why) => safeText`[Denied: ${why}; --auto-tools runs tools without a question]\n`,
  pause: (why) => safeText`[Not going on: ${why}]\n`,
  confirm: (why) => safeText`[Not done: ${why}]\n`,
};

interface Asked {
  readonly id: string;
  readonly question: Question;
  readonly settling: Timer;
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

  function again(): void {
    if (asked?.ready && !paper.midLine()) paper.chrome(sanitise(choicesFor(asked.question)));
  }

  function accept(question: Asked): void {
    flush();
    question.ready = true;
    again();
  }

  function stop(): void {
    asked?.settling.cancel();
    asked = undefined;
  }

  return {
    ask(id, question) {
      paper.chrome(questionLines(question, directory));
      if (nobody !== undefined) return deny(id, question, nobody);
      const settling = afterReading(clock, settleMs, () => accept(opening));
      const opening: Asked = { id, question, settling, ready: false };
      asked = opening;
    },
    take(line) {
      if (!asked?.ready) return false;
      const answer = parseAnswer(line, asked.question);
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
