import { describe, expect, it } from "vitest";
import { failureFrom } from "../../src/backends/failures.ts";
import { type FailedAttempt, planRetry, type RetryPlan, usualBaseMs } from "../../src/loop/retry.ts";
import type { BackendEvent, FailureKind } from "../../src/model/backend.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import { type Case, readCases } from "../support/cases.ts";
import { fakeBackend, says } from "../support/fake-backend.ts";
import { playTurn, roles, turnDeps } from "../support/turn.ts";

const even = { baseMs: usualBaseMs, random: () => 0.5 };

function attempt(kind: FailureKind, more: Partial<FailedAttempt> & { retryAfterMs?: number } = {}) {
  const { retryAfterMs, ...rest } = more;
  const failure = { kind, message: "No.", ...(retryAfterMs !== undefined && { retryAfterMs }) };
  return { failure, midStream: false, acted: false, ...rest };
}

/** The waits of a request that fails in the same way until it is given up, in seconds. */
function waits(failed: FailedAttempt, deps = even): number[] {
  const seconds: number[] = [];
  for (let count = 1; ; count += 1) {
    const plan = planRetry(failed, count, deps);
    if (plan.kind === "give-up") return seconds;
    seconds.push(plan.waitMs / 1000);
  }
}

describe("the plan", () => {
  it.each<FailureKind>(["rate-limit", "overloaded", "network"])("retries %s five times", (kind) =>
    expect(waits(attempt(kind))).toEqual([10, 20, 40, 80, 160]),
  );

  it.each<FailureKind>(["auth", "context-overflow", "other", "aborted"])("does not retry %s", (kind) =>
    expect(waits(attempt(kind))).toEqual([]),
  );

  it("comes back sooner, but not as often, when a stream broke off", () => {
    expect(waits(attempt("network", { midStream: true }))).toEqual([1, 2, 4]);
    expect(waits(attempt("overloaded", { midStream: true }))).toEqual([10, 20, 40]);
  });

  it("never repeats what a backend with tools of its own has begun", () =>
    expect(waits(attempt("network", { acted: true, midStream: true }))).toEqual([]));

  it("moves each wait by a fifth at most", () => {
    expect(waits(attempt("network"), { ...even, random: () => 0 })).toEqual([8, 16, 32, 64, 128]);
    expect(waits(attempt("network"), { ...even, random: () => 0.999 })[0]).toBeCloseTo(12, 1);
  });

  it.each<[askedMs: number, kind: RetryPlan["kind"], waitMs: number]>([
    [0, "wait", 1000],
    [999, "wait", 1000],
    [7000, "wait", 7000],
    [300_000, "wait", 300_000],
    [300_001, "ask", 300_001],
    [9_999_000, "ask", 9_999_000],
  ])("waits as long as it was told: %i ms", (retryAfterMs, kind, waitMs) =>
    expect(planRetry(attempt("rate-limit", { retryAfterMs }), 1, even)).toEqual({ kind, waitMs, of: 5 }),
  );
});

const file = readCases("retry");

describe.skipIf(file.absent)(file.title, () => {
  const withStatus = file.cases.filter(
    (each): each is Case & { input: { status: number } } =>
      typeof each.input === "object" && "status" in (each.input ?? {}),
  );
  it("has cases", () => expect(withStatus.length).toBeGreaterThan(5));

  const endpoint = { name: "X", baseUrl: "http://x", model: "m", settings: "backends.x", secrets: [] };
  // 200 is no failure. The systems disagree on 408, 501 and 529; MISSION L07 retries 408 and 5xx, and 501 says
  // that the server will never do it.
  const own: Readonly<Record<number, boolean>> = { 408: true, 501: false, 529: true };
  it.each(withStatus.filter(({ input }) => input.status !== 200))("$id", ({ input, expected }) => {
    const failure = failureFrom({ status: input.status }, endpoint);
    const retried = waits({ failure, midStream: false, acted: false }).length > 0;
    const theirs = Object.values(expected as Record<string, boolean>);
    expect(retried).toBe(own[input.status] ?? theirs.every(Boolean));
  });

  it("waits as seed 004 says", () => {
    const seed = file.cases.find(({ id }) => id === "polly")?.expected as { waits_s: number[] };
    expect(waits(attempt("rate-limit"))).toEqual(seed.waits_s);
  });
});

const busy: BackendEvent = { type: "failed", failure: { kind: "overloaded", message: "Busy." } };
const cut: BackendEvent = { type: "failed", failure: { kind: "network", message: "Cut." } };
const usage = { input: 5, output: 2, cacheRead: 0, cacheWrite: 0 };
const retriesOf = (events: readonly AgentEvent[]) => events.filter((event) => event.type === "retrying");

describe("a turn whose request fails", () => {
  it("sends the same again and says why and when", async () => {
    const backend = fakeBackend([busy], [busy], says("Here."));
    const run = await playTurn({ backend });
    expect(run.outcome).toEqual({ kind: "answered", text: "Here." });
    expect(backend.requests[2]).toEqual(backend.requests[0]);
    expect(retriesOf(run.events)).toEqual([
      { type: "retrying", attempt: 1, of: 5, waitMs: 10_000, reason: "Busy." },
      { type: "retrying", attempt: 2, of: 5, waitMs: 20_000, reason: "Busy." },
    ]);
    expect(roles(run.messages)).toEqual(["user", "assistant"]);
  });

  it("gives up after five retries with the last failure", async () => {
    const backend = fakeBackend([busy]);
    const run = await playTurn({ backend });
    expect(backend.requests).toHaveLength(6);
    expect(run.outcome).toEqual({ kind: "failed", cause: "overloaded", message: "Busy." });
    expect(roles(run.messages)).toEqual(["user"]);
  });

  it("keeps the text of a broken attempt only when it was the last", async () => {
    const half: BackendEvent = { type: "text", text: "half" };
    const run = await playTurn({ backend: fakeBackend([half, cut], says("whole")) });
    expect(run.messages.slice(1)).toEqual([{ role: "assistant", parts: [{ type: "text", text: "whole" }] }]);
    expect(retriesOf(run.events)).toMatchObject([{ attempt: 1, of: 3, waitMs: 1000, dropped: true }]);
    const failed = await playTurn({ backend: fakeBackend([half, cut]) });
    expect(failed.messages.slice(1)).toEqual([
      { role: "assistant", parts: [{ type: "text", text: "half" }], interrupted: true },
    ]);
    expect(retriesOf(failed.events)).toHaveLength(3);
  });

  it("counts what failed attempts took", async () => {
    const run = await playTurn({
      backend: fakeBackend([{ type: "usage", usage }, busy], [{ type: "usage", usage }, ...says("ok")]),
    });
    expect(run.events.filter((event) => event.type === "usage")).toHaveLength(2);
    expect(run.events.at(-1)).toMatchObject({ type: "turn-finished", usage: { input: 10, output: 4 } });
  });

  it("drops a call of a broken attempt unrun", async () => {
    const call: BackendEvent = { type: "tool-call", call: { id: "c1", name: "bash", input: {} } };
    const run = await playTurn({ backend: fakeBackend([call, cut], says("ok")) });
    expect(run.events.filter((event) => event.type.startsWith("tool-"))).toEqual([]);
  });
});

describe("cancelling the wait", () => {
  it("ends it at once, and what was broken off is not kept", async () => {
    const controller = new AbortController();
    const retry = {
      ...turnDeps().retry,
      sleep: (_ms: number, signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          signal.addEventListener("abort", () => resolve());
          controller.abort();
        }),
    };
    const backend = fakeBackend([{ type: "text", text: "half" }, cut]);
    const run = await playTurn({ backend, retry }, { signal: controller.signal });
    expect(run.outcome).toEqual({ kind: "cancelled" });
    expect(backend.requests).toHaveLength(1);
    expect(roles(run.messages)).toEqual(["user"]);
  });
});

describe("a wait of more than five minutes", () => {
  const failure = { kind: "rate-limit", message: "Quota.", retryAfterMs: 1_200_000 } as const;
  const backend = () => fakeBackend([{ type: "failed", failure }], says("Here."));

  it.each([
    ["allow", "answered"],
    ["deny", "failed"],
  ] as const)("is asked about: %s", async (verdict, outcome) => {
    const asked: unknown[] = [];
    const run = await playTurn({
      backend: backend(),
      ask: async (question) => {
        asked.push(question);
        return { verdict };
      },
    });
    expect(asked).toEqual([{ kind: "pause", reason: expect.stringMatching(/Quota\. .*20 minutes/) }]);
    expect(run.outcome.kind).toBe(outcome);
    expect(retriesOf(run.events)).toHaveLength(verdict === "allow" ? 1 : 0);
  });

  it("ends a turn where nobody can be asked", async () => {
    const run = await playTurn({ backend: backend(), atLimit: "stop" });
    expect(run.outcome).toEqual({ kind: "failed", cause: "rate-limit", message: "Quota." });
  });
});
