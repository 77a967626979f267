/**
 * The smallest backend: `send_message(message, context)` answers as a whole, `parse_tool_calls(answer)` may find calls
 * in what it says. The names may also be written sendMessage and parseToolCalls.
 */

import { wordsOf } from "../../model/attachment.ts";
import type { BackendEvent, BackendRequest } from "../../model/backend.ts";
import { textOf } from "../../model/message.ts";
import { isRecord } from "../json.ts";

type Speak = (request: BackendRequest, signal: AbortSignal) => AsyncIterable<BackendEvent>;

/** Undefined where there is no such function. */
export function answerAtOnce(made: Record<string, unknown>): Speak | undefined {
  const send = made.send_message ?? made.sendMessage;
  const parse = made.parse_tool_calls ?? made.parseToolCalls;
  if (typeof send !== "function") return undefined;
  return async function* (request, signal) {
    const answer: unknown = await send.call(made, currentText(request), contextOf(request), { signal });
    const text = typeof answer === "string" ? answer : isRecord(answer) ? String(answer.content ?? "") : "";
    if (text !== "") yield { type: "text", text };
    const calls: unknown = typeof parse === "function" ? await parse.call(made, answer) : undefined;
    yield* callEvents(Array.isArray(calls) ? calls : []);
    yield* usageEvents(answer);
    yield { type: "done", stop: "end" };
  };
}

function currentText({ messages }: BackendRequest): string {
  const last = messages.at(-1);
  if (last?.role === "user") return wordsOf(last);
  return last?.role === "tool" ? last.result.output : "";
}

/** Everything before the current message, and the system prompt first. */
function contextOf({ system, messages }: BackendRequest): readonly Record<string, string>[] {
  const before = messages.slice(0, -1).map((message) => {
    if (message.role === "assistant") return { role: "assistant", content: textOf(message) };
    if (message.role === "tool") return { role: "tool", content: message.result.output };
    if (message.role === "user") return { role: "user", content: wordsOf(message) };
    return { role: message.role, content: message.text };
  });
  return system === undefined ? before : [{ role: "system", content: system }, ...before];
}

function* callEvents(calls: readonly unknown[]): Generator<BackendEvent> {
  for (const [at, call] of calls.entries()) {
    if (!isRecord(call)) throw new Error("parse_tool_calls must return objects with name and arguments.");
    const input = call.input ?? call.arguments ?? {};
    if (typeof call.name !== "string" || !isRecord(input)) {
      throw new Error("parse_tool_calls must return objects with name and arguments.");
    }
    const id = typeof call.id === "string" ? call.id : `call-${at + 1}-${crypto.randomUUID()}`;
    yield { type: "tool-call", call: { id, name: call.name, input } };
  }
}

function* usageEvents(answer: unknown): Generator<BackendEvent> {
  const tokens = isRecord(answer) ? answer.tokens : undefined;
  if (!isRecord(tokens)) return;
  const count = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0);
  yield {
    type: "usage",
    usage: { input: count(tokens.input), output: count(tokens.output), cacheRead: 0, cacheWrite: 0 },
  };
}
