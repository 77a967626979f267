/** Reads a typed line as the answer to an open question. */
import type { Answer, Question } from "../../model/question.ts";

interface Choices {
  /** What an empty line says. */
  readonly enter: Answer;
  readonly words: Readonly<Partial<Record<string, Answer>>>;
  readonly ask: string;
}

const allow: Answer = { verdict: "allow" };
const always: Answer = { verdict: "always" };
const deny: Answer = { verdict: "deny" };

const choices: Record<Question["kind"], Choices> = {
  tool: {
    enter: deny,
    words: { y: allow, yes: allow, a: always, always, n: deny, no: deny },
    ask: "Allow? [y/N] (y yes, a always, n no, n REASON no and why): ",
  },
  pause: {
    enter: allow,
    words: { y: allow, yes: allow, n: deny, no: deny },
    ask: "Go on? [Y/n] (Enter or y go on, n stop): ",
  },
};

/** Undefined when the line is no answer at all: then it is not spent on the question. */
export function parseAnswer(line: string, { kind }: Question): Answer | undefined {
  const { enter, words } = choices[kind];
  const text = line.trim();
  if (text === "") return enter;
  const word = text.toLowerCase();
  if (Object.hasOwn(words, word)) return words[word];
  const reason = /^no?[\s,:]+(.+)$/is.exec(text)?.[1];
  return reason ? { verdict: "deny", reason } : undefined;
}

export function choicesFor({ kind }: Question): string {
  return choices[kind].ask;
}
