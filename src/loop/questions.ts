/** Questions to the user and their answers: asked one at a time, in order, across all tasks. */
import type { Answer, Question } from "../model/question.ts";
import type { Emit } from "./bus.ts";

export interface Questions {
  /** Resolves to undefined when the signal aborts first, also while waiting behind another question. */
  ask(question: Question, emit: Emit, signal: AbortSignal): Promise<Answer | undefined>;
  /** False when no such question is open: it was answered, cancelled or never asked. */
  answer(id: string, answer: Answer): boolean;
}

export function createQuestions(): Questions {
  let asked = 0;
  let turnstile: Promise<unknown> = Promise.resolve();
  let open: { readonly id: string; readonly resolve: (answer: Answer) => void } | undefined;

  function askNow(question: Question, emit: Emit, signal: AbortSignal): Promise<Answer | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    asked += 1;
    const id = `q${asked}`;
    return new Promise((resolve) => {
      const close = (answer: Answer | undefined) => {
        open = undefined;
        signal.removeEventListener("abort", onAbort);
        emit({ type: "approval-answered", id, answer: answer ?? { verdict: "deny" } });
        resolve(answer);
      };
      const onAbort = () => close(undefined);
      signal.addEventListener("abort", onAbort, { once: true });
      open = { id, resolve: close };
      emit({ type: "approval-requested", id, question });
    });
  }

  return {
    ask(question, emit, signal) {
      const answered = turnstile.then(() => askNow(question, emit, signal));
      turnstile = answered;
      return answered;
    },
    answer(id, answer) {
      if (open?.id !== id) return false;
      open.resolve(answer);
      return true;
    },
  };
}
