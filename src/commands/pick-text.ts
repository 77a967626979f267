/** Which text of a conversation is meant by `N`, `code N`, `all`, or nothing. Pure; loaded with the first such command. */

import { formatPlain } from "../context/format-plain.ts";
import { editableText } from "../context/history-edit.ts";
import { transcript } from "../context/transcript.ts";
import type { Message } from "../model/message.ts";
import { textBlocksOf } from "../sessions/fences.ts";

export type Picked =
  | { readonly kind: "text"; readonly text: string }
  /** In a sentence. */
  | { readonly kind: "none"; readonly problem: string };

export function pickText(messages: readonly Message[], args: string): Picked {
  const words = args.trim().toLowerCase();
  if (words === "") return found(lastAnswer(messages), "There is no answer yet.");
  if (words === "all") return found(formatPlain(transcript(messages)), "The conversation is empty.");
  const [, code, number] = /^(code)?\s*(\d{1,9})?$/.exec(words) ?? [];
  if (code !== undefined) return codeBlock(lastAnswer(messages), number);
  if (number === undefined) return none(`"${args}" is none of N, code, code N and all.`);
  const message = messages[Number(number) - 1];
  if (!message) return none(`There is no message ${number}; /history lists them.`);
  return found(editableText(message), `Message ${number} has no text.`);
}

function lastAnswer(messages: readonly Message[]): string {
  const texts = messages.flatMap((message) => (message.role === "assistant" ? [editableText(message)] : []));
  return texts.findLast((text) => text.trim() !== "") ?? "";
}

function codeBlock(answer: string, number: string | undefined): Picked {
  const blocks = textBlocksOf(answer).flatMap(({ code, text }) => (code ? [text] : []));
  if (blocks.length === 0) return none("The last answer has no code.");
  const block = number === undefined ? blocks.at(-1) : blocks[Number(number) - 1];
  const has = blocks.length === 1 ? "1 block" : `${blocks.length} blocks`;
  return block === undefined
    ? none(`The last answer has only ${has} of code.`)
    : { kind: "text", text: block };
}

function found(text: string, problem: string): Picked {
  return text.trim() === "" ? none(problem) : { kind: "text", text };
}

function none(problem: string): Picked {
  return { kind: "none", problem };
}
