/** The messages and token counts of the running session, gathered from the events that record them. */
import type { Envelope } from "../model/event.ts";
import { changed, indexAfter } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";
import { addUsage, noUsage, type Usage } from "../model/usage.ts";
import { createUndoStack, type Undoable } from "./undo-stack.ts";

export interface Conversation {
  history(): readonly Message[];
  usage(): { readonly total: Usage; readonly last: Usage | undefined };
  /** So many messages were written before the last switch. */
  foreign(): number;
  record(envelope: Envelope): void;
  /** What /undo would take back. */
  undoable(): Undoable | undefined;
  /** Whether the model has still to answer: the last turn came to nothing, and its end was not edited away. */
  unanswered(): boolean;
  /** Another conversation takes its place. */
  adopt(state: Adopted): void;
  state(): Omit<Adopted, "messages">;
  /** Another model answers from now on. */
  switched(): void;
}

export interface Adopted {
  readonly messages: readonly Message[];
  readonly foreign: number;
  readonly usage: { readonly total: Usage; readonly last: Usage | undefined };
}

export function createConversation(): Conversation {
  let messages: Message[] = [];
  let total = noUsage;
  let last: Usage | undefined;
  let foreign = 0;
  let endOfTurn: Message | undefined;
  let undo = createUndoStack();
  return {
    history: () => messages,
    foreign: () => foreign,
    usage: () => ({ total, last }),
    record({ event }) {
      if (event.type === "message-added") messages.push(event.message);
      if (event.type === "turn-finished") endOfTurn = messages.at(-1);
      if (event.type === "history-changed") {
        undo.note(messages, event.change);
        messages = changed(messages, event.change);
        foreign = indexAfter(foreign, event.change);
      }
      if (event.type !== "usage") return;
      last = event.usage;
      // An estimate is for the eye; only what a provider counted is added up.
      if (!event.usage.estimated) total = addUsage(total, event.usage);
    },
    undoable: () => undo.last(),
    unanswered() {
      const last = messages.at(-1);
      if (last === undefined || last === endOfTurn) return last !== undefined;
      return last.role !== "assistant" || last.interrupted === true;
    },
    adopt(state) {
      undo = createUndoStack();
      endOfTurn = undefined;
      messages = [...state.messages];
      ({ foreign } = state);
      ({ total, last } = state.usage);
    },
    state: () => ({ foreign, usage: { total, last } }),
    switched() {
      foreign = messages.length;
    },
  };
}
