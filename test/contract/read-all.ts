/** Reads the stream of a backend to its end. */
import { expect } from "vitest";
import type { Backend, BackendEvent, BackendRequest, FailureKind } from "../../src/model/backend.ts";
import type { ToolCall } from "../../src/model/tool.ts";
import type { Usage } from "../../src/model/usage.ts";

export interface Reading {
  readonly events: readonly BackendEvent[];
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** The last report. */
  readonly usage?: Usage;
  readonly end: BackendEvent | undefined;
  /** Of the failure, if it is one. */
  readonly kind?: FailureKind;
  readonly message: string;
}

/** Reads a stream to its end, and checks that it has one: a single last event. */
export async function readAll(
  backend: Backend,
  request: BackendRequest,
  signal: AbortSignal = new AbortController().signal,
  onEvent: (event: BackendEvent) => void = () => {},
): Promise<Reading> {
  const events: BackendEvent[] = [];
  for await (const event of backend.stream(request, signal)) {
    events.push(event);
    onEvent(event);
  }
  const end = events.at(-1);
  expect(events.filter(({ type }) => type === "done" || type === "failed")).toEqual([end]);
  const failure = end?.type === "failed" ? end.failure : undefined;
  return {
    events,
    text: events.map((event) => (event.type === "text" ? event.text : "")).join(""),
    calls: events.flatMap((event) => (event.type === "tool-call" ? [event.call] : [])),
    usage: events.flatMap((event) => (event.type === "usage" ? [event.usage] : [])).at(-1),
    end,
    kind: failure?.kind,
    message: failure?.message ?? "",
  };
}
