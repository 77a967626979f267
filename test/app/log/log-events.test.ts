/** What of a turn gets into the log: who was asked, how long it took, what was run; never what was said. */
import { expect, it } from "vitest";
import type { LogFacts } from "../../../src/app/log/log.ts";
import { logEvents } from "../../../src/app/log/log-events.ts";
import type { AgentEvent } from "../../../src/model/event.ts";

const usage = { input: 10, output: 3, cacheRead: 0, cacheWrite: 0 };
const call = { id: "c1", name: "bash", input: { command: "heddle secret-words" } };
const preview = { title: "bash: heddle secret-words", fields: [] };
const inUse = { backend: "mill", model: "m-1" };

/** Each event ten milliseconds after the one before. */
function logged(...events: readonly AgentEvent[]) {
  const lines: (readonly [string, string, LogFacts])[] = [];
  const log = {
    write(weight: string, what: string, facts: LogFacts = {}) {
      lines.push([weight, what, facts]);
      return true;
    },
    screenTaken() {},
    onTrouble() {},
  };
  const listener = logEvents(log, () => ({ name: inUse.backend, model: inUse.model }));
  for (const [index, event] of events.entries()) listener({ seq: index, task: "t1", at: index * 10, event });
  return lines;
}

it("has a request with what it took, retries included", () => {
  expect(
    logged(
      { type: "turn-started", prompt: "secret-words" },
      { type: "request-started", iteration: 1 },
      { type: "text-delta", text: "secret-words" },
      { type: "retrying", attempt: 1, of: 5, waitMs: 100, reason: "The mill is overloaded." },
      { type: "request-started", iteration: 1 },
      { type: "usage", usage },
      { type: "response-finished", iteration: 1, stop: "end" },
      { type: "turn-finished", outcome: { kind: "answered", text: "secret-words" }, usage },
    ),
  ).toEqual([
    ["debug", "turn started", { task: "t1", characters: 12 }],
    [
      "warning",
      "request failed",
      { task: "t1", ...inUse, attempt: 1, of: 5, wait_ms: 100, reason: "The mill is overloaded." },
    ],
    ["debug", "usage", { task: "t1", input: 10, output: 3 }],
    ["info", "request", { task: "t1", ...inUse, iteration: 1, status: "end", ms: 50, retries: 1 }],
    ["info", "turn", { task: "t1", outcome: "answered", ms: 70, input: 10, output: 3 }],
  ]);
});

it("has a request that failed for good, and one that was cancelled", () => {
  const failure = { kind: "failed", cause: "auth", message: "No key." } as const;
  const begin: readonly AgentEvent[] = [
    { type: "turn-started", prompt: "x" },
    { type: "request-started", iteration: 1 },
  ];
  expect(logged(...begin, { type: "turn-finished", outcome: failure, usage }).slice(1)).toEqual([
    ["error", "request", { task: "t1", ...inUse, iteration: 1, status: "auth", ms: 10, retries: 0 }],
    [
      "error",
      "turn",
      { task: "t1", outcome: "failed", ms: 20, input: 10, output: 3, cause: "auth", message: "No key." },
    ],
  ]);
  const cancelled = logged(...begin, { type: "turn-finished", outcome: { kind: "cancelled" }, usage });
  expect(cancelled.slice(1).map(([weight, what]) => [weight, what])).toEqual([
    ["info", "request"],
    ["info", "turn"],
  ]);
});

it("has tools and decisions by name alone", () => {
  expect(
    logged(
      { type: "approval-requested", id: "q1", question: { kind: "tool", call, preview } },
      { type: "approval-answered", id: "q1", answer: { verdict: "session" } },
      { type: "tool-started", call, preview },
      { type: "tool-output", callId: "c1", text: "secret-words" },
      {
        type: "tool-finished",
        result: { callId: "c1", name: "bash", output: "secret-words", isError: true },
        fate: "ran",
      },
    ),
  ).toEqual([
    ["info", "decision", { task: "t1", about: "bash", verdict: "session" }],
    ["info", "tool", { task: "t1", tool: "bash", fate: "ran", failed: true, ms: 20 }],
  ]);
});

it("has sessions, warnings and names of commands", () => {
  const opened = { id: "s2", messages: 4, usage: { total: usage } } as const;
  expect(
    logged(
      { type: "session-opened", how: "forked", from: "s1", ...opened },
      { type: "notice", level: "info", text: "secret-words" },
      { type: "notice", level: "warning", text: "The MCP server s is gone." },
      { type: "command-started", line: "/system secret-words" },
      { type: "command-started", line: "!secret-words" },
      { type: "queue-changed", count: 2, latest: [{ text: "secret-words" }] },
    ),
  ).toEqual([
    ["info", "session", { how: "forked", id: "s2", from: "s1", messages: 4 }],
    ["warning", "notice", { text: "The MCP server s is gone." }],
    ["debug", "command", { name: "/system" }],
    ["debug", "command", { name: "!" }],
    ["debug", "queue", { count: 2 }],
  ]);
});
