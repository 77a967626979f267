/** Reads a typed line as the answer to an open question. */
import type { Answer, Question } from "../../model/question.ts";

interface Choices {
  /** What an empty line says. */
  readonly enter: Answer;
  readonly words: Readonly<Partial<Record<string, Answer>>>;
  readonly ask: string;
  /** Where a yes can hold for later sessions too. */
  readonly askWithRule?: string;
  /** Where the user may be about to enter something else. */
  readonly askAside: string;
}

const allow: Answer = { verdict: "allow" };
const session: Answer = { verdict: "session" };
const always: Answer = { verdict: "always" };
const deny: Answer = { verdict: "deny" };

const choices: Record<Question["kind"], Choices> = {
  tool: {
    enter: deny,
    words: { y: allow, yes: allow, s: session, session, a: always, always, n: deny, no: deny },
    ask: "Allow? [y/N] (y yes, s in this session, n no, n REASON no and why): ",
    askWithRule: "Allow? [y/N] (y yes, s in this session, a always, n no, n REASON no and why): ",
    askAside: "Allow? (y yes, s in this session, a always, n no, n REASON no and why): ",
  },
  confirm: {
    enter: deny,
    words: { y: allow, yes: allow, n: deny, no: deny },
    ask: "Do it? [y/N] (y yes, n no): ",
    askAside: "Do it? (y yes, n no): ",
  },
  pause: {
    enter: allow,
    words: { y: allow, yes: allow, n: deny, no: deny },
    ask: "Go on? [Y/n] (Enter or y go on, n stop): ",
    askAside: "Go on? (y go on, n stop): ",
  },
};

/** Undefined when the line is no answer at all: then it is not spent on the question. */
export function parseAnswer(line: string, question: Question): Answer | undefined {
  const { enter, words } = choices[question.kind];
  const text = line.trim();
  if (text === "") return enter;
  const word = text.toLowerCase();
  const answer = Object.hasOwn(words, word) ? words[word] : undefined;
  // What cannot be kept holds for as long as it can.
  if (answer === always && !canBeKept(question)) return session;
  if (answer) return answer;
  const reason = /^no?[\s,:]+(.+)$/is.exec(text)?.[1];
  return reason ? { verdict: "deny", reason } : undefined;
}

/**
 * The same where the question came while the user was free to enter anything: only what is hardly anything else is an
 * answer, so that no prompt that was being typed is lost.
 */
export function parseAsideAnswer(line: string, question: Question): Answer | undefined {
  const text = line.trim();
  const isAnswer = /^(?:[a-z]+|n\s.+)$/is.test(text);
  return isAnswer ? parseAnswer(text, question) : undefined;
}

export function asideChoicesFor(question: Question): string {
  const { askAside } = choices[question.kind];
  return canBeKept(question) ? askAside : askAside.replace(" a always,", "");
}

export function choicesFor(question: Question): string {
  const { ask, askWithRule = ask } = choices[question.kind];
  return canBeKept(question) ? askWithRule : ask;
}

function canBeKept(question: Question): boolean {
  return question.kind === "tool" && question.rule !== undefined;
}
