/** What a server for speech offers and answers, which may be anything. */
import { describe, expect, it } from "vitest";
import type { CallResult } from "../../../src/tools/mcp/result-text.ts";
import { readStart, readStatus, readUpdates } from "../../../src/tools/voice/stt-replies.ts";
import { findStt } from "../../../src/tools/voice/stt-tools.ts";
import { readCases } from "../../support/cases.ts";

const text = (value: string): CallResult => ({ content: [{ type: "text", text: value }] });
const json = (value: unknown) => text(JSON.stringify(value));
const heard = (...events: readonly unknown[]) => json({ status: "running", events });
const offer = (server: string, ...names: readonly string[]) => ({
  server,
  tools: names.map((ownName) => ({ ownName, schema: { properties: { source: {}, chunk_seconds: {} } } })),
});
const all = ["stt_start_session", "stt_get_updates", "stt_stop_session", "stt_get_session"];

describe("the server for speech", () => {
  it("is the first with all the tools it takes, by the ends of their names", () => {
    const found = findStt([
      offer("a", "stt_start_session"),
      offer("b", ...all.map((name) => `x__${name}`)),
      offer("c", ...all),
    ]);
    expect(found).toMatchObject({
      kind: "found",
      stt: { server: "b", tools: { start: "x__stt_start_session" }, parameters: ["source", "chunk_seconds"] },
    });
  });

  it("can do without telling of the session", () => {
    expect(findStt([offer("a", ...all.slice(0, 3))])).toMatchObject({
      kind: "found",
      stt: { tools: { start: all[0], updates: all[1], stop: all[2] } },
    });
  });

  it("is missing with the names of what is missing, of the nearest one (tools-needed)", () => {
    expect(findStt([])).toEqual({ kind: "missing", tools: all });
    expect(findStt([offer("a"), offer("b", ...all.slice(0, 2))])).toEqual({
      kind: "missing",
      tools: all.slice(2),
    });
    expect(findStt([offer("a", "my_stt_start_session")])).toEqual({ kind: "missing", tools: all });
  });
});

describe("the beginning of a session", () => {
  it.each([
    ["as JSON", json({ session_id: " s " })],
    ["in a fence (fenced-json)", text('```json\n{"session_id":"s"}\n```')],
    ["with words around it", text('Started: {"session_id":"s"}.')],
    ["as structured content", { ...text("Session started."), structuredContent: { session_id: "s" } }],
  ])("is read %s", (_, result) => {
    expect(readStart(result)).toBe("s");
  });

  it.each([
    ["no id (no-session-id)", json({}), "start response missing session_id"],
    ["an id that is none", json({ session_id: 7 }), "start response missing session_id"],
    ["an endless id", json({ session_id: "x".repeat(5000) }), "start response missing session_id"],
    ["nothing", {}, "The answer of the server is not a JSON object"],
    ["a list", json([1]), "The answer of the server is not a JSON object"],
    [
      "an error",
      { ...text("no microphone\u001b[2J"), isError: true },
      "The server reports an error: no microphone[2J",
    ],
  ])("is refused: %s", (_, result, reason) => {
    expect(() => readStart(result as CallResult)).toThrow(reason);
  });
});

describe("what was heard", () => {
  it("is kept in order, trimmed, without what is empty or was seen (events, dup-seq)", () => {
    const events = [
      { seq: 1, type: "provisional_text", text: "hel" },
      { seq: 2, type: "stable_text", text: "hello" },
      { seq: 3, type: "utterance_final", text: " hello there " },
      { seq: 3, type: "utterance_final", text: "again" },
      { seq: 4, type: "warning", message: "x" },
      { seq: 5, type: "utterance_final", text: "   " },
      { seq: 6, type: "new-fangled" },
    ];
    const { events: read, lastSeq } = readUpdates(heard(...events), 1);
    expect(read).toEqual([
      { kind: "partial", text: "hello" },
      { kind: "final", text: "hello there" },
      { kind: "problem", text: "x" },
    ]);
    expect(lastSeq).toBe(6);
  });

  it("has nothing in it that nobody sees, and an end", () => {
    const hidden = String.fromCodePoint(0x1b, 0x202e, 0xe0041, 0x200b);
    const { events } = readUpdates(
      heard({ seq: 1, type: "utterance_final", text: `${hidden}hi${"x".repeat(50_000)}` }),
      0,
    );
    expect(events[0]?.text.slice(0, 3)).toBe("hix");
    expect(events[0]?.text.length).toBeLessThan(10_100);
  });

  it.each([
    ["no events", json({ status: "running" })],
    ["events without a number", heard({ type: "utterance_final", text: "a" })],
    ["events that are none", heard("hello")],
    [
      "more than anybody can say",
      heard(...Array.from({ length: 2000 }, (_, seq) => ({ seq, type: "info" }))),
    ],
  ])("is no use: %s", (_, result) => {
    expect(() => readUpdates(result, 0)).toThrow("The answer of the server is not a list of what was heard");
  });
});

describe("the state of a session", () => {
  it("is read as far as it is told (status-shape)", () => {
    const { cases } = readCases("voice");
    const shape = cases.find(({ id }) => id === "status-shape")?.input ?? {
      status: "running",
      next_seq: 1,
      stable_chunk_count: 2,
      error_count: 0,
      latest_transcript: "hello",
    };
    expect(readStatus(json(shape))).toEqual({
      status: "running",
      nextSeq: 1,
      stable: 2,
      errors: 0,
      latest: "hello",
    });
    expect(readStatus(json({ next_seq: "x" }))).toMatchObject({ status: "unknown", nextSeq: 0, latest: "" });
  });
});
