/**
 * Guessing tokens where nobody counted them: four characters a token, sixteen characters of framing a message. A
 * character of a script without spaces between words takes twice as much, one of another script a third more.
 */
import type { Message } from "../model/message.ts";
import type { ToolSpec } from "../model/tool.ts";
import { imagesIn, imageTokens, textsOf } from "./size.ts";

/** In twelfths of a token, so that sums stay whole. */
const token = 12;
const weights = { ascii: 3, dense: 6, other: 4 } as const;
const framing = 16 * weights.ascii;

const known = new WeakMap<Message | ToolSpec, number>();

export function estimateTokens(messages: readonly Message[]): number {
  return Math.floor(messages.reduce((sum, message) => sum + messageWeight(message), 0) / token);
}

export function estimateText(text: string): number {
  return Math.ceil(textWeight(text) / token);
}

export function estimateTools(tools: readonly ToolSpec[]): number {
  const texts = ({ name, description, schema }: ToolSpec) => [name, description, JSON.stringify(schema)];
  return Math.ceil(tools.reduce((sum, tool) => sum + remembered(tool, () => texts(tool)), 0) / token);
}

function messageWeight(message: Message): number {
  const words = remembered(message, () => textsOf(message));
  return framing + words + imagesIn(message) * imageTokens * token;
}

function remembered(key: Message | ToolSpec, texts: () => readonly string[]): number {
  const before = known.get(key);
  if (before !== undefined) return before;
  const weight = texts().reduce((sum, text) => sum + textWeight(text), 0);
  known.set(key, weight);
  return weight;
}

function textWeight(text: string): number {
  if (!/\P{ASCII}/u.test(text)) return text.length * weights.ascii;
  let weight = 0;
  for (const character of text) weight += characterWeight(character.codePointAt(0) ?? 0);
  return weight;
}

/** Chinese, Japanese and Korean, with their punctuation. */
const denseRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x11ff],
  [0x2e80, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe4f],
  [0xff00, 0xffef],
  [0x20000, 0x3ffff],
];

function characterWeight(code: number): number {
  if (code < 0x80) return weights.ascii;
  return denseRanges.some(([first, last]) => code >= first && code <= last) ? weights.dense : weights.other;
}
