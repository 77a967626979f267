import { describe, expect, it } from "vitest";
import type { Use } from "../../src/context/budget.ts";
import type { Compact, CompactOptions } from "../../src/context/compaction.ts";
import { noLimits } from "../../src/context/limits.ts";
import { type ContextRules, createPreparer, type PreparerDeps } from "../../src/context/prepare.ts";
import { estimateRequest } from "../../src/context/request.ts";
import type { Message } from "../../src/model/message.ts";

const user = (text: string): Message => ({ role: "user", text });
const assistant = (text: string): Message => ({ role: "assistant", parts: [{ type: "text", text }] });
const { signal } = new AbortController();

/** Eight messages of 29 tokens each, and the prompt. */
const long = [
  ...Array.from({ length: 4 }, () => [user("u".repeat(100)), assistant("a".repeat(100))]).flat(),
  user("now"),
];

const rules: ContextRules = { mode: "continue", limits: noLimits, maxKept: 0, summarizeAt: 80_000 };

function watched(overrides: Partial<PreparerDeps> & { readonly window?: number }) {
  const asked: CompactOptions[] = [];
  const said: string[] = [];
  const uses: (Use | undefined)[] = [];
  const { window = 0, compact, ...others } = overrides;
  const prepare = createPreparer({
    rules,
    limit: async () => ({ tokens: window, assumed: false }),
    readable: (history) => history,
    build: (messages) => ({ messages, tools: [], maxTokens: 100 }),
    estimate: estimateRequest,
    async compact(history, options) {
      asked.push(options);
      return (await compact?.(history, options)) ?? { kind: "unchanged" };
    },
    notices: {
      full: (use) => uses.push(use),
      leftOut: (count) => said.push(`left out ${count}`),
      dropped: (count) => said.push(`dropped ${count}`),
      notShortened: (problem) => said.push(problem),
    },
    ...others,
  });
  return { prepare, asked, said, uses };
}

/** All but the last messages give way to a word. */
const keepLast =
  (count: number): Compact =>
  async (history) => ({
    kind: "compacted",
    change: {
      from: 0,
      removed: history.length - count,
      inserted: [{ role: "system", text: "before", summary: true }],
      reason: "compacted",
    },
  });

describe("a request that fits", () => {
  it("is made without a change", async () => {
    const { prepare, asked, uses } = watched({ window: 1000 });
    const prepared = await prepare(long, { signal });
    expect(prepared).toMatchObject({ kind: "ready", changes: [], request: { messages: long } });
    expect(asked).toEqual([]);
    expect(uses).toEqual([undefined]);
  });

  it("is warned of from 80 % of the window on", async () => {
    const estimated = estimateRequest({ messages: long, tools: [] });
    const limit = Math.floor(estimated / 0.8);
    const { prepare, uses } = watched({ window: limit });
    expect((await prepare(long, { signal })).kind).toBe("ready");
    expect(uses).toEqual([{ estimated, limit, assumed: false }]);
  });

  it("is not looked at where there is no limit", async () => {
    const { prepare, uses } = watched({});
    expect((await prepare([user("x".repeat(1e6))], { signal })).kind).toBe("ready");
    expect(uses).toEqual([undefined]);
  });
});

describe("a request that fills the window", () => {
  it("is shortened to 82 % of it, less what is not a message", async () => {
    const build = (messages: readonly Message[]) =>
      ({ system: "s".repeat(84), messages, tools: [], maxTokens: 100 }) as const;
    const { prepare, asked } = watched({ window: 200, build, compact: keepLast(3) });
    const prepared = await prepare(long, { signal });
    expect(asked).toMatchObject([{ reason: "limit", target: 164 - 25 }]);
    expect(prepared).toMatchObject({
      kind: "ready",
      changes: [{ reason: "compacted", removed: 6 }],
      request: { messages: [{ role: "system" }, ...long.slice(-3)] },
    });
  });

  it("fails with the numbers when that is not enough, and is not shortened a second time", async () => {
    const longer = [...long.slice(0, 8), ...long.slice(0, 8), ...long];
    const { prepare, asked } = watched({ window: 200, compact: keepLast(23) });
    const prepared = await prepare(longer, { signal });
    expect(prepared).toMatchObject({ kind: "failed", cause: "context-overflow", changes: [{}] });
    expect(prepared.kind === "failed" && prepared.message).toMatch(
      /^context limit exceeded \(\d+\/200 estimated tokens\)\. Run `\/compact`/,
    );
    await prepare(longer, { signal });
    expect(asked).toHaveLength(1);
  });

  it("may be shortened again where that brings something", async () => {
    const { prepare, asked } = watched({ window: 200, compact: keepLast(3) });
    await prepare(long, { signal });
    await prepare(long, { signal });
    expect(asked).toHaveLength(2);
  });

  it("is not helped by shortening what is not sent", async () => {
    const { prepare, asked } = watched({ window: 200, rules: { ...rules, mode: "fresh" } });
    const prepared = await prepare([...long, user("x".repeat(1000))], { signal });
    expect(prepared.kind).toBe("failed");
    expect(asked).toEqual([]);
  });
});

describe("a request that the provider found too long", () => {
  it("is shortened to 60 % of what it was", async () => {
    const { prepare, asked } = watched({ window: 1000, compact: keepLast(3) });
    const prepared = await prepare(long, { signal, overflowed: true });
    expect(prepared).toMatchObject({ kind: "ready", changes: [{ reason: "compacted" }] });
    const target = Math.floor(estimateRequest({ messages: long, tools: [] }) * 0.6);
    expect(asked).toMatchObject([{ reason: "overflow", target }]);
  });

  it("fails where it cannot be shortened", async () => {
    const { prepare } = watched({ window: 1000 });
    expect(await prepare(long, { signal, overflowed: true })).toMatchObject({ kind: "failed", changes: [] });
  });
});

describe("mode summarize", () => {
  const summarizing = { ...rules, mode: "summarize", summarizeAt: 200 } as const;

  it("asks for a summary from its threshold on, and not below it", async () => {
    const { prepare, asked } = watched({ rules: summarizing, compact: keepLast(3) });
    await prepare(long.slice(-3), { signal });
    expect(asked).toEqual([]);
    expect(await prepare(long, { signal })).toMatchObject({ kind: "ready", changes: [{}] });
    expect(asked).toMatchObject([{ reason: "threshold", target: 120 }]);
  });

  it("makes a summary before anything is dropped", async () => {
    const { prepare, asked, said } = watched({
      rules: { ...summarizing, summarizeAt: 80_000, maxKept: 8 },
      compact: keepLast(3),
    });
    await prepare(long, { signal });
    expect(asked).toHaveLength(1);
    expect(said).toEqual(["left out 0"]);
  });

  it("goes on without one, says why, and drops what is too much", async () => {
    const { prepare, said } = watched({
      rules: { ...summarizing, maxKept: 8 },
      compact: async () => ({ kind: "unchanged", problem: "No summary." }),
    });
    const prepared = await prepare(long, { signal });
    expect(prepared).toMatchObject({ kind: "ready", changes: [{ reason: "trimmed", removed: 2 }] });
    expect(said).toEqual(["No summary.", "dropped 2", "left out 0"]);
  });
});

describe("limits", () => {
  it("leave the history as it is, and are told of", async () => {
    const { prepare, said } = watched({ rules: { ...rules, limits: { ...noLimits, messages: 4 } } });
    const prepared = await prepare(long, { signal });
    expect(prepared).toMatchObject({ kind: "ready", changes: [], request: { messages: long.slice(-3) } });
    expect(said).toEqual(["left out 6"]);
  });
});
