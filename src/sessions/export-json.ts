/**
 * A conversation in the format that other programs share: roles and contents as text. What this format has no
 * place for (calls, reasoning, results) stands under `treadle`, so that reading it back loses nothing.
 */
import { type AssistantMessage, type Message, textOf } from "../model/message.ts";
import type { Exported } from "./exported.ts";

export const savedVersion = 1;

export interface SavedMessage {
  readonly role: Message["role"];
  readonly content: string;
  readonly treadle?: unknown;
}

export function* exportJson({ facts, messages }: Exported): Iterable<string> {
  const { id, created, updated, backend, model, contextFormat, name, tokensUsed } = facts;
  const head = { id, created, updated, backend, model, context_format: contextFormat };
  const metadata = { ...(name === undefined ? {} : { name }), tokens_used: tokensUsed };
  const tail = { metadata, treadle: { version: savedVersion } };
  yield `${pretty(head).slice(0, -2)},\n  "messages": [`;
  for (const [index, message] of messages.entries()) {
    yield `${index === 0 ? "\n" : ",\n"}    ${plain(JSON.stringify(savedMessage(message)))}`;
  }
  yield `${messages.length === 0 ? "" : "\n  "}],\n${pretty(tail).slice(2)}\n`;
}

export function savedMessage(message: Message): SavedMessage {
  const { role } = message;
  if (role === "tool") {
    const { output, ...rest } = message.result;
    return { role, content: output, treadle: rest };
  }
  if (role === "assistant") return savedAnswer(message);
  const { role: _, text: content, ...flags } = message;
  return { role, content, ...(Object.keys(flags).length > 0 && { treadle: flags }) };
}

function savedAnswer(message: AssistantMessage): SavedMessage {
  const { role, parts, interrupted } = message;
  const content = textOf(message);
  const isPlain = parts.length === 1 && parts[0]?.type === "text" && !interrupted;
  if (isPlain) return { role, content };
  return { role, content, treadle: { parts, ...(interrupted ? { interrupted } : {}) } };
}

function pretty(value: unknown): string {
  return plain(JSON.stringify(value, undefined, 2));
}

/** What a terminal could obey or an eye could miss is written as an escape: the value stays the same. */
function plain(json: string): string {
  return json.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(""),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
