import { describe, expect, test } from "vitest";
import { createStreamReader } from "../../src/backends/anthropic-stream.ts";

const start = {
  type: "message_start",
  message: { id: "msg_7", usage: { input_tokens: 3, output_tokens: 1 } },
};
const stop = { type: "message_stop" };
const ending = (stop_reason: unknown) => ({ type: "message_delta", delta: { stop_reason }, usage: {} });
const opened = (index: number, content_block: object) => ({
  type: "content_block_start",
  index,
  content_block,
});
const delta = (index: number, piece: object) => ({ type: "content_block_delta", index, delta: piece });
const closed = (index: number) => ({ type: "content_block_stop", index });
const json = (index: number, partial_json: string) =>
  delta(index, { type: "input_json_delta", partial_json });
const tool = (index: number, rest: object = {}) =>
  opened(index, { type: "tool_use", id: `c${index}`, name: "bash", input: {}, ...rest });

function read(...events: readonly unknown[]) {
  const reader = createStreamReader("model-1");
  const told = events.flatMap((event) => reader.read(event)).filter(({ type }) => type !== "usage");
  return { told, state: reader.state() };
}

describe("how it ends", () => {
  test.each([
    ["end_turn", "end"],
    ["stop_sequence", "end"],
    ["tool_use", "tool-use"],
    ["max_tokens", "max-tokens"],
    ["pause_turn", "paused"],
    ["refusal", "refusal"],
    ["model_context_window_exceeded", "context-exceeded"],
    ["invented_tomorrow", "end"],
    ["__proto__", "end"],
    [null, "end"],
  ])("the stop reason %j means %s", (reason, expected) => {
    expect(read(start, ending(reason), stop).state).toEqual({ kind: "done", stop: expected });
  });

  test("without a reason, calls are there to be run", () => {
    expect(read(start, tool(0), closed(0), stop).state).toEqual({ kind: "done", stop: "tool-use" });
  });

  test("it is done at message_stop and not before", () => {
    expect(read().state).toEqual({ kind: "not-begun" });
    expect(read({ type: "ping" }).state).toEqual({ kind: "not-begun" });
    expect(read(start).state).toEqual({ kind: "open" });
    expect(read(start, ending("end_turn")).state).toEqual({ kind: "open" });
  });
});

describe("what means nothing", () => {
  test.each([
    ["no object", [5, null, "x", []]],
    ["unknown types", [{ type: "future_event", index: 0 }, { type: "constructor" }, {}]],
    ["an unknown block", [opened(0, { type: "server_tool_use", name: "x" }), json(0, "{}"), closed(0)]],
    ["an unknown delta", [opened(0, { type: "text" }), delta(0, { type: "citations_delta", citation: {} })]],
    ["a delta for no block", [delta(4, { type: "text_delta", text: "lost" }), closed(4)]],
    [
      "parts that are missing",
      [
        { type: "message_start" },
        { type: "content_block_start" },
        { type: "content_block_delta" },
        { type: "message_delta" },
      ],
    ],
    [
      "a text that is not one",
      [opened(0, { type: "text", text: 5 }), delta(0, { type: "text_delta", text: {} })],
    ],
  ])("%s", (_what, events) => {
    expect(read(...events).told).toEqual([]);
  });
});

describe("reasoning", () => {
  const thinking = opened(0, { type: "thinking", thinking: "", signature: "", extra: 1 });
  const thought = delta(0, { type: "thinking_delta", thinking: "hm" });

  test("a signed block is kept whole, with unknown fields", () => {
    const signature = delta(0, { type: "signature_delta", signature: "s" });
    const block = { type: "thinking", thinking: "hm", signature: "s", extra: 1 };
    expect(read(start, thinking, thought, signature, closed(0)).told).toEqual([
      { type: "reasoning", text: "hm" },
      {
        type: "reasoning-block",
        part: { type: "reasoning", text: "hm", opaque: { model: "model-1", block } },
      },
    ]);
  });

  test("without a signature it is only shown", () => {
    expect(read(start, thinking, thought, closed(0)).told).toEqual([{ type: "reasoning", text: "hm" }]);
  });

  test("hidden thinking has a signature and no text", () => {
    const hidden = opened(0, { type: "thinking", thinking: "", signature: "s" });
    expect(read(start, hidden, closed(0)).told).toMatchObject([
      { type: "reasoning-block", part: { text: "" } },
    ]);
  });
});

describe("calls", () => {
  const calls = (...events: readonly unknown[]) =>
    read(start, ...events).told.flatMap((event) => (event.type === "tool-call" ? [event.call] : []));

  test("interleaved blocks do not mix", () => {
    const found = calls(
      tool(0),
      tool(1),
      json(1, '{"b"'),
      json(0, '{"a":1}'),
      json(1, ":2}"),
      closed(0),
      closed(1),
      stop,
    );
    expect(found.map(({ input }) => input)).toEqual([{ a: 1 }, { b: 2 }]);
  });

  test("a call comes before the text that follows it", () => {
    const text = opened(1, { type: "text", text: "after" });
    const { told } = read(start, tool(0), closed(0), text, closed(1), stop);
    expect(told.map(({ type }) => type)).toEqual(["tool-call", "text"]);
  });

  test("arguments may come with the start of the block", () => {
    expect(calls(tool(0, { input: { a: 1 } }), closed(0), stop)[0]?.input).toEqual({ a: 1 });
  });

  test("a call without an id gets one of its own", () => {
    const found = calls(tool(0, { id: undefined }), closed(0), tool(1, { id: "" }), closed(1), stop);
    expect(found.map(({ id }) => id)).toEqual(["msg_7_0", "msg_7_1"]);
  });

  test("an id that an earlier call has gets a number", () => {
    const reader = createStreamReader("model-1", new Set(["c0", "c0_2"]));
    const told = [start, tool(0), closed(0), tool(1), closed(1), stop].flatMap((event) => reader.read(event));
    const ids = told.flatMap((event) => (event.type === "tool-call" ? [event.call.id] : []));
    expect(ids).toEqual(["c0_3", "c1"]);
  });

  test("arguments that never end are too long", () => {
    const reader = createStreamReader("model-1");
    reader.read(tool(0));
    const piece = json(0, "x".repeat(1_000_000));
    expect(() => Array.from({ length: 20 }, () => reader.read(piece))).toThrow(SyntaxError);
  });

  test("arguments that are nested too deeply are malformed", () => {
    const deep = `${'{"a":'.repeat(300)}1${"}".repeat(300)}`;
    const { told } = read(start, tool(0), json(0, deep), closed(0), stop);
    expect(told).toMatchObject([
      { call: { input: {}, malformed: { problem: "the arguments are nested too deeply" } } },
    ]);
  });

  test("a block left open is finished with the message", () => {
    expect(calls(tool(0), json(0, '{"a":1}'), stop)[0]).toEqual({ id: "c0", name: "bash", input: { a: 1 } });
    expect(calls(tool(0), json(0, '{"a"'), stop)[0]?.malformed?.raw).toBe('{"a"');
  });

  test("a call that the stream never finished is not told", () => {
    expect(calls(tool(0), json(0, '{"a":1}'))).toEqual([]);
  });

  test("the names of object properties are only names", () => {
    const [call] = calls(tool(0), json(0, '{"__proto__":{"polluted":true}}'), closed(0), stop);
    expect(Object.getPrototypeOf(call?.input)).toBe(Object.prototype);
    expect(Object.keys(call?.input ?? {})).toEqual(["__proto__"]);
  });

  const problem = "the arguments were cut off at the token limit";
  test.each([
    ["nothing arrived", ""],
    ["half arrived", '{"path":"a","cmd":"rm -rf /tmp/foo'],
  ])("at the token limit, a last call of which %s is malformed", (_what, raw) => {
    const whole = [tool(0), json(0, '{"path":"a"}'), closed(0)];
    const found = calls(...whole, tool(1), json(1, raw), closed(1), ending("max_tokens"), stop);
    expect(found).toEqual([
      { id: "c0", name: "bash", input: { path: "a" } },
      { id: "c1", name: "bash", input: {}, malformed: { raw, problem } },
    ]);
  });

  test("at the token limit, complete calls stay as they are", () => {
    const found = calls(tool(0), closed(0), tool(1), json(1, "{}"), closed(1), ending("max_tokens"), stop);
    expect(found.map(({ malformed }) => malformed)).toEqual([undefined, undefined]);
  });
});

describe("usage", () => {
  const usages = (...events: readonly unknown[]) => {
    const reader = createStreamReader("m");
    return events
      .flatMap((event) => reader.read(event))
      .flatMap((event) => (event.type === "usage" ? [event.usage] : []));
  };
  const begin = (usage: unknown) => ({ type: "message_start", message: { usage } });
  const change = (usage: unknown) => ({ type: "message_delta", delta: {}, usage });

  test("it is told at the start, for answers that are cancelled, and corrected at the end", () => {
    const first = {
      input_tokens: 9,
      output_tokens: 1,
      cache_read_input_tokens: 5,
      cache_creation_input_tokens: null,
    };
    expect(usages(begin(first), change({ output_tokens: 40, input_tokens: null }))).toEqual([
      { input: 9, output: 1, cacheRead: 5, cacheWrite: 0 },
      { input: 9, output: 40, cacheRead: 5, cacheWrite: 0 },
    ]);
  });

  test.each([
    undefined,
    null,
    {},
    { input_tokens: "9" },
    { output_tokens: -1 },
    { input_tokens: Number.NaN },
  ])("%j is no report", (usage) => {
    expect(usages(begin(usage), change(usage))).toEqual([]);
  });
});
