/** How a question can be answered, by which keys, and when a key counts as an answer. Draws nothing. */
import type { Answer, Question } from "../model/question.ts";
import { type SafeText, safeText } from "./sanitise.ts";

export interface Choice {
  readonly key: string;
  readonly label: SafeText;
  readonly short: SafeText;
  /** `with-reason`: a no whose reason is typed next. */
  readonly answer: Answer | "with-reason";
}

interface Choices {
  readonly list: readonly Choice[];
  /** The key of the one that Enter takes. */
  readonly usual: string;
}

const choices: Readonly<Record<Question["kind"], Choices>> = {
  tool: {
    list: [
      { key: "y", label: safeText`Yes, once`, short: safeText`once`, answer: { verdict: "allow" } },
      {
        key: "s",
        label: safeText`Yes, in this session`,
        short: safeText`session`,
        answer: { verdict: "session" },
      },
      { key: "a", label: safeText`Yes, always`, short: safeText`always`, answer: { verdict: "always" } },
      { key: "n", label: safeText`No`, short: safeText`no`, answer: { verdict: "deny" } },
      { key: "r", label: safeText`No, and say why`, short: safeText`no, why`, answer: "with-reason" },
    ],
    usual: "n",
  },
  confirm: {
    list: [
      { key: "y", label: safeText`Yes`, short: safeText`yes`, answer: { verdict: "allow" } },
      { key: "n", label: safeText`No`, short: safeText`no`, answer: { verdict: "deny" } },
    ],
    usual: "n",
  },
  pause: {
    list: [
      { key: "y", label: safeText`Go on`, short: safeText`go on`, answer: { verdict: "allow" } },
      { key: "n", label: safeText`Stop`, short: safeText`stop`, answer: { verdict: "deny" } },
    ],
    usual: "y",
  },
};

export function choicesFor(question: Question): readonly Choice[] {
  return choices[question.kind].list.filter(({ key }) => key !== "a" || canBeKept(question));
}

/** Whether a yes can hold for later sessions too. */
function canBeKept(question: Question): boolean {
  return question.kind === "tool" && question.rule !== undefined;
}

/** The place of the choice that is selected at first. */
export function usualChoice(question: Question): number {
  const { usual } = choices[question.kind];
  return choicesFor(question).findIndex(({ key }) => key === usual);
}

export interface KeyTimes {
  /** When the question was first seen, all in milliseconds of one clock. */
  readonly shownAt: number;
  /** When the last key came that was not meant for the question; a key that was not fresh is one. */
  readonly strayAt?: number | undefined;
  readonly keyAt: number;
}

/** Longer than it takes to see the question, and longer than between two keys of somebody who is typing. */
export const freshMs = 300;

/** Who was typing when the question appeared does not answer it. */
export function isFresh({ shownAt, strayAt = shownAt, keyAt }: KeyTimes): boolean {
  return keyAt - Math.max(shownAt, strayAt) >= freshMs;
}
