/** Turns one backend stream into one assistant message, emitting the deltas on the way. */
import type { BackendEvent, Failure, StopReason } from "../model/backend.ts";
import type { AssistantPart, ReasoningPart } from "../model/message.ts";
import type { ToolCall } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import { aborted, orAborted } from "./aborted.ts";
import type { Emit } from "./bus.ts";

export interface Collected {
  readonly parts: readonly AssistantPart[];
  /** Absent when the backend reported nothing. */
  readonly usage?: Usage;
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
  signal: AbortSignal,
): Promise<Collected> {
  const builder = createPartsBuilder();
  let usage: Usage | undefined;
  const finish = (end: CollectedEnd): Collected => ({ parts: builder.parts(), usage, end });

  try {
    const iterator = stream[Symbol.asyncIterator]();
    for (;;) {
      const next = await orAborted(iterator.next(), signal);
      if (next === aborted) {
        abandon(iterator);
        return finish({ kind: "aborted" });
      }
      if (next.done) return finish({ kind: "failed", failure: cutStream });
      const event = next.value;
      switch (event.type) {
        case "done":
          return finish({ kind: "done", stop: event.stop });
        case "failed":
          return finish(
            event.failure.kind === "aborted" && signal.aborted
              ? { kind: "aborted" }
              : { kind: "failed", failure: event.failure },
          );
        case "usage":
          usage = event.usage;
          break;
        case "text":
          builder.text(event.text);
          emit({ type: "text-delta", text: event.text });
          break;
        case "reasoning":
          builder.reasoning(event.text);
          emit({ type: "reasoning-delta", text: event.text });
          break;
        case "reasoning-block":
          builder.reasoningBlock(event.part);
          break;
        case "tool-call":
          builder.call(event.call);
          break;
      }
    }
  } catch (error) {
    if (signal.aborted) return finish({ kind: "aborted" });
    return finish({ kind: "failed", failure: { kind: "other", message: messageOf(error) } });
  }
}

const cutStream: Failure = {
  kind: "network",
  message: "The backend stopped answering in mid-stream; try again.",
};

/** Lets a stream that nobody reads any more clean up, without waiting for it. */
function abandon(iterator: AsyncIterator<BackendEvent>): void {
  iterator.return?.().catch(() => {});
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Joins consecutive deltas of a kind into one part and drops a call whose id was already seen. */
function createPartsBuilder() {
  const parts: AssistantPart[] = [];
  const ids = new Set<string>();

  function append(type: "text" | "reasoning", text: string): void {
    const last = parts.at(-1);
    const joins = last?.type === type && !("opaque" in last);
    if (joins) parts[parts.length - 1] = { type, text: last.text + text };
    else parts.push({ type, text });
  }

  return {
    parts: (): readonly AssistantPart[] =>
      parts.filter((part) => part.type === "tool-call" || part.text !== "" || "opaque" in part),
    text: (text: string) => append("text", text),
    reasoning: (text: string) => append("reasoning", text),
    reasoningBlock(part: ReasoningPart): void {
      const last = parts.at(-1);
      if (last?.type === "reasoning" && !("opaque" in last)) parts.pop();
      parts.push(part);
    },
    call(call: ToolCall): void {
      if (ids.has(call.id)) return;
      ids.add(call.id);
      parts.push({ type: "tool-call", call });
    },
  };
}
