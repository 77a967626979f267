/** Turns one backend stream into one assistant message, emitting the deltas on the way. */

import type { BackendEvent, Failure, StopReason } from "../model/backend.ts";
import { isShallow } from "../model/depth.ts";
import type { AgentEvent } from "../model/event.ts";
import type { AssistantPart, ReasoningPart } from "../model/message.ts";
import type { Question } from "../model/question.ts";
import type { ToolCall } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import { aborted, watchAbort } from "./aborted.ts";
import type { Ask } from "./batch.ts";
import type { Emit } from "./bus.ts";

export interface Collected {
  readonly parts: readonly AssistantPart[];
  /** Absent when the backend reported nothing. */
  readonly usage?: Usage;
  /** The backend has told of tools that it runs itself. */
  readonly acted: boolean;
  readonly end: CollectedEnd;
}

export type CollectedEnd =
  | { readonly kind: "done"; readonly stop: StopReason }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "aborted" };

/** Never rejects: a stream that throws or stops short of its terminal event counts as failed. */
export async function collectResponse(
  stream: AsyncIterable<BackendEvent>,
  emit: Emit,
  ask: Ask,
  signal: AbortSignal,
): Promise<Collected> {
  const builder = createPartsBuilder();
  const watch = watchAbort(signal);
  let usage: Usage | undefined;
  let acted = false;
  const finish = (end: CollectedEnd): Collected => ({ parts: builder.parts(), usage, acted, end });

  try {
    const iterator = stream[Symbol.asyncIterator]();
    for (;;) {
      const next = await watch.wait(iterator.next());
      if (next === aborted) {
        abandon(iterator);
        return finish({ kind: "aborted" });
      }
      if (next.done) return finish({ kind: "failed", failure: cutStream });
      const event = next.value;
      if (event.type === "done") return finish({ kind: "done", stop: event.stop });
      if (event.type === "failed") return finish(failedEnd(event.failure, signal));
      acted ||= event.type === "tool-report";
      if (event.type === "usage") usage = event.usage;
      else if (event.type === "notice" || event.type === "tool-report") emit(passedOn(event));
      // The stream may go on meanwhile, so nobody waits here for the answer.
      else if (event.type === "permission") void ask(permission(event), signal).then(event.reply);
      else if (!builder.add(event, emit)) {
        abandon(iterator);
        return finish({ kind: "failed", failure: endlessAnswer });
      }
    }
  } catch (error) {
    if (signal.aborted) return finish({ kind: "aborted" });
    return finish({ kind: "failed", failure: { kind: "other", message: messageOf(error) } });
  } finally {
    watch.end();
  }
}

function failedEnd(failure: Failure, signal: AbortSignal): CollectedEnd {
  return failure.kind === "aborted" && signal.aborted ? { kind: "aborted" } : { kind: "failed", failure };
}

function permission({ call, preview }: Extract<BackendEvent, { type: "permission" }>): Question {
  return { kind: "tool", call, preview };
}

/** For the eye, a tool that the backend runs is like one of ours. */
function passedOn(event: Extract<BackendEvent, { type: "notice" | "tool-report" }>): AgentEvent {
  if (event.type === "notice") return event;
  const { report } = event;
  if (report.phase === "started") {
    return { type: "tool-started", call: report.call, preview: report.preview };
  }
  if (report.phase === "output") return { type: "tool-output", callId: report.callId, text: report.text };
  return { type: "tool-finished", result: report.result, fate: "ran" };
}

const cutStream: Failure = {
  kind: "network",
  message: "The backend stopped answering in mid-stream; try again.",
};

/** More than any model says at once; each call counts as so much text. */
const maxAnswerChars = 4_000_000;
const charsOfCall = 1000;

const endlessAnswer: Failure = {
  kind: "other",
  message: "The answer grew longer than 4,000,000 characters and was cut off: ask for a shorter one.",
};

/** Lets a stream that nobody reads any more clean up, without waiting for it. */
function abandon(iterator: AsyncIterator<BackendEvent>): void {
  iterator.return?.().catch(() => {});
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const tooDeep = "the arguments are nested too deeply";

function settled(call: ToolCall): ToolCall {
  return isShallow(call.input) ? call : { ...call, input: {}, malformed: { raw: "", problem: tooDeep } };
}

function storable(part: ReasoningPart): ReasoningPart {
  return isShallow(part.opaque) ? part : { type: "reasoning", text: part.text };
}

type Content = Extract<BackendEvent, { type: "text" | "reasoning" | "reasoning-block" | "tool-call" }>;

/** Joins consecutive deltas of a kind into one part and drops a call whose id was already seen. */
function createPartsBuilder() {
  const parts: AssistantPart[] = [];
  const ids = new Set<string>();
  let length = 0;

  function append(type: "text" | "reasoning", text: string): void {
    const last = parts.at(-1);
    const joins = last?.type === type && !("opaque" in last);
    if (joins) parts[parts.length - 1] = { type, text: last.text + text };
    else parts.push({ type, text });
  }

  function reasoningBlock(part: ReasoningPart): void {
    const last = parts.at(-1);
    if (last?.type === "reasoning" && !("opaque" in last)) parts.pop();
    parts.push(part);
  }

  function call(call: ToolCall): void {
    if (ids.has(call.id)) return;
    ids.add(call.id);
    parts.push({ type: "tool-call", call });
  }

  function sizeOf(event: Content): number {
    if (event.type === "text" || event.type === "reasoning") return event.text.length;
    return event.type === "tool-call" ? charsOfCall : 0;
  }

  return {
    parts: (): readonly AssistantPart[] =>
      parts.filter((part) => part.type === "tool-call" || part.text !== "" || "opaque" in part),
    /** Whether the answer is of a length that makes sense: what is longer is not taken. */
    add(event: Content, emit: Emit): boolean {
      length += sizeOf(event);
      if (length > maxAnswerChars) return false;
      if (event.type === "text" || event.type === "reasoning") {
        append(event.type, event.text);
        emit({ type: `${event.type}-delta`, text: event.text });
      } else if (event.type === "reasoning-block") reasoningBlock(storable(event.part));
      else call(settled(event.call));
      return true;
    },
  };
}
