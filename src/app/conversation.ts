/** The messages and token counts of the running session, gathered from the events that record them. */
import type { Envelope } from "../model/event.ts";
import { changed, indexAfter } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";
import { addUsage, noUsage, type Usage } from "../model/usage.ts";

export interface Conversation {
  history(): readonly Message[];
  usage(): { readonly total: Usage; readonly last: Usage | undefined };
  /** So many messages were written before the last switch. */
  foreign(): number;
  record(envelope: Envelope): void;
  /** Another model answers from now on. */
  switched(): void;
}

export function createConversation(): Conversation {
  let messages: Message[] = [];
  let total = noUsage;
  let last: Usage | undefined;
  let foreign = 0;
  return {
    history: () => messages,
    foreign: () => foreign,
    usage: () => ({ total, last }),
    record({ event }) {
      if (event.type === "message-added") messages.push(event.message);
      if (event.type === "history-changed") {
        messages = changed(messages, event.change);
        foreign = indexAfter(foreign, event.change);
      }
      if (event.type !== "usage") return;
      last = event.usage;
      // An estimate is for the eye; only what a provider counted is added up.
      if (!event.usage.estimated) total = addUsage(total, event.usage);
    },
    switched() {
      foreign = messages.length;
    },
  };
}
