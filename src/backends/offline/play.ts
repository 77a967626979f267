/** Plays a script as a stream of backend events, word by word. Knows nothing of what it says. */
import type { BackendEvent } from "../../model/backend.ts";
import { callsOf, type Message } from "../../model/message.ts";
import type { Script, ScriptPart } from "./script.ts";

/** May resolve or reject when the signal aborts; both are understood. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

interface Pace {
  readonly words: number;
  readonly ms: number;
}

const paces = { normal: { words: 4, ms: 5 }, slow: { words: 1, ms: 150 } } as const;
const idPrefix = "offline-";

/** Keeps the contract of `Backend.stream`. Calls are numbered from `firstCall` on. */
export async function* playScript(
  script: Script,
  firstCall: number,
  sleep: Sleep,
  signal: AbortSignal,
): AsyncGenerator<BackendEvent> {
  const pace = paces[script.pace ?? "normal"];
  try {
    for (const event of eventsOf(script.parts, firstCall, pace)) {
      if (signal.aborted) break;
      yield event;
      if (event.type !== "tool-call" && !signal.aborted) await sleep(pace.ms, signal);
    }
  } catch (error) {
    if (!signal.aborted) {
      yield { type: "failed", failure: { kind: "other", message: `The offline demo failed: ${error}` } };
      return;
    }
  }
  yield signal.aborted ? aborted : script.end;
}

const aborted: BackendEvent = {
  type: "failed",
  failure: { kind: "aborted", message: "The answer was cancelled; ask again to restart it." },
};

function* eventsOf(parts: readonly ScriptPart[], firstCall: number, pace: Pace): Generator<BackendEvent> {
  let number = firstCall;
  for (const part of parts) {
    if (part.type === "call") {
      yield { type: "tool-call", call: { ...part.call, id: `${idPrefix}${number}` } };
      number += 1;
      continue;
    }
    for (const text of chunksOf(part.text, pace.words)) yield { type: part.type, text };
  }
}

/** The chunks joined are the text, whitespace included. */
function chunksOf(text: string, words: number): readonly string[] {
  const pieces = text.match(/\s*\S+\s*/g) ?? [];
  const chunks: string[] = [];
  for (let index = 0; index < pieces.length; index += words) {
    chunks.push(pieces.slice(index, index + words).join(""));
  }
  return chunks;
}

/**
 * A number above that of every earlier call. The count of messages alone would repeat itself once a context
 * window drops old messages.
 */
export function nextCallNumber(messages: readonly Message[]): number {
  const earlier = messages.flatMap((message) =>
    message.role === "assistant" ? callsOf(message).map((call) => numberOf(call.id)) : [],
  );
  return earlier.reduce((next, number) => Math.max(next, number + 1), messages.length);
}

function numberOf(id: string): number {
  const digits = id.startsWith(idPrefix) ? id.slice(idPrefix.length) : "";
  return /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
}
