import { describe, expect, test } from "vitest";
import { createResponsesReader } from "../../src/backends/openai-responses-stream.ts";

const event = (type: string, fields: object = {}) => ({ type: `response.${type}`, ...fields });
const completed = (response: object = {}) => event("completed", { response });
const incomplete = (reason: string) => event("incomplete", { response: { incomplete_details: { reason } } });
const added = (at: number, item: object) => event("output_item.added", { output_index: at, item });
const done = (at: number, item: object) => event("output_item.done", { output_index: at, item });
const argument = (at: number, delta: string) =>
  event("function_call_arguments.delta", { output_index: at, delta });
const call = (fields: object = {}) => ({ type: "function_call", call_id: "c1", name: "f", ...fields });
const said = (at: number, delta: string) => event("output_text.delta", { output_index: at, delta });
const message = (text: string, fields: object = {}) => ({
  type: "message",
  content: [{ type: "output_text", text }],
  ...fields,
});

function read(...events: readonly unknown[]) {
  const reader = createResponsesReader("m", new Set(["taken"]));
  const told = events.flatMap((raw) => reader.read(raw));
  const conclusion = reader.conclude();
  return {
    told,
    state: conclusion.kind,
    stop: conclusion.kind === "done" ? conclusion.stop : undefined,
    calls: (conclusion.kind === "done" ? conclusion.events : []).flatMap((last) =>
      last.type === "tool-call" ? [last.call] : [],
    ),
  };
}

describe("how it ends", () => {
  test("by what is said of it, or by what it holds", () => {
    expect(read(completed()).stop).toBe("end");
    expect(read(done(0, call({ arguments: "{}" })), completed()).stop).toBe("tool-use");
    expect(read(incomplete("max_output_tokens")).stop).toBe("max-tokens");
    expect(read(incomplete("content_filter")).stop).toBe("refusal");
    expect(read(incomplete("invented_tomorrow")).stop).toBe("max-tokens");
    expect(read(event("refusal.delta", { output_index: 0, delta: "No" }), completed())).toMatchObject({
      told: [{ type: "text", text: "No" }],
      stop: "refusal",
    });
  });

  test("not before its last event", () => {
    expect(read().state).toBe("not-begun");
    expect(read({ type: "ping" }, 5, null).state).toBe("not-begun");
    expect(read(event("created")).state).toBe("open");
    expect(read(said(0, "a")).state).toBe("open");
  });

  test("once: nothing after it counts", () => {
    expect(read(completed(), said(0, "late"), event("failed")).told).toEqual([]);
  });

  test("with a failure that says what it was", () => {
    const error = { code: "server_error", message: "because" };
    const reader = createResponsesReader("m", new Set());
    reader.read(event("failed", { response: { error } }));
    expect(reader.conclude()).toEqual({ kind: "failed", error });
  });
});

describe("calls", () => {
  test("are put together from their pieces", () => {
    const { calls } = read(
      added(0, call({ arguments: "" })),
      added(1, call({ call_id: "c2", name: "g" })),
      argument(1, '{"b"'),
      argument(0, '{"a":1}'),
      argument(1, ":2}"),
      completed(),
    );
    expect(calls).toEqual([
      { id: "c1", name: "f", input: { a: 1 } },
      { id: "c2", name: "g", input: { b: 2 } },
    ]);
  });

  test("are taken whole where they come whole", () => {
    expect(read(done(0, call({ arguments: '{"a":1}' })), completed()).calls[0]?.input).toEqual({ a: 1 });
    expect(read(done(0, call({ arguments: { a: 1 } })), completed()).calls[0]?.input).toEqual({ a: 1 });
    const output = [call({ arguments: '{"a":1}' })];
    expect(read(completed({ output })).calls[0]?.input).toEqual({ a: 1 });
    const pieces = [added(0, call()), argument(0, '{"a":1}'), done(0, call())];
    expect(read(...pieces, completed()).calls[0]?.input).toEqual({ a: 1 });
  });

  test("are told once, although the last event repeats them", () => {
    const whole = call({ arguments: "{}" });
    expect(read(added(0, call()), done(0, whole), completed({ output: [whole] })).calls).toHaveLength(1);
  });

  test("have ids that differ", () => {
    const ids = read(
      done(0, call({ call_id: "taken" })),
      done(1, call({ call_id: undefined, id: "fc_1" })),
      done(2, call({ call_id: undefined })),
      completed(),
    ).calls.map(({ id }) => id);
    expect(ids).toEqual(["taken_2", "fc_1", "call_1"]);
  });

  test.each(["", '{"cmd":"rm -rf /tmp/foo', "{}"])("at the token limit %j is malformed", (raw) => {
    const { calls, stop } = read(
      done(0, call({ arguments: raw, status: "incomplete" })),
      incomplete("max_output_tokens"),
    );
    const problem = "the arguments were cut off at the token limit";
    expect(calls).toEqual([{ id: "c1", name: "f", input: {}, malformed: { raw, problem } }]);
    expect(stop).toBe("max-tokens");
  });
});

describe("text and reasoning", () => {
  test("are told once, in pieces or whole", () => {
    const output = [message("Hello")];
    const once = [{ type: "text", text: "Hello" }];
    expect(read(said(0, "Hello"), done(0, message("Hello")), completed({ output })).told).toEqual(once);
    expect(read(done(0, message("Hello")), completed({ output })).told).toEqual(once);
    expect(read(completed({ output })).told).toEqual(once);
  });

  test("reasoning that cannot be sent back is only shown", () => {
    const item = { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm" }] };
    expect(read(done(0, item)).told).toEqual([{ type: "reasoning", text: "Hm" }]);
    expect(read(done(0, { ...item, encrypted_content: null })).told).toHaveLength(1);
  });

  test("reasoning without a text is kept", () => {
    const item = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "enc" };
    expect(read(done(0, item)).told).toEqual([
      {
        type: "reasoning-block",
        part: { type: "reasoning", text: "", opaque: { model: "m", reasoning: item } },
      },
    ]);
  });

  test("plain reasoning comes in its own words", () => {
    const piece = (delta: string) =>
      event("reasoning_text.delta", { output_index: 0, content_index: 0, delta });
    expect(read(piece("H"), piece("m")).told).toEqual([
      { type: "reasoning", text: "H" },
      { type: "reasoning", text: "m" },
    ]);
  });
});

test.each([
  ["unknown events", [event("future"), { type: "constructor" }, {}]],
  [
    "parts that are missing",
    ["output_item.added", "output_item.done", "output_text.delta"].map((t) => event(t)),
  ],
  ["unknown items", [added(0, { type: "web_search_call" }), done(0, { type: "web_search_call" })]],
  ["arguments of no call", [argument(7, "{}")]],
])("%s mean nothing", (_what, events) => {
  const { told, calls } = read(...events, completed());
  expect({ told, calls }).toEqual({ told: [], calls: [] });
});
