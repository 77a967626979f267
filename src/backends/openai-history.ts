/** A history as both of OpenAI's formats need it. Knows neither of them. */
import type { BackendRequest } from "../model/backend.ts";
import { callsOf, type Message } from "../model/message.ts";

export type SpokenMessage = Exclude<Message, { role: "system" }>;

/** There is one system prompt: system messages of the history are added to it. Empty when there is none. */
export function systemText({ system, messages }: BackendRequest): string {
  const inHistory = messages.flatMap((message) => (message.role === "system" ? [message.text] : []));
  return [system ?? "", ...inHistory].filter((text) => !isBlank(text)).join("\n\n");
}

/** Without the system messages; results stand right after the message with their calls, whatever was said between. */
export function spokenMessages(messages: readonly Message[]): readonly SpokenMessage[] {
  const ordered: SpokenMessage[] = [];
  let said: SpokenMessage[] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    if (message.role === "tool") ordered.push(message);
    else if (message.role === "user") said.push(message);
    else {
      ordered.push(...said, message);
      said = [];
    }
  }
  return [...ordered, ...said];
}

/** The ids of all calls so far. */
export function callIds(messages: readonly Message[]): ReadonlySet<string> {
  const calls = messages.flatMap((message) => (message.role === "assistant" ? callsOf(message) : []));
  return new Set(calls.map(({ id }) => id));
}

const maxIdLength = 40;

/** Ids of other providers may hold characters that are refused, or be too long: those get a number instead. */
export function wireIds(messages: readonly Message[]): (id: string) => string {
  const all = [...callIds(messages)];
  const isFine = (id: string) => /^[\w-]+$/.test(id) && id.length <= maxIdLength;
  const numbered = new Map(all.flatMap((id, at) => (isFine(id) ? [] : [[id, `call_${at + 1}_`] as const])));
  return (id) => numbered.get(id) ?? id;
}

export function wireName(name: string): string {
  return name.replace(/[^\w-]/g, "_").slice(0, 64) || "_";
}

export function orElse(text: string, placeholder: string): string {
  return isBlank(text) ? placeholder : text;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
