import { describe, expect, it } from "vitest";
import type { HistoryChange } from "../../src/model/history-change.ts";
import type { Message } from "../../src/model/message.ts";
import type { PrepareRequest } from "../../src/model/prepared.ts";
import { call, calls, fakeBackend, type Script, says } from "../support/fake-backend.ts";
import { fakeToolbox } from "../support/fake-toolbox.ts";
import { playTurn, roles } from "../support/turn.ts";

const tooLong: Script = [{ type: "failed", failure: { kind: "context-overflow", message: "too long" } }];
const old: readonly Message[] = [
  { role: "user", text: "old" },
  { role: "assistant", parts: [{ type: "text", text: "answer" }] },
];
const dropOld: HistoryChange = { from: 0, removed: 2, inserted: [], reason: "trimmed" };

function ready(messages: readonly Message[], changes: readonly HistoryChange[] = []) {
  return { kind: "ready", changes, request: { messages, tools: [], maxTokens: 100 } } as const;
}

describe("preparing a request", () => {
  it("happens after the user's message and after the results of tools", async () => {
    const seen: string[][] = [];
    const prepareRequest: PrepareRequest = async (history) => {
      seen.push(roles(history));
      return ready(history);
    };
    const backend = fakeBackend(calls(call("read", "1")), says("done"));
    await playTurn({ backend, toolbox: fakeToolbox({}), prepareRequest });
    expect(seen).toEqual([["user"], ["user", "assistant", "tool"]]);
  });

  it("changes the history of the turn, told before the request is sent", async () => {
    const seen: number[] = [];
    const prepareRequest: PrepareRequest = async (history) => {
      seen.push(history.length);
      return seen.length === 1 ? ready(history.slice(2), [dropOld]) : ready(history);
    };
    const backend = fakeBackend(calls(call("read", "1")), says("done"));
    const run = await playTurn({ backend, prepareRequest }, { history: old });
    expect(seen).toEqual([3, 3]);
    const types = run.events.map(({ type }) => type);
    expect(types.indexOf("history-changed")).toBeLessThan(types.indexOf("request-started"));
    expect(run.events).toContainEqual({ type: "history-changed", change: dropOld });
  });

  it("ends the turn where no request can be made, and sends nothing", async () => {
    const backend = fakeBackend(says("never"));
    const failed = {
      kind: "failed",
      changes: [dropOld],
      cause: "context-overflow",
      message: "full",
    } as const;
    const run = await playTurn({ backend, prepareRequest: async () => failed }, { history: old });
    expect(run.outcome).toEqual({ kind: "failed", cause: "context-overflow", message: "full" });
    expect(backend.requests).toEqual([]);
    expect(run.events).toContainEqual({ type: "history-changed", change: dropOld });
  });

  it("is given up at once when the turn is cancelled", async () => {
    const controller = new AbortController();
    const prepareRequest: PrepareRequest = () => {
      queueMicrotask(() => controller.abort());
      return new Promise(() => {});
    };
    const run = await playTurn({ prepareRequest }, { signal: controller.signal });
    expect(run.outcome).toEqual({ kind: "cancelled" });
  });

  it("leaves no call without a result in what is sent", async () => {
    const broken: Message = { role: "assistant", parts: [{ type: "tool-call", call: call("read", "1") }] };
    const backend = fakeBackend(says("ok"));
    const run = await playTurn({ backend }, { history: [{ role: "user", text: "a" }, broken] });
    expect(run.outcome.kind).toBe("answered");
    expect(roles(backend.requests[0]?.messages ?? [])).toEqual(["user", "assistant", "tool", "user"]);
  });
});

describe("a request that the provider finds too long", () => {
  const shortening: PrepareRequest = async (history, { overflowed }) =>
    overflowed ? ready(history.slice(2), [dropOld]) : ready(history);

  it.each<[string, Script]>([
    ["a failure", tooLong],
    ["a stop reason", says("", "context-exceeded")],
  ])("is made shorter and sent again after %s", async (_, script) => {
    const backend = fakeBackend(script, says("fits"));
    const run = await playTurn({ backend, prepareRequest: shortening }, { history: old });
    expect(run.outcome).toEqual({ kind: "answered", text: "fits" });
    expect(backend.requests.map(({ messages }) => messages.length)).toEqual([3, 1]);
  });

  it("is sent again only once", async () => {
    const backend = fakeBackend(tooLong);
    const run = await playTurn({ backend, prepareRequest: shortening }, { history: old });
    expect(run.outcome).toEqual({ kind: "failed", cause: "context-overflow", message: "too long" });
    expect(backend.requests).toHaveLength(2);
  });

  it("fails in the provider's words where nothing can be left out", async () => {
    const backend = fakeBackend(tooLong);
    const prepareRequest: PrepareRequest = async (history, { overflowed }) =>
      overflowed
        ? { kind: "failed", changes: [], cause: "context-overflow", message: "nothing to leave out" }
        : ready(history);
    const run = await playTurn({ backend, prepareRequest });
    expect(run.outcome).toEqual({ kind: "failed", cause: "context-overflow", message: "too long" });
    expect(backend.requests).toHaveLength(1);
  });
});
