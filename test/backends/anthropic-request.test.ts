import { expect, test } from "vitest";
import { anthropicBody } from "../../src/backends/anthropic-request.ts";
import type { BackendRequest } from "../../src/model/backend.ts";
import type { AssistantPart, Message } from "../../src/model/message.ts";

const cached = { cache_control: { type: "ephemeral" } };
const user = (text: string): Message => ({ role: "user", text });
const assistant = (...parts: readonly AssistantPart[]): Message => ({ role: "assistant", parts });
const text = (words: string): AssistantPart => ({ type: "text", text: words });
const call = (id: string, name = "bash"): AssistantPart => ({
  type: "tool-call",
  call: { id, name, input: {} },
});
const result = (callId: string, output: string, isError = false): Message => ({
  role: "tool",
  result: { callId, name: "bash", output, isError },
});
const thought = (block: object, model = "m"): AssistantPart => ({
  type: "reasoning",
  text: "",
  opaque: { model, block },
});

function bodyOf(messages: readonly Message[], rest: Partial<BackendRequest> = {}) {
  return anthropicBody({ messages, tools: [], maxTokens: 50, ...rest }, "m");
}

const wire = (...messages: readonly Message[]) => bodyOf(messages).messages;

// Case provider_convert-020.
test("neighbours of one role become one message", () => {
  expect(wire(user("a"), user("b"), assistant(text("c")), assistant(text("d")), user("e"))).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "text", text: "c" },
        { type: "text", text: "d" },
      ],
    },
    { role: "user", content: [{ type: "text", text: "e", ...cached }] },
  ]);
});

test("results come first in the message after their calls, whatever was said in between", () => {
  const messages = wire(
    user("a"),
    assistant(call("1"), call("2")),
    result("1", "x"),
    user("b"),
    result("2", "y", true),
  );
  expect(messages[2]).toEqual({
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "1", content: "x" },
      { type: "tool_result", tool_use_id: "2", content: "y", is_error: true },
      { type: "text", text: "b", ...cached },
    ],
  });
});

test("the cache mark is on the last tool, the system prompt and the last user block, and nowhere else", () => {
  const tool = (name: string) => ({
    name,
    description: `${name}.`,
    schema: { properties: {} },
    confirm: true,
  });
  const messages = [user("a"), assistant(call("1")), result("1", "x"), assistant(text("end"))];
  const body = bodyOf(messages, { system: "Be brief.", tools: [tool("read"), tool("bash")] });
  expect(body.system).toEqual([{ type: "text", text: "Be brief.", ...cached }]);
  expect(body.tools).toEqual([
    { name: "read", description: "read.", input_schema: { type: "object", properties: {} } },
    { name: "bash", description: "bash.", input_schema: { type: "object", properties: {} }, ...cached },
  ]);
  expect(body.messages[2]).toMatchObject({ content: [{ tool_use_id: "1", ...cached }] });
  expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(3);
});

// Case provider_convert-016.
test("what is not set is left out", () => {
  expect(Object.keys(bodyOf([user("a")], { system: " " })).sort()).toEqual([
    "max_tokens",
    "messages",
    "model",
    "stream",
  ]);
});

test("system messages of the history join the system prompt", () => {
  const body = bodyOf([{ role: "system", text: "Summary." }, user("a")], { system: "Be brief." });
  expect(body.system).toEqual([{ type: "text", text: "Be brief.\n\nSummary.", ...cached }]);
  expect(body.messages).toHaveLength(1);
});

test("a history that begins with an answer gets a user message before it", () => {
  expect(wire(assistant(text("a")), user("b")).map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "user",
  ]);
});

test("blank texts are dropped or replaced, since the API refuses them", () => {
  const messages = wire(
    user(" "),
    assistant(text("\n"), call("1")),
    result("1", ""),
    assistant(text(" ")),
    user("b"),
  );
  expect(messages).toMatchObject([
    { role: "user", content: [{ text: "(empty message)" }] },
    { role: "assistant", content: [{ type: "tool_use" }] },
    { role: "user", content: [{ type: "tool_result", content: "(no output)" }, { text: "b" }] },
  ]);
});

test("a malformed call is sent back without arguments", () => {
  const malformed = { raw: '{"a', problem: "cut" };
  const broken: AssistantPart = {
    type: "tool-call",
    call: { id: "1", name: "bash", input: { a: 1 }, malformed },
  };
  expect(wire(user("a"), assistant(broken), result("1", "x"))[1]).toMatchObject({ content: [{ input: {} }] });
});

test("foreign ids and names are made acceptable, alike in call and result", () => {
  const messages = wire(user("a"), assistant(call("x:1/ä", "mcp.tool é")), result("x:1/ä", "ok"));
  expect(messages[1]).toMatchObject({ content: [{ id: "x_1__", name: "mcp_tool__" }] });
  expect(messages[2]).toMatchObject({ content: [{ tool_use_id: "x_1__" }] });
});

test("only reasoning of this model goes back, and never as the end of a message", () => {
  const own = { type: "thinking", thinking: "hm", signature: "s" };
  const parts = [
    thought(own),
    thought(own, "another"),
    thought({ type: "thinking", thinking: "unsigned" }),
    { type: "reasoning", text: "plain" } as const,
    text("so"),
    thought(own),
  ];
  expect(wire(user("a"), assistant(...parts), user("b"))[1]?.content).toEqual([
    own,
    { type: "text", text: "so" },
  ]);
  expect(wire(user("a"), assistant(thought(own)), user("b"))).toHaveLength(1);
});

test("an answer to be continued does not end in white space", () => {
  expect(wire(user("a"), assistant(text("so far \n")))[1]?.content).toEqual([
    { type: "text", text: "so far" },
  ]);
});
