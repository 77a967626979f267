/** Notices a model that goes in circles: the same calls again although they were answered, or failed just so before. */
import type { ToolCall, ToolResult } from "../model/tool.ts";

/** What the model is told instead of a result. */
export const repeatTexts = {
  answered:
    "The tool has already been executed and the result was returned above. Please respond with your answer.",
  failing:
    "Not run: this very call has failed twice, and nothing has changed since. Try another way, or say what is in the way.",
} as const;

export interface RepeatWatch {
  /** Which of these calls are not to be run, and what they are answered with. */
  held(calls: readonly ToolCall[]): ReadonlyMap<ToolCall, string>;
  /** What came of the calls that were not held. */
  note(calls: readonly ToolCall[], results: readonly ToolResult[]): void;
  /** Why the turn should pause, in words that follow "the model"; undefined while it need not. */
  circling(): string | undefined;
  /** The user wants it to go on. */
  forgive(): void;
}

const maxFailures = 2;
const maxHeldRounds = 2;
const maxMistakes = 3;

export function watchRepeats(): RepeatWatch {
  /** The calls of the last round that ran, when all of it went well. */
  let answered: string | undefined;
  let heldRounds = 0;
  /** How often a call has failed since anything else went well. */
  const failures = new Map<string, number>();
  const mistakes = countRepeats();
  let mistaken = 0;

  function forgive(): void {
    answered = undefined;
    heldRounds = 0;
    failures.clear();
  }

  return {
    held(calls) {
      const whole = calls.length > 0 && roundKey(calls) === answered;
      const held = new Map<ToolCall, string>();
      for (const call of calls) {
        if (whole) held.set(call, repeatTexts.answered);
        else if ((failures.get(callKey(call)) ?? 0) >= maxFailures) held.set(call, repeatTexts.failing);
      }
      heldRounds = held.size > 0 && held.size === calls.length ? heldRounds + 1 : 0;
      return held;
    },
    note(calls, results) {
      mistaken = mistakes(mistakeOf(calls));
      const failed = (call: ToolCall) => results.find(({ callId }) => callId === call.id)?.isError === true;
      if (heldRounds > 0) return;
      answered = calls.some(failed) ? undefined : roundKey(calls);
      if (!calls.every(failed)) failures.clear();
      for (const call of calls) {
        if (failed(call) && !call.malformed)
          failures.set(callKey(call), (failures.get(callKey(call)) ?? 0) + 1);
      }
    },
    circling() {
      if (mistaken >= maxMistakes) return `sent the same invalid tool call ${mistaken} times in a row`;
      return heldRounds >= maxHeldRounds ? "keeps repeating the same tool call" : undefined;
    },
    forgive,
  };
}

/** The returned function answers how many times in a row it has been called with this key; undefined resets. */
export function countRepeats(): (key: string | undefined) => number {
  let last: string | undefined;
  let count = 0;
  return (key) => {
    if (key === undefined) count = 0;
    else count = key === last ? count + 1 : 1;
    last = key;
    return count;
  };
}

/** A key that is equal for equal malformed calls. */
function mistakeOf(calls: readonly ToolCall[]): string | undefined {
  const malformed = calls.filter((call) => call.malformed);
  if (malformed.length === 0) return undefined;
  return JSON.stringify(malformed.map((call) => [call.name, call.malformed?.problem]));
}

function roundKey(calls: readonly ToolCall[]): string {
  return calls.map(callKey).join("\n");
}

/** Equal for calls that do the same, in whatever order their arguments were written. */
function callKey({ name, input }: ToolCall): string {
  return JSON.stringify([name, input], (_key, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
