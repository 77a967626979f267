/** What becomes of a long history, whatever a model answers when it is asked for a summary. */
import { describe, expect, it } from "vitest";
import { compactedEvent, createCompactor } from "../../src/app/compactor.ts";
import { isPrompt, isSummary } from "../../src/context/compaction/marks.ts";
import type { CompactReason } from "../../src/context/compaction.ts";
import { estimateTokens } from "../../src/context/tokens.ts";
import type { BackendEvent } from "../../src/model/backend.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import { changed } from "../../src/model/history-change.ts";
import type { Message } from "../../src/model/message.ts";
import type { CompactionForm } from "../../src/model/settings.ts";
import { call, calls, type FakeBackend, fakeBackend, says } from "../support/fake-backend.ts";
import { assertSettled } from "../support/strict-history.ts";

const words = "warp and weft ".repeat(40);
const history: readonly Message[] = Array.from({ length: 10 }, (_, at): Message[] => [
  { role: "user", text: `prompt ${at} ${words}` },
  { role: "assistant", parts: [{ type: "text", text: `answer ${at} ${words}` }] },
]).flat();

const failing = (kind: "context-overflow" | "other" | "overloaded"): readonly BackendEvent[] => [
  { type: "failed", failure: { kind, message: "The mill stands still." } },
];

interface Setting {
  readonly form?: CompactionForm;
  readonly focus?: string;
  readonly spent?: string;
  readonly reason?: CompactReason;
  readonly target?: number;
}

function makeCompactor(backend: FakeBackend, setting: Setting = {}) {
  const { form = "summarize", focus, spent, reason = "threshold", target = 1000 } = setting;
  const events: AgentEvent[] = [];
  const abort = new AbortController();
  const compact = createCompactor({
    backend,
    form,
    emit: (event) => events.push(event),
    retry: { sleep: async () => {}, random: () => 0, baseMs: 1 },
    budget: { spent: () => spent },
    ...(focus !== undefined && { focus }),
  });
  const options = { target, estimate: estimateTokens, reason, signal: abort.signal };
  return {
    events,
    abort,
    async compact(messages: readonly Message[] = history) {
      const outcome = await compact(messages, options);
      const after = outcome.kind === "compacted" ? changed(messages, outcome.change) : messages;
      assertSettled(after);
      expect(after.findLast(isPrompt)).toEqual(messages.findLast(isPrompt));
      return { outcome, after };
    },
  };
}

describe("a summary by the model", () => {
  it("is asked for without tools, in few tokens, and counted", async () => {
    const backend = fakeBackend([
      { type: "usage", usage: { input: 900, output: 9, cacheRead: 0, cacheWrite: 0 } },
      ...says("They wove."),
    ]);
    const { compact, events } = makeCompactor(backend, { focus: "the pattern" });
    const { after } = await compact();
    expect(backend.requests).toMatchObject([{ tools: [], maxTokens: 4096, temperature: 0 }]);
    expect(JSON.stringify(backend.requests)).toContain("above all to be kept: the pattern");
    expect(after.slice(0, 2)).toMatchObject([
      { text: `prompt 0 ${words}` },
      { text: "[CONTEXT SUMMARY]\nThey wove.\n[END CONTEXT SUMMARY]", summary: true },
    ]);
    expect(events).toMatchObject([
      { type: "compacting", messages: 13 },
      { type: "usage", usage: { input: 900 } },
    ]);
  });

  it("is tried again as any request is, and nothing of it is shown as an answer", async () => {
    const backend = fakeBackend(failing("overloaded"), says("They wove."));
    const { compact, events } = makeCompactor(backend);
    expect((await compact()).outcome.kind).toBe("compacted");
    expect(events.map(({ type }) => type)).toEqual(["compacting", "retrying", "compacting", "usage"]);
  });

  it.each([
    ["nothing", says("")],
    ["blanks", says(" \n ")],
    ["more than there was", says("loom ".repeat(9000))],
    ["a call of a tool", calls(call("bash", "c1"))],
    ["text and a call", [...says("Let me see."), ...calls(call("bash", "c1"))].filter((_, at) => at !== 3)],
    ["a refusal", says("No.", "refusal")],
    ["that its window is full", says("", "context-exceeded")],
    ["that the request is too long", failing("context-overflow")],
  ] as const)("gives way to lines when the model answers with %s", async (_name, script) => {
    const backend = fakeBackend(script);
    const { compact } = makeCompactor(backend);
    const { after } = await compact();
    expect(after.find(isSummary)).toMatchObject({ role: "system" });
    expect(estimateTokens(after)).toBeLessThan(estimateTokens(history));
    expect(backend.requests).toHaveLength(1);
  });

  it("leaves everything as it was, with a reason, when it fails where there is time (C18)", async () => {
    const { compact } = makeCompactor(fakeBackend(failing("other")));
    expect((await compact()).outcome).toEqual({
      kind: "unchanged",
      problem: "Compaction failed: The mill stands still. Falling back to history trimming.",
    });
  });

  it("gives way to lines when it fails where there is none", async () => {
    const { compact } = makeCompactor(fakeBackend(failing("other")), { reason: "limit" });
    expect((await compact()).after.find(isSummary)).toMatchObject({ role: "system" });
  });

  it("is not asked for again in a turn where it fell short of the target", async () => {
    const backend = fakeBackend(says("They wove."));
    const { compact } = makeCompactor(backend, { target: 10 });
    const { after } = await compact();
    await compact([...after, ...history]);
    expect(backend.requests).toHaveLength(1);
  });

  it("folds the summary before it into itself (C15)", async () => {
    const backend = fakeBackend(says("They wove."), says("They wove twice."));
    const { compact } = makeCompactor(backend, { target: 5000 });
    const { after } = await compact([...(await compact()).after, ...history]);
    expect(after.filter(isSummary)).toMatchObject([{ text: expect.stringContaining("They wove twice.") }]);
    expect(JSON.stringify(backend.requests[1])).toContain("[earlier summary]: They wove.");
  });

  it("is not made of what is too recent, and nothing else is", async () => {
    const backend = fakeBackend(says("They wove."));
    const { outcome } = await makeCompactor(backend, { target: 1 }).compact(history.slice(0, 7));
    expect(outcome).toEqual({ kind: "unchanged" });
    expect(backend.requests).toHaveLength(0);
  });

  it("ends when it is stopped", async () => {
    const backend = fakeBackend(says("They wove."));
    const { compact, abort } = makeCompactor(backend);
    abort.abort();
    expect((await compact()).outcome).toEqual({ kind: "unchanged" });
  });
});

describe("who is asked", () => {
  it.each([
    ["the model, where a summary is wanted", {}, 1],
    ["the model, where the mode is made of summaries", { form: "mechanical", reason: "threshold" }, 1],
    ["the model, where the user says what to keep", { form: "mechanical", reason: "asked", focus: "x" }, 1],
    ["nobody, where a rule is enough", { form: "mechanical", reason: "limit" }, 0],
    ["nobody, once the money is spent", { spent: "All is spent." }, 0],
    ["nobody, where nothing is to be done unasked", { form: "off", reason: "limit" }, 0],
  ] as const)("%s", async (_name, setting, requests) => {
    const backend = fakeBackend(says("They wove."));
    await makeCompactor(backend, setting).compact();
    expect(backend.requests).toHaveLength(requests);
  });

  it("no agent with tools of its own: it would set to work", async () => {
    const backend = { ...fakeBackend(says("They wove.")), ownTools: true } as const;
    const { after } = await makeCompactor(backend, { reason: "limit" }).compact();
    expect(backend.requests).toHaveLength(0);
    expect(after.find(isSummary)).toMatchObject({ role: "system" });
  });

  it("is done when the user asks, whatever is set, and goes beyond the target", async () => {
    const asked = { form: "off", reason: "asked", target: 1e9 } as const;
    const { after } = await makeCompactor(fakeBackend(), asked).compact();
    expect(after.filter(isPrompt)).toHaveLength(3);
  });
});

describe("the lines", () => {
  it("stand for old calls too where the last turns alone are too long", async () => {
    const rounds = Array.from({ length: 12 }, (_, at): Message[] => [
      { role: "assistant", parts: [{ type: "tool-call", call: call("bash", `c${at}`) }] },
      { role: "tool", result: { callId: `c${at}`, name: "bash", output: `${at} ${words}`, isError: false } },
    ]);
    const long: Message[] = [{ role: "user", text: "Weave." }, ...rounds.flat()];
    const { compact } = makeCompactor(fakeBackend(), { form: "mechanical", reason: "limit", target: 800 });
    const { after } = await compact(long);
    expect(estimateTokens(after)).toBeLessThanOrEqual(800);
    expect(after[1]).toBe(long[0]);
    expect(after.slice(-6)).toEqual(long.slice(-6));
  });

  it("are told with what was and what is", async () => {
    const { compact } = makeCompactor(fakeBackend(), { form: "mechanical", reason: "limit" });
    const { outcome, after } = await compact();
    if (outcome.kind !== "compacted") throw new Error("not compacted");
    expect(compactedEvent(history, outcome.change, estimateTokens)).toEqual({
      type: "compacted",
      messages: 14,
      before: estimateTokens(history),
      after: estimateTokens(after),
    });
  });
});
