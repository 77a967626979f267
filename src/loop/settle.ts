/**
 * The invariant that keeps a history acceptable to every provider: each tool call has exactly one result, the
 * results follow their message in the order of its calls, and no result stands without its call.
 */
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
  let index = 0;
  while (index < history.length) {
    const message = history[index];
    index += 1;
    if (!message || message.role === "tool") continue;
    repaired.push(message);
    if (message.role !== "assistant") continue;
    const results = resultsFrom(history, index);
    repaired.push(...settleMessage(message, results));
    index += results.length;
  }
  return repaired;
}

function settleMessage(message: AssistantMessage, results: readonly ToolMessage[]): ToolMessage[] {
  return callsOf(message).map((call) => {
    const found = results.find((candidate) => candidate.result.callId === call.id);
    return found ?? { role: "tool", result: errorResult(call, settledText.lost) };
  });
}

function isSettled(history: readonly Message[]): boolean {
  let expected: readonly ToolCall[] = [];
  for (const message of history) {
    if (message.role === "tool") {
      if (expected[0]?.id !== message.result.callId) return false;
      expected = expected.slice(1);
      continue;
    }
    if (expected.length > 0) return false;
    if (message.role === "assistant") expected = callsOf(message);
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
