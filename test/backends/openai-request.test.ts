import { describe, expect, test } from "vitest";
import { chatBody } from "../../src/backends/openai-chat-request.ts";
import type { Concession } from "../../src/backends/openai-concessions.ts";
import { responsesBody } from "../../src/backends/openai-responses-request.ts";
import type { BackendRequest } from "../../src/model/backend.ts";
import type { AssistantPart, Message } from "../../src/model/message.ts";

const user = (text: string): Message => ({ role: "user", text });
const assistant = (...parts: readonly AssistantPart[]): Message => ({ role: "assistant", parts });
const text = (words: string): AssistantPart => ({ type: "text", text: words });
const call = (id: string, name = "bash"): AssistantPart => ({
  type: "tool-call",
  call: { id, name, input: {} },
});
const result = (callId: string, output: string): Message => ({
  role: "tool",
  result: { callId, name: "bash", output, isError: false },
});
const options = { baseUrl: "http://host/v1", model: "m", concessions: new Set<Concession>() };

function chat(...messages: readonly Message[]) {
  return chatBody({ messages, tools: [], maxTokens: 50 }, options).messages as Record<string, unknown>[];
}

function input(...messages: readonly Message[]) {
  return responsesBody({ messages, tools: [], maxTokens: 50 }, options).input;
}

describe("results", () => {
  const history = [
    user("a"),
    assistant(call("1"), call("2")),
    result("1", "x"),
    user("b"),
    result("2", ""),
    assistant(text("c")),
    user("d"),
  ];

  test("come right after their calls, whatever was said in between", () => {
    expect(chat(...history).map(({ role, content }) => [role, content])).toEqual([
      ["user", "a"],
      ["assistant", null],
      ["tool", "x"],
      ["tool", "(no output)"],
      ["user", "b"],
      ["assistant", "c"],
      ["user", "d"],
    ]);
    expect(input(...history)).toMatchObject([
      { content: "a" },
      { type: "function_call", call_id: "1" },
      { type: "function_call", call_id: "2" },
      { type: "function_call_output", call_id: "1", output: "x" },
      { type: "function_call_output", call_id: "2", output: "(no output)" },
      { content: "b" },
      { content: "c" },
      { content: "d" },
    ]);
  });
});

describe("ids and names of others", () => {
  const long = `toolu_${"x".repeat(60)}`;

  test("are made acceptable, alike in call and result, and stay different", () => {
    const history = [
      user("a"),
      assistant(call("x:1", "mcp.tool é"), call("x/1"), call(long), call("fine-1")),
      ...["x:1", "x/1", long, "fine-1"].map((id) => result(id, id)),
    ];
    const [, answer, ...results] = chat(...history);
    const calls = answer?.tool_calls as { id: string; function: { name: string } }[];
    const ids = calls.map(({ id }) => id);
    expect(calls[0]?.function.name).toBe("mcp_tool__");
    expect(new Set(ids).size).toBe(4);
    expect(ids.filter((id) => !/^[\w-]{1,40}$/.test(id))).toEqual([]);
    expect(ids[3]).toBe("fine-1");
    expect(results.map(({ tool_call_id: id }) => id)).toEqual(ids);
  });
});

describe("Responses", () => {
  const opaque = (fields: object, model = "m"): AssistantPart => ({
    type: "reasoning",
    text: "",
    opaque: { model, ...fields },
  });
  const reasoning = { type: "reasoning", id: "rs", summary: [], encrypted_content: "enc" };

  test("get no reasoning that led to nothing", () => {
    expect(input(user("a"), assistant(opaque({ reasoning })), user("b"))).toEqual([
      { role: "user", content: "a" },
      { role: "user", content: "b" },
    ]);
    expect(input(user("a"), assistant(opaque({ reasoning }), text("b"), opaque({ reasoning })))).toEqual([
      { role: "user", content: "a" },
      reasoning,
      { role: "assistant", content: "b" },
    ]);
  });

  test.each([
    ["of another model", opaque({ reasoning }, "another")],
    ["that is not encrypted", opaque({ reasoning: { ...reasoning, encrypted_content: null } })],
    ["of another provider", opaque({ block: { type: "thinking", thinking: "x", signature: "s" } })],
    ["in plain words", { type: "reasoning", text: "hm" } as const],
  ])("get no reasoning %s", (_what, part) => {
    expect(input(user("a"), assistant(part, text("b")))).toHaveLength(2);
  });

  test("are not told to reason where the user does not want it", () => {
    const request: BackendRequest = { messages: [user("a")], tools: [], maxTokens: 5 };
    expect(responsesBody(request, { ...options, thinking: "off" }).reasoning).toEqual({ effort: "none" });
    expect(chatBody(request, { ...options, thinking: "off" })).toMatchObject({ reasoning_effort: "none" });
  });
});

test("an empty answer and a blank prompt are accepted", () => {
  expect(chat(user(" "), assistant(), user("b"))).toEqual([
    { role: "user", content: "(empty message)" },
    { role: "assistant", content: "" },
    { role: "user", content: "b" },
  ]);
  expect(input(user(" "), assistant(), user("b"))).toHaveLength(2);
});

test("a malformed call is sent back without arguments", () => {
  const malformed = { raw: '{"a', problem: "cut" };
  const part: AssistantPart = {
    type: "tool-call",
    call: { id: "1", name: "bash", input: { a: 1 }, malformed },
  };
  expect(chat(user("a"), assistant(part), result("1", "x"))[1]).toMatchObject({
    tool_calls: [{ function: { arguments: "{}" } }],
  });
  expect(input(user("a"), assistant(part), result("1", "x"))?.[1]).toMatchObject({ arguments: "{}" });
});
