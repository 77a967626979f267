import { describe, expect, test } from "vitest";
import { createChatReader } from "../../src/backends/openai-chat-stream.ts";

const author = { baseUrl: "http://host/v1", model: "m" };
const delta = (fields: object, finish_reason: unknown = null) => ({
  choices: [{ delta: fields, finish_reason }],
});
const end = (finish: unknown) => delta({}, finish);
const fragment = (call: object) => delta({ tool_calls: [call] });

function read(...chunks: readonly unknown[]) {
  const reader = createChatReader(author, new Set(["taken"]));
  const told = chunks.flatMap((chunk) => reader.read(chunk));
  const conclusion = reader.conclude();
  const events = conclusion.kind === "done" ? conclusion.events : [];
  return {
    told,
    state: conclusion.kind,
    stop: conclusion.kind === "done" ? conclusion.stop : undefined,
    calls: events.flatMap((event) => (event.type === "tool-call" ? [event.call] : [])),
    blocks: events.flatMap((event) => (event.type === "reasoning-block" ? [event.part] : [])),
    isComplete: reader.isComplete(),
  };
}

describe("how it ends", () => {
  test.each([
    ["stop", "end"],
    ["eos", "end"],
    ["length", "max-tokens"],
    ["content_filter", "refusal"],
    ["invented_tomorrow", "end"],
    ["__proto__", "end"],
  ])("the finish reason %j means %s", (finish, stop) => {
    expect(read(end(finish)).stop).toBe(stop);
  });

  test.each(["stop", "tool_calls", "function_call", "eos"])(
    "calls are to be run after %j as well",
    (finish) => {
      expect(
        read(fragment({ index: 0, id: "c", function: { name: "f", arguments: "{}" } }), end(finish)).stop,
      ).toBe("tool-use");
    },
  );

  test("without a finish reason it is open", () => {
    expect(read().state).toBe("not-begun");
    expect(read({}).state).toBe("not-begun");
    expect(read({ choices: [] }).state).toBe("open");
    expect(read(delta({ content: "a" })).state).toBe("open");
    expect(read(end(null)).state).toBe("open");
  });

  test("a refusal is told, and is one", () => {
    const { told, stop } = read(delta({ refusal: "I " }), delta({ refusal: "won't" }), end("stop"));
    expect(told).toEqual([
      { type: "text", text: "I " },
      { type: "text", text: "won't" },
    ]);
    expect(stop).toBe("refusal");
  });

  test("it is complete with the usage after the end, not before", () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    expect(read(end("stop")).isComplete).toBe(false);
    expect(read({ ...delta({ content: "a" }), usage }, end("stop")).isComplete).toBe(false);
    expect(read(end("stop"), { choices: [], usage }).isComplete).toBe(true);
    expect(read({ ...end("stop"), usage }).isComplete).toBe(true);
    expect(read(end("stop"), { choices: [], usage: null }).isComplete).toBe(false);
  });
});

describe("what means nothing", () => {
  test.each([
    ["no object", [5, null, "x", []]],
    ["choices that are none", [{ choices: "x" }, { choices: [5, null] }, { choices: [{}] }]],
    ["deltas that are none", [{ choices: [{ delta: 5 }] }, delta({ content: 5, refusal: {} })]],
    ["fragments that are none", [delta({ tool_calls: "x" }), delta({ tool_calls: [null, 5] })]],
    ["another choice", [{ choices: [{ delta: {} }, { delta: { content: "second" } }] }]],
  ])("%s", (_what, chunks) => {
    const { told, calls } = read(...chunks, end("stop"));
    expect({ told, calls }).toEqual({ told: [], calls: [] });
  });
});

describe("content in parts", () => {
  test("is text and thoughts", () => {
    const content = [
      { type: "thinking", thinking: [{ type: "text", text: "Hm" }] },
      { type: "text", text: "Yes" },
    ];
    expect(read(delta({ content })).told).toEqual([
      { type: "reasoning", text: "Hm" },
      { type: "text", text: "Yes" },
    ]);
  });

  test("may come as a whole message", () => {
    const message = { role: "assistant", content: "Yes" };
    expect(read({ choices: [{ message, finish_reason: "stop" }] })).toMatchObject({
      told: [{ type: "text", text: "Yes" }],
      stop: "end",
    });
  });
});

describe("calls", () => {
  const f = (name: string, args?: unknown) => ({ function: { name, arguments: args } });
  const more = (args: string) => ({ function: { arguments: args } });
  const both = [
    { name: "f", input: { a: 1 } },
    { name: "g", input: { b: 2 } },
  ];
  const briefly = (...chunks: readonly unknown[]) =>
    read(...chunks, end("tool_calls")).calls.map(({ name, input }) => ({ name, input }));

  test.each<[string, readonly object[]]>([
    [
      "with an index, interleaved",
      [
        { index: 0, id: "x", ...f("f", "") },
        { index: 1, id: "y", ...f("g", '{"b"') },
        { index: 0, ...more('{"a":1}') },
        { index: 1, ...more(":2}") },
      ],
    ],
    [
      "without an index, with ids",
      [
        { id: "x", ...f("f", '{"a"') },
        more(":1}"),
        { id: "y", ...f("g", "") },
        { id: "y", ...more('{"b":2}') },
      ],
    ],
    ["without an index or ids", [f("f", '{"a"'), more(":1}"), f("g", '{"b":2}')]],
    ["all with the same index, with ids", [0, 1].map((at) => ({ index: 0, id: `${at}`, ...fg(at) }))],
    ["all with the same index, without ids", [0, 1].map((at) => ({ index: 0, ...fg(at) }))],
    ["with an index that is null", [0, 1].map((at) => ({ index: null, id: `${at}`, ...fg(at) }))],
    ["with arguments that are objects", [f("f", { a: 1 }), f("g", { b: 2 })]],
    [
      "with the name and the id in every fragment",
      [
        { index: 0, id: "x", ...f("f", '{"a"') },
        { index: 0, id: "x", ...f("f", ":1}") },
        { index: 0, id: "x", ...f("f", "") },
        { index: 1, id: "y", ...f("g", '{"b":2}') },
      ],
    ],
    [
      "with the name in every fragment",
      [f("f", '{"a"'), f("f", ":1}"), f("f", ""), f("g", '{"b"'), f("g", ":2}")],
    ],
  ])("%s", (_what, fragments) => {
    expect(briefly(...fragments.map(fragment))).toEqual(both);
    expect(briefly(delta({ tool_calls: fragments }))).toEqual(both);
  });

  function fg(at: number) {
    return at === 0 ? f("f", '{"a":1}') : f("g", '{"b":2}');
  }

  test("the same call twice without ids is two calls", () => {
    expect(briefly(fragment(f("f", '{"a":1}')), fragment(f("f", '{"a":1}')))).toEqual([both[0], both[0]]);
  });

  test("ids are made where there are none, and made different where they are not", () => {
    const ids = (...given: readonly (string | undefined)[]) =>
      read(...given.map((id, index) => fragment({ index, id, ...f("f", "{}") })), end("stop")).calls.map(
        ({ id }) => id,
      );
    expect(ids(undefined, "", "call_1")).toEqual(["call_1", "call_2", "call_1_2"]);
    expect(ids("same", "same", "taken")).toEqual(["same", "same_2", "taken_2"]);
  });

  test("a flood of calls without ids is numbered in one pass", () => {
    const flood = Array.from({ length: 30_000 }, (_, index) => fragment({ index, ...f("f", "{}") }));
    const ids = read(...flood, end("stop")).calls.map(({ id }) => id);
    expect(new Set(ids).size).toBe(30_000);
    expect(ids.at(-1)).toBe("call_30000");
  });

  const problem = "the arguments were cut off at the token limit";
  test.each(["", '{"path":"a","cmd":"rm -rf /tmp/foo'])("at the token limit %j is malformed", (raw) => {
    const whole = fragment({ index: 0, id: "c0", ...f("f", '{"a":1}') });
    expect(read(whole, fragment({ index: 1, id: "c1", ...f("g", raw) }), end("length")).calls).toEqual([
      { id: "c0", name: "f", input: { a: 1 } },
      { id: "c1", name: "g", input: {}, malformed: { raw, problem } },
    ]);
  });

  test("at the token limit a complete call stays as it is", () => {
    const { calls, stop } = read(fragment({ index: 0, id: "c", ...f("f", "{}") }), end("length"));
    expect(calls).toEqual([{ id: "c", name: "f", input: {} }]);
    expect(stop).toBe("max-tokens");
  });

  test("arguments that are a list are malformed", () => {
    expect(read(fragment(f("f", ["ls"])), end("stop")).calls[0]?.malformed?.raw).toBe('["ls"]');
  });

  test("the names of object properties are only names", () => {
    const [call] = read(fragment(f("f", '{"__proto__":{"polluted":true}}')), end("stop")).calls;
    expect(Object.getPrototypeOf(call?.input)).toBe(Object.prototype);
    expect(Object.keys(call?.input ?? {})).toEqual(["__proto__"]);
  });
});

describe("what is kept", () => {
  test("nothing, where every field is known", () => {
    const fields = {
      role: "assistant",
      content: "a",
      refusal: null,
      tool_calls: [],
      odd: null,
      none: {},
      no: [],
    };
    expect(read(delta(fields), end("stop")).blocks).toEqual([]);
  });

  test("the reasoning after which nothing came is its text", () => {
    const kept = (message: object) => ({ ...author, message, calls: {} });
    const thought = delta({ reasoning: "Hm" });
    expect(read(thought, thought, end("stop")).blocks).toEqual([
      { type: "reasoning", text: "HmHm", opaque: kept({ reasoning: "HmHm" }) },
    ]);
    expect(read(thought, delta({ content: "Yes" }), end("stop")).blocks).toEqual([
      { type: "reasoning", text: "", opaque: kept({ reasoning: "Hm" }) },
    ]);
  });

  test("a field named like a property of objects is only a field", () => {
    const strange = JSON.parse('{"__proto__":{"polluted":true}}');
    const [part] = read(delta(strange), end("stop")).blocks;
    expect(JSON.stringify(part?.opaque)).toContain('"__proto__":{"polluted":true}');
    expect(Object.hasOwn({}, "polluted")).toBe(false);
  });
});

describe("usage", () => {
  const usageOf = (usage: unknown) => read({ choices: [], usage }).told;

  test.each([
    [
      { prompt_tokens: 9, completion_tokens: 4 },
      { input: 9, output: 4, cacheRead: 0, cacheWrite: 0 },
    ],
    [
      {
        prompt_tokens: 9,
        completion_tokens: 4,
        prompt_tokens_details: { cached_tokens: 5, cache_write_tokens: 1 },
      },
      { input: 3, output: 4, cacheRead: 5, cacheWrite: 1 },
    ],
    [
      { prompt_tokens: 9, completion_tokens: 4, prompt_cache_hit_tokens: 2 },
      { input: 7, output: 4, cacheRead: 2, cacheWrite: 0 },
    ],
    [{ completion_tokens: 4 }, { input: 0, output: 4, cacheRead: 0, cacheWrite: 0 }],
    [
      { prompt_tokens: 3, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 50 } },
      { input: 0, output: 4, cacheRead: 3, cacheWrite: 0 },
    ],
  ])("%j", (usage, expected) => {
    expect(usageOf(usage)).toEqual([{ type: "usage", usage: expected }]);
  });

  test.each([undefined, null, {}, 5, { prompt_tokens: "9" }, { completion_tokens: -1 }])(
    "%j is no report",
    (usage) => {
      expect(usageOf(usage)).toEqual([]);
    },
  );
});
