/**
 * The invariant that keeps a history acceptable to every provider: each tool call has exactly one result, the
 * results follow their message in the order of its calls, no result stands without its call, and no two calls have
 * the same id.
 */
import { freeId } from "../model/free-id.ts";
import { type AssistantMessage, callsOf, type Message, type ToolMessage } from "../model/message.ts";
import type { ToolCall, ToolResult } from "../model/tool.ts";

/** What the model is told about a call that did not run to its end. */
export const settledText = {
  denied: "Tool execution cancelled by user",
  interrupted: "operation cancelled by user: interrupted while running, it may have partly run",
  notStarted: "operation cancelled by user: not started",
  lost: "Tool execution did not complete (interrupted, cancelled, or crashed). No result is available.",
} as const;

export function errorResult(call: ToolCall, output: string): ToolResult {
  return { callId: call.id, name: call.name, output, isError: true };
}

/** Returns the same array when there is nothing to repair. */
export function repairHistory(history: readonly Message[]): readonly Message[] {
  if (isSettled(history)) return history;
  const repaired: Message[] = [];
  const taken = new Set<string>();
  let index = 0;
  while (index < history.length) {
    const message = history[index];
    index += 1;
    if (!message || message.role === "tool") continue;
    if (message.role !== "assistant") {
      repaired.push(message);
      continue;
    }
    const results = resultsFrom(history, index);
    repaired.push(...withFreeIds(message, settleMessage(message, results), taken));
    index += results.length;
  }
  return repaired;
}

/** An id that an earlier call has already is replaced, in the call and in its result. `results` are in their order. */
function withFreeIds(
  message: AssistantMessage,
  results: readonly ToolMessage[],
  taken: Set<string>,
): readonly Message[] {
  const ids = callsOf(message).map(({ id }) => takeId(id, taken));
  if (results.every(({ result }, index) => result.callId === ids[index])) return [message, ...results];
  let call = 0;
  const parts = message.parts.map((part) => {
    if (part.type !== "tool-call") return part;
    const id = ids[call++] ?? part.call.id;
    return { ...part, call: { ...part.call, id } };
  });
  const renamed = results.map(({ result, ...rest }, index) => {
    return { ...rest, result: { ...result, callId: ids[index] ?? result.callId } };
  });
  return [{ ...message, parts }, ...renamed];
}

function takeId(wanted: string, taken: Set<string>): string {
  const id = freeId(wanted, taken);
  taken.add(id);
  return id;
}

function settleMessage(message: AssistantMessage, results: readonly ToolMessage[]): ToolMessage[] {
  return callsOf(message).map((call) => {
    const found = results.find((candidate) => candidate.result.callId === call.id);
    return found ?? { role: "tool", result: errorResult(call, settledText.lost) };
  });
}

function isSettled(history: readonly Message[]): boolean {
  const taken = new Set<string>();
  let expected: readonly ToolCall[] = [];
  for (const message of history) {
    if (message.role === "tool") {
      if (expected[0]?.id !== message.result.callId) return false;
      expected = expected.slice(1);
      continue;
    }
    if (expected.length > 0) return false;
    if (message.role !== "assistant") continue;
    expected = callsOf(message);
    for (const { id } of expected) {
      if (taken.has(id)) return false;
      taken.add(id);
    }
  }
  return expected.length === 0;
}

function resultsFrom(history: readonly Message[], start: number): readonly ToolMessage[] {
  const results: ToolMessage[] = [];
  for (let index = start; index < history.length; index += 1) {
    const message = history[index];
    if (message?.role !== "tool") break;
    results.push(message);
  }
  return results;
}
