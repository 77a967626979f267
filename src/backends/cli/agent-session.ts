/** Remembers which of an agent's own conversations goes on with a request. Knows no agent. */
import type { BackendRequest } from "../../model/backend.ts";
import { type Message, textOf } from "../../model/message.ts";

export interface SessionMemory {
  /** The session that has seen everything in the request but its last message; nothing for any other history. */
  resumable(request: BackendRequest): string | undefined;
  remember(id: string, request: BackendRequest, answer: string): void;
  forget(): void;
}

export function createSessionMemory(): SessionMemory {
  let known: { readonly id: string; readonly request: BackendRequest; readonly answer: string } | undefined;
  return {
    resumable(request) {
      if (!known || known.request.system !== request.system) return undefined;
      const before = known.request.messages;
      const [answer, next, ...others] = request.messages.slice(before.length);
      const goesOn = others.length === 0 && next?.role === "user" && isAnswer(answer, known.answer);
      return goesOn && before.every((message, at) => isSame(message, request.messages[at]))
        ? known.id
        : undefined;
    },
    remember(id, request, answer) {
      known = { id, request, answer };
    },
    forget() {
      known = undefined;
    },
  };
}

function isAnswer(message: Message | undefined, text: string): boolean {
  return message?.role === "assistant" && !message.interrupted && textOf(message) === text;
}

function isSame(a: Message, b: Message | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
