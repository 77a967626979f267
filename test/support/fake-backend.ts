/** A backend that is a list: one script of events per request. Records what it was sent. */
import type { Backend, BackendEvent, BackendRequest, StopReason } from "../../src/model/backend.ts";
import type { ToolCall } from "../../src/model/tool.ts";
import { assertSettled } from "./strict-history.ts";

export type Script = readonly BackendEvent[] | ((request: BackendRequest) => readonly BackendEvent[]);

export interface FakeBackend extends Backend {
  readonly requests: BackendRequest[];
}

/** Rejects invalid histories as a strict provider does. When the scripts run out, the last one repeats. */
export function fakeBackend(...scripts: readonly Script[]): FakeBackend {
  const requests: BackendRequest[] = [];
  return {
    name: "fake",
    label: "fake",
    model: "fake-1",
    requests,
    async *stream(request) {
      assertSettled(request.messages);
      requests.push(request);
      const script = scripts[Math.min(requests.length, scripts.length) - 1] ?? [];
      for (const event of typeof script === "function" ? script(request) : script) {
        await null;
        yield event;
      }
    },
  };
}

export function says(text: string, stop: StopReason = "end"): readonly BackendEvent[] {
  const words = text.split(/(?<= )/).map((word) => ({ type: "text" as const, text: word }));
  return [...words, { type: "done", stop }];
}

export function calls(...toolCalls: readonly ToolCall[]): readonly BackendEvent[] {
  return [
    ...toolCalls.map((call) => ({ type: "tool-call" as const, call })),
    { type: "done", stop: "tool-use" },
  ];
}

export function call(name: string, id: string, input: ToolCall["input"] = {}): ToolCall {
  return { id, name, input };
}
