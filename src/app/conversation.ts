/** The messages and token counts of the running session, gathered from the events that record them. */
import type { Envelope } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import { addUsage, noUsage, type Usage } from "../model/usage.ts";

export interface Conversation {
  history(): readonly Message[];
  usage(): { readonly total: Usage; readonly last: Usage | undefined };
  record(envelope: Envelope): void;
  clear(): void;
}

export function createConversation(): Conversation {
  let messages: Message[] = [];
  let total = noUsage;
  let last: Usage | undefined;
  return {
    history: () => messages,
    usage: () => ({ total, last }),
    record({ event }) {
      if (event.type === "message-added") messages.push(event.message);
      if (event.type === "messages-dropped") messages = messages.slice(0, -event.count);
      if (event.type !== "usage") return;
      last = event.usage;
      // An estimate is for the eye; only what a provider counted is added up.
      if (!event.usage.estimated) total = addUsage(total, event.usage);
    },
    clear() {
      messages = [];
    },
  };
}
