/** A conversation as it leaves treadle: its messages, in whole or in part, and the facts about it. Knows no format. */
import type { Message } from "../model/message.ts";
import type { ToolCall } from "../model/tool.ts";

/** Times are in ISO 8601. */
export interface SessionFacts {
  readonly id: string;
  readonly created: string;
  readonly updated: string;
  readonly backend: string;
  readonly model: string;
  readonly contextFormat: string;
  readonly name?: string;
  readonly tokensUsed: number;
}

export interface Exported {
  readonly facts: SessionFacts;
  readonly messages: readonly Message[];
  /** The number that the first message has in the whole conversation, from 1. */
  readonly firstNumber: number;
}

/** What a call was given, for reading: a text that stands alone as it is, everything else as JSON. */
export function inputText({ input, malformed }: ToolCall): string {
  if (malformed) return malformed.raw;
  const values = Object.values(input);
  if (values.length === 1 && typeof values[0] === "string") return values[0];
  return JSON.stringify(input, undefined, 2);
}

export function titleOf({ facts }: Exported): string {
  return facts.name ?? `Conversation ${facts.id}`;
}

/** Label and value, for the head of a document. */
export function factRows({ facts, messages, firstNumber }: Exported): readonly (readonly [string, string])[] {
  const last = firstNumber + messages.length - 1;
  return [
    ["Session", facts.id],
    ["Created", facts.created],
    ["Updated", facts.updated],
    ["Backend", facts.backend],
    ["Model", facts.model],
    ["Tokens", String(facts.tokensUsed)],
    ["Messages", messages.length === 0 ? "none" : `${firstNumber} to ${last}`],
  ];
}
