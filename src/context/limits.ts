/** How much of a conversation fits given limits: from the newest message back, calls never parted from their results. */
import type { Message } from "../model/message.ts";
import { addSizes, noSize, type Size, sizeOfAll } from "./size.ts";

/** The most of each; 0 means no limit. */
export type Limits = Size;

export const noLimits: Limits = noSize;

export interface Fitting {
  /** Is sent in any case, and counts. */
  readonly reserved?: Size;
  /** Whether the newest is kept even if it is too much by itself. */
  readonly atLeastOne: boolean;
}

/** The index of the oldest message that is kept. */
export function firstKept(
  messages: readonly Message[],
  limits: Limits,
  { reserved = noSize, atLeastOne }: Fitting,
): number {
  let size = reserved;
  let start = messages.length;
  while (start > 0) {
    const from = startOfLast(messages, start);
    size = addSizes(size, sizeOfAll(messages.slice(from, start)));
    const forced = atLeastOne && start === messages.length;
    if (!forced && exceeds(size, limits)) break;
    start = from;
  }
  return start;
}

export function exceeds(size: Size, limits: Limits): boolean {
  return sizeKeys.some((key) => limits[key] > 0 && size[key] > limits[key]);
}

const sizeKeys = ["messages", "chars", "words", "tokens"] as const;

/** Where the last of the first `end` messages begins: results belong to the message that has their calls. */
function startOfLast(messages: readonly Message[], end: number): number {
  let start = end - 1;
  while (start > 0 && messages[start]?.role === "tool") start -= 1;
  return start;
}
