/** How much there is in a message: characters, words, and tokens by the rule of thumb that limits are given in. */
import type { Attachment } from "../model/attachment.ts";
import type { AssistantPart, Message } from "../model/message.ts";

export interface Size {
  readonly messages: number;
  /** Characters as people count them, not code units. */
  readonly chars: number;
  readonly words: number;
  /** Four characters a token, and never less than one for a message. */
  readonly tokens: number;
}

export const noSize: Size = { messages: 0, chars: 0, words: 0, tokens: 0 };
const charactersPerToken = 4;
/** About what a service takes for a picture of the largest size that it looks at. */
export const imageTokens = 1600;

export function addSizes(a: Size, b: Size): Size {
  return {
    messages: a.messages + b.messages,
    chars: a.chars + b.chars,
    words: a.words + b.words,
    tokens: a.tokens + b.tokens,
  };
}

const known = new WeakMap<Message, Size>();

/** A message is looked through once, however often it is sent. */
export function sizeOf(message: Message): Size {
  const before = known.get(message);
  if (before) return before;
  const size = withImages(measure(textsOf(message)), imagesIn(message));
  known.set(message, size);
  return size;
}

export function sizeOfAll(messages: readonly Message[]): Size {
  return messages.reduce((sum, message) => addSizes(sum, sizeOf(message)), noSize);
}

function measure(texts: readonly string[]): Size {
  const chars = texts.reduce((sum, text) => sum + text.length - count(text, pairs), 0);
  const words = texts.reduce((sum, text) => sum + count(text, runs), 0);
  return { messages: 1, chars, words, tokens: Math.max(1, Math.floor(chars / charactersPerToken)) };
}

function withImages(size: Size, count: number): Size {
  return count === 0 ? size : { ...size, tokens: size.tokens + count * imageTokens };
}

export function imagesIn(message: Message): number {
  return attachedTo(message).filter(({ type }) => type === "image").length;
}

const pairs = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;
const runs = /\S+/g;

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}

/** Everything of a message that a model reads. */
export function textsOf(message: Message): readonly string[] {
  if (message.role === "tool") return [message.result.output];
  if (message.role === "assistant") return message.parts.flatMap(partTexts);
  return [message.text, ...attachedTo(message).flatMap(attachedTexts)];
}

function partTexts(part: AssistantPart): readonly string[] {
  return part.type === "tool-call" ? [part.call.name, JSON.stringify(part.call.input)] : [part.text];
}

function attachedTo(message: Message): readonly Attachment[] {
  return message.role === "user" ? (message.attachments ?? []) : [];
}

function attachedTexts(attached: Attachment): readonly string[] {
  return attached.type === "text" ? [attached.name, attached.text] : [attached.name];
}
