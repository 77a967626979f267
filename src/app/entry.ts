/** What was entered and may have to wait for its turn, and how the user is told of it. */
import { type Line, parseLine } from "../input/line.ts";
import type { Prompt } from "../model/attachment.ts";
import type { Queued } from "../model/event.ts";
import type { Intent } from "../model/intent.ts";
import type { Draft } from "./compose.ts";
import type { Waiting } from "./waiting-list.ts";

export interface Entry extends Queued, Pick<Draft, "named"> {
  readonly line: Line;
  /** What is sent, where it need not be composed. */
  readonly prompt?: Prompt;
}

export function entryOf({ text, pasted, named }: Extract<Intent, { type: "submit" }>): Entry {
  const line: Line = pasted && text.trim() !== "" ? { kind: "prompt", text } : parseLine(text);
  return { text, line, ...(pasted && { pasted }), ...(named !== undefined && { named }) };
}

export function queued({ item: { text, pasted }, held }: Waiting<Entry>): Queued {
  return { text, ...(pasted && { pasted }), ...(held && { held }) };
}

export function heldText(count: number): string {
  const what = count === 1 ? "The prompt that waited is" : `The ${count} prompts that waited are`;
  const them = count === 1 ? "it" : "them";
  return `${what} not sent: /queue send sends ${them}, /queue drop forgets ${them}.`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
