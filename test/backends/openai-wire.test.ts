import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createOpenAi, type OpenAiAccess } from "../../src/backends/openai.ts";
import type { Send } from "../../src/http/answer.ts";
import type { BackendRequest } from "../../src/model/backend.ts";
import type { AssistantPart, Message } from "../../src/model/message.ts";
import { readAll } from "../contract/read-all.ts";
import { httpAnswer } from "../support/http-answer.ts";
import {
  callItem,
  chatCalls,
  chatEnd,
  chatStart,
  chatText,
  chunk,
  delta,
  type MockOpenAi,
  messageItem,
  openAiError,
  responsesEnd,
  responsesEvent,
  responsesStart,
  responsesText,
  startMockOpenAi,
} from "../support/mock-openai.ts";
import { hangReply, type MockReply, rawReply, statusReply } from "../support/mock-server.ts";

const apiKey = "sk-test-0123456789";
const hi: BackendRequest = { messages: [{ role: "user", text: "hi" }], tools: [], maxTokens: 100 };
const bash = {
  name: "bash",
  description: "Runs.",
  schema: { type: "object", properties: {} },
  confirm: true,
};
const call = { id: "c1", name: "bash", input: { command: "ls" } };
const conversation: BackendRequest = {
  system: "Be brief.",
  tools: [bash],
  maxTokens: 7,
  temperature: 0.2,
  topP: 0.9,
  messages: [
    { role: "system", text: "Summary." },
    { role: "user", text: "go" },
    {
      role: "assistant",
      parts: [
        { type: "text", text: "I will." },
        { type: "tool-call", call },
      ],
    },
    { role: "tool", result: { callId: "c1", name: "bash", output: "a\nb", isError: false } },
    { role: "user", text: "and?" },
  ],
};

let mock: MockOpenAi;
beforeEach(async () => {
  mock = await startMockOpenAi();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await mock.close();
});

const create = (access: Partial<OpenAiAccess> = {}) =>
  createOpenAi({ apiKey, baseUrl: `${mock.url}/v1`, model: "m", ...access });
const ask = async (reply: MockReply, access: Partial<OpenAiAccess> = {}, request = hi) => {
  mock.enqueue(reply);
  return readAll(await create(access), request);
};

describe("a request", () => {
  const common = { model: "m", stream: true };

  test("for chat has a bearer token, and nothing that was not asked for", async () => {
    await ask(chatText(["ok"]));
    expect(mock.requests[0]).toMatchObject({ method: "POST", path: "/v1/chat/completions" });
    expect(mock.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
    });
    expect(mock.requests[0]?.body).toEqual({
      ...common,
      max_tokens: 100,
      stream_options: { include_usage: true },
      messages: [{ role: "user", content: "hi" }],
    });
  });

  test("for chat has everything that was asked for", async () => {
    await ask(chatText(["ok"]), { thinking: "high" }, conversation);
    const wireCall = {
      id: "c1",
      type: "function",
      function: { name: "bash", arguments: '{"command":"ls"}' },
    };
    expect(mock.requests[0]?.body).toEqual({
      ...common,
      max_tokens: 7,
      temperature: 0.2,
      top_p: 0.9,
      reasoning_effort: "high",
      stream_options: { include_usage: true },
      tools: [
        { type: "function", function: { name: "bash", description: "Runs.", parameters: bash.schema } },
      ],
      messages: [
        { role: "system", content: "Be brief.\n\nSummary." },
        { role: "user", content: "go" },
        { role: "assistant", content: "I will.", tool_calls: [wireCall] },
        { role: "tool", tool_call_id: "c1", content: "a\nb" },
        { role: "user", content: "and?" },
      ],
    });
  });

  test("for Responses leaves nothing with the service", async () => {
    await ask(responsesText(["ok"]), { api: "responses" });
    expect(mock.requests[0]).toMatchObject({ method: "POST", path: "/v1/responses" });
    expect(mock.requests[0]?.body).toEqual({
      ...common,
      max_output_tokens: 100,
      store: false,
      include: ["reasoning.encrypted_content"],
      input: [{ role: "user", content: "hi" }],
    });
  });

  test("for Responses has everything that was asked for", async () => {
    await ask(responsesText(["ok"]), { api: "responses", thinking: "low" }, conversation);
    expect(mock.requests[0]?.body).toEqual({
      ...common,
      max_output_tokens: 7,
      temperature: 0.2,
      top_p: 0.9,
      reasoning: { effort: "low", summary: "auto" },
      store: false,
      include: ["reasoning.encrypted_content"],
      instructions: "Be brief.\n\nSummary.",
      tools: [
        { type: "function", name: "bash", description: "Runs.", parameters: bash.schema, strict: false },
      ],
      input: [
        { role: "user", content: "go" },
        { role: "assistant", content: "I will." },
        { type: "function_call", call_id: "c1", name: "bash", arguments: '{"command":"ls"}' },
        { type: "function_call_output", call_id: "c1", output: "a\nb" },
        { role: "user", content: "and?" },
      ],
    });
  });

  test("without a key sends none", async () => {
    expect((await ask(chatText(["ok"]), { apiKey: "" })).text).toBe("ok");
    expect(mock.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  test("takes nothing from the environment", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-env");
    vi.stubEnv("OPENAI_ADMIN_KEY", "sk-env-admin");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:1");
    vi.stubEnv("OPENAI_ORG_ID", "org-env");
    vi.stubEnv("OPENAI_PROJECT_ID", "proj-env");
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", "x-leak: yes\nauthorization: Bearer leak");
    vi.stubEnv("OPENAI_LOG", "debug");
    const printed = ["debug", "info", "log", "warn", "error"].map((name) =>
      vi.spyOn(console, name as "log").mockImplementation(() => {}),
    );
    expect((await ask(chatText(["ok"]), { apiKey: "" })).text).toBe("ok");
    expect((await ask(rawReply([chatStart, "data: {oops\n\n"]))).kind).toBe("other");
    expect(JSON.stringify(mock.requests[0]?.headers)).not.toMatch(/leak|env|authorization|stainless/i);
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe("the address", () => {
  test.each([
    ["", "/v1/chat/completions"],
    ["/", "/v1/chat/completions"],
    ["/v1/", "/v1/chat/completions"],
    ["/api/v1", "/api/v1/chat/completions"],
    ["/openai", "/openai/chat/completions"],
  ])("with the path %j leads to %s", async (path, expected) => {
    await readAll(await create({ baseUrl: mock.url + path }), hi);
    expect(mock.requests[0]?.path).toBe(expected);
  });

  async function sentTo(access: Partial<OpenAiAccess>) {
    const send = vi.fn<Send>(async () => httpAnswer({}, 500));
    await readAll(await createOpenAi({ apiKey, ...access }, send), hi);
    const [url, request] = send.mock.calls[0] ?? [];
    return { url, body: JSON.parse(request?.body ?? "{}") };
  }

  test("of OpenAI itself speaks Responses", async () => {
    for (const baseUrl of [undefined, " ", "https://api.openai.com", "https://api.openai.com/v1"]) {
      expect((await sentTo({ baseUrl })).url).toBe("https://api.openai.com/v1/responses");
    }
  });

  test("of OpenAI itself can be told to speak chat, with the newer name of the limit", async () => {
    const { url, body } = await sentTo({ api: "chat" });
    expect(url).toBe("https://api.openai.com/v1/chat/completions");
    expect(body).toMatchObject({ max_completion_tokens: 100 });
    expect(body).not.toHaveProperty("max_tokens");
  });

  test.each([
    "https://api.openai.com.example.org/v1",
    "https://openrouter.ai/api/v1",
    "http://localhost:1234/v1",
  ])("%s speaks chat", async (baseUrl) => {
    expect((await sentTo({ baseUrl })).url).toBe(`${baseUrl}/chat/completions`);
  });

  test.each(["nonsense", "ftp://host", "http://user:hidden@host", "file:///etc"])(
    "%j is refused, and not told",
    async (baseUrl) => {
      await expect(createOpenAi({ name: "mine", apiKey, baseUrl })).rejects.toThrow(
        /^`backends.mine.base_url` must be/,
      );
    },
  );

  test.each(["sk ant", "sk-ä", "sk\nant"])("a key like %j is refused, and not told", async (key) => {
    await expect(create({ apiKey: key })).rejects.toThrow(
      /^the API key holds characters that cannot be in one/,
    );
  });

  test.each(["", "  ", undefined])("without a model (%j) there is a default", async (model) => {
    expect((await create({ model })).model).toBe("gpt-5.4");
  });
});

describe("a server that refuses", () => {
  const refusing = (words: string, status = 400) => statusReply(status, openAiError(words));
  const bodies = () => mock.requests.map(({ body }) => body);

  test.each([
    [400, "Unknown parameter: 'stream_options'."],
    [422, "body.stream_options: Extra inputs are not permitted"],
    [400, "include_usage is not supported"],
  ])("the request for usage (%i, %s) is spared it from then on", async (status, words) => {
    mock.enqueue(refusing(words, status));
    const backend = await create();
    expect((await readAll(backend, hi)).text).toBe("ok");
    expect((await readAll(backend, hi)).text).toBe("ok");
    expect(bodies().map((body) => "stream_options" in (body ?? {}))).toEqual([true, false, false]);
  });

  test("the old name of the limit is given the newer one", async () => {
    const words = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    expect((await ask(refusing(words))).text).toBe("ok");
    expect(bodies()[1]).toMatchObject({ max_completion_tokens: 100 });
    expect(bodies()[1]).not.toHaveProperty("max_tokens");
  });

  test("encrypted reasoning is not asked for it", async () => {
    const words = "Encrypted content is not supported with this model.";
    expect((await ask(refusing(words), { api: "responses" })).text).toBe("ok");
    expect(bodies()[1]).not.toHaveProperty("include");
  });

  test("summaries of reasoning is not asked for them", async () => {
    const words = "Your organization must be verified to generate reasoning summaries.";
    expect((await ask(refusing(words), { api: "responses", thinking: "medium" })).text).toBe("ok");
    expect(bodies()[1]).toMatchObject({ reasoning: { effort: "medium" } });
    expect(bodies()[1]?.reasoning).not.toHaveProperty("summary");
  });

  test("what we cannot spare it is believed at once", async () => {
    const { kind, message } = await ask(refusing("reasoning_effort: unsupported value"), { thinking: "low" });
    expect(kind).toBe("other");
    expect(message).toContain("unsupported value");
    expect(mock.requests).toHaveLength(1);
  });

  test("the same thing twice is believed", async () => {
    mock.enqueue(refusing("stream_options"), refusing("stream_options"));
    expect((await readAll(await create(), hi)).kind).toBe("other");
    expect(mock.requests).toHaveLength(2);
  });
});

describe("what goes wrong inside a stream", () => {
  test.each([
    [{ type: "server_error", message: "because" }, "overloaded"],
    [{ code: "rate_limit_exceeded", message: "because" }, "rate-limit"],
    [{ code: 502, message: "because" }, "overloaded"],
    [
      { code: "context_length_exceeded", type: "invalid_request_error", message: "because" },
      "context-overflow",
    ],
    [{ code: "insufficient_quota", type: "insufficient_quota", message: "because" }, "other"],
    [{ message: "because" }, "other"],
    ["because", "other"],
  ])("chat: %j is of the kind %s", async (error, kind) => {
    const reading = await ask(rawReply([chatStart, delta({ content: "so far" }), chunk({ error })]));
    expect(reading).toMatchObject({ text: "so far", kind });
    expect(reading.message).toContain("because");
  });

  const failed = (error: object) =>
    responsesEvent("response.failed", { response: { status: "failed", error } });
  test.each([
    [failed({ code: "server_error", message: "because" }), "overloaded"],
    [failed({ code: "rate_limit_exceeded", message: "because" }), "rate-limit"],
    [responsesEvent("error", { code: "server_error", message: "because", param: null }), "overloaded"],
    [responsesEvent("error", { error: { type: "invalid_request_error", message: "because" } }), "other"],
  ])("Responses: %s is of the kind %s", async (event, kind) => {
    const begun = messageItem(0, ["so far"]).slice(0, 2);
    const reading = await ask(rawReply([responsesStart, ...begun, event]), { api: "responses" });
    expect(reading).toMatchObject({ text: "so far", kind });
    expect(reading.message).toContain("because");
  });

  test.each([
    ["ends early", [chatStart, delta({ content: "so far" })], "so far", "network"],
    ["has only empty choices", [chunk({ choices: [] })], "", "network"],
    ["has no choices", [chunk({})], "", "other"],
    ["is empty", [": nothing\n\n"], "", "other"],
    ["is only its end", ["data: [DONE]\n\n"], "", "other"],
    ["is a web page", ["<html>Please log in</html>"], "", "other"],
  ])("an answer that %s is a failure", async (_what, chunks, text, kind) => {
    const reading = await ask(rawReply(chunks));
    expect(reading).toMatchObject({ text, kind });
    expect(reading.message).toMatch(kind === "network" ? /broke off: try again\.$/ : /base_url/);
  });

  test("what follows the usage is not waited for", { timeout: 2_000 }, async () => {
    const { end } = await ask(hangReply([chatStart, delta({ content: "a" }), chatEnd("stop")]));
    expect(end).toEqual({ type: "done", stop: "end" });
  });

  test("without usage the end of the stream is the end", async () => {
    const { text, usage, end } = await ask(
      rawReply([chatStart, delta({ content: "a" }, "stop"), "data: [DONE]\n\n"]),
    );
    expect({ text, usage, end }).toEqual({ text: "a", usage: undefined, end: { type: "done", stop: "end" } });
  });

  test("an account without money is not told to wait", async () => {
    const body = openAiError("You exceeded your current quota", "insufficient_quota", "insufficient_quota");
    const { kind, message } = await ask(statusReply(429, body));
    expect(kind).toBe("other");
    expect(message).toContain("billing");
  });
});

/** What the loop would keep of an answer. */
function answerOf(events: Awaited<ReturnType<typeof readAll>>["events"]): Message {
  const parts = events.flatMap((event): AssistantPart[] => {
    if (event.type === "reasoning-block") return [event.part];
    if (event.type === "tool-call") return [{ type: "tool-call", call: event.call }];
    return event.type === "text" ? [{ type: "text", text: event.text }] : [];
  });
  return { role: "assistant", parts };
}

function following(answer: Message): BackendRequest {
  const calls = answer.role === "assistant" ? answer.parts.filter((part) => part.type === "tool-call") : [];
  const results = calls.map(({ call: { id, name } }) => ({
    role: "tool" as const,
    result: { callId: id, name, output: "done", isError: false },
  }));
  return { ...hi, messages: [...hi.messages, answer, ...results, { role: "user", text: "?" }] };
}

describe("reasoning in chat", () => {
  const thoughts = [delta({ reasoning_content: "Hm" }), delta({ reasoning_content: ", well" })];
  const oneCall = { tool_calls: [{ index: 0, id: "c1", function: { name: "bash", arguments: "{}" } }] };
  const withCall = rawReply([chatStart, ...thoughts, delta(oneCall), chatEnd("tool_calls")]);
  const withText = rawReply([chatStart, ...thoughts, delta({ content: "Yes" }), chatEnd("stop")]);

  async function sentBack(reply: MockReply, access: Partial<OpenAiAccess> = {}, later = access) {
    const { events } = await ask(reply, access);
    await ask(chatText(["ok"]), later, following(answerOf(events)));
    return mock.requests.at(-1)?.body?.messages?.[1];
  }

  test("is told as it comes", async () => {
    const { events } = await ask(withText);
    expect(events.slice(0, 3)).toEqual([
      { type: "reasoning", text: "Hm" },
      { type: "reasoning", text: ", well" },
      { type: "text", text: "Yes" },
    ]);
  });

  test("goes back with calls, which some servers demand, and not without", async () => {
    expect(await sentBack(withCall)).toMatchObject({ reasoning_content: "Hm, well", content: null });
    expect(await sentBack(withText)).toEqual({ role: "assistant", content: "Yes" });
  });

  test("goes back always or never if the user says so", async () => {
    expect(await sentBack(withText, { replayReasoning: "always" })).toMatchObject({
      reasoning_content: "Hm, well",
      content: "Yes",
    });
    expect(await sentBack(withCall, { replayReasoning: "never" })).not.toHaveProperty("reasoning_content");
  });

  test("goes to nobody but its author", async () => {
    expect(await sentBack(withCall, {}, { model: "another" })).not.toHaveProperty("reasoning_content");
    expect(await sentBack(withCall, {}, { baseUrl: `${mock.url}/v2` })).not.toHaveProperty(
      "reasoning_content",
    );
  });

  test("that is demanded goes back with every answer, empty where there was none", async () => {
    const { events } = await ask(withText);
    const words = "The `reasoning_content` in the thinking mode must be passed back to the API.";
    const other: Message = { role: "assistant", parts: [{ type: "text", text: "of another" }] };
    const request = following(answerOf(events));
    mock.enqueue(statusReply(400, openAiError(words)));
    const messages = [...request.messages, other, ...hi.messages];
    expect((await readAll(await create(), { ...request, messages })).text).toBe("ok");
    const sent = mock.requests.at(-1)?.body?.messages ?? [];
    expect(sent.filter(({ role }) => role === "assistant")).toEqual([
      { role: "assistant", content: "Yes", reasoning_content: "Hm, well" },
      { role: "assistant", content: "of another", reasoning_content: "" },
    ]);
  });

  test("that is refused stays away", async () => {
    const { events } = await ask(withCall);
    mock.enqueue(statusReply(400, openAiError("property 'reasoning_content' is unsupported")));
    expect((await readAll(await create(), following(answerOf(events)))).text).toBe("ok");
    expect(mock.requests.at(-1)?.body?.messages?.[1]).not.toHaveProperty("reasoning_content");
  });

  test("fields that nobody knows go back unchanged, those of calls too", async () => {
    const signed = { extra_content: { google: { thought_signature: "abc=" } } };
    const details = (piece: object) =>
      delta({ reasoning_details: [{ type: "reasoning.text", index: 0, format: "f", ...piece }] });
    const sent = await sentBack(
      rawReply([
        chatStart,
        details({ text: "Hm", signature: null }),
        details({ text: ", well", signature: "sig" }),
        delta({ tool_calls: [{ ...oneCall.tool_calls[0], ...signed }], vendor: { x: [1] }, nothing: null }),
        chatEnd("tool_calls"),
      ]),
    );
    expect(sent).toEqual({
      role: "assistant",
      content: null,
      reasoning_details: [
        { type: "reasoning.text", index: 0, format: "f", text: "Hm, well", signature: "sig" },
      ],
      vendor: { x: [1] },
      tool_calls: [{ ...signed, id: "c1", type: "function", function: { name: "bash", arguments: "{}" } }],
    });
  });
});

describe("reasoning in Responses", () => {
  const item = {
    id: "rs_1",
    type: "reasoning",
    summary: [
      { type: "summary_text", text: "First" },
      { type: "summary_text", text: "Then" },
    ],
    encrypted_content: "enc=",
  };
  const summaryDelta = (summary_index: number, text: string) =>
    responsesEvent("response.reasoning_summary_text.delta", { output_index: 0, summary_index, delta: text });
  const answer = rawReply([
    responsesStart,
    summaryDelta(0, "Fir") + summaryDelta(0, "st") + summaryDelta(1, "Then"),
    responsesEvent("response.output_item.done", { output_index: 0, item: { ...item, status: "completed" } }),
    ...messageItem(1, ["Look."], { phase: "commentary" }),
    callItem({ id: "c1", name: "bash", json: ["{}"] }, 2),
    responsesEnd(),
  ]);
  const access = { api: "responses" } as const;

  test("is told as it comes, and kept", async () => {
    const { events } = await ask(answer, access);
    expect(events.filter(({ type }) => type.startsWith("reasoning"))).toEqual([
      { type: "reasoning", text: "Fir" },
      { type: "reasoning", text: "st" },
      { type: "reasoning", text: "\n\n" },
      { type: "reasoning", text: "Then" },
      {
        type: "reasoning-block",
        part: { type: "reasoning", text: "First\nThen", opaque: { model: "m", reasoning: item } },
      },
      {
        type: "reasoning-block",
        part: { type: "reasoning", text: "", opaque: { model: "m", phase: "commentary" } },
      },
    ]);
  });

  test("goes back to its author alone, encrypted as it came", async () => {
    const { events } = await ask(answer, access);
    const request = following(answerOf(events));
    const rest = [
      { type: "function_call", call_id: "c1", name: "bash", arguments: "{}" },
      { type: "function_call_output", call_id: "c1", output: "done" },
      { role: "user", content: "?" },
    ];
    const inputs = async (later: Partial<OpenAiAccess>) => {
      await ask(responsesText(["ok"]), { ...access, ...later }, request);
      return mock.requests.at(-1)?.body?.input?.slice(1);
    };
    expect(await inputs({})).toEqual([
      item,
      { role: "assistant", content: "Look.", phase: "commentary" },
      ...rest,
    ]);
    expect(await inputs({ model: "another" })).toEqual([{ role: "assistant", content: "Look." }, ...rest]);
    expect(await inputs({ replayReasoning: "never" })).toEqual([
      { role: "assistant", content: "Look.", phase: "commentary" },
      ...rest,
    ]);
  });
});

describe("the models", () => {
  const listing = async (reply: MockReply, signal = new AbortController().signal) => {
    mock.enqueue(reply);
    return (await create()).listModels?.(signal);
  };

  test("are listed with what the server tells of them", async () => {
    const data = [
      { id: "plain", object: "model" },
      { id: "router", context_length: 200_000, top_provider: { max_completion_tokens: 64_000 } },
      { id: "vllm", max_model_len: 32_768 },
      { id: "odd", context_length: "many" },
      { id: "" },
      "nonsense",
    ];
    expect(await listing(statusReply(200, { object: "list", data }))).toEqual({
      kind: "ok",
      models: [
        { id: "plain" },
        { id: "router", contextWindow: 200_000, maxOutput: 64_000 },
        { id: "vllm", contextWindow: 32_768 },
        { id: "odd" },
      ],
    });
    expect(mock.requests[0]).toMatchObject({ method: "GET", path: "/v1/models" });
    expect(mock.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  test.each([
    [statusReply(401, openAiError(`bad key ${apiKey}`)), "auth", "bad key ***"],
    [statusReply(200, "<html>log in</html>"), "other", "base_url"],
    [statusReply(200, { data: "none" }), "other", "base_url"],
  ])("that cannot be listed are a failure", async (reply, kind, words) => {
    expect(await listing(reply)).toMatchObject({
      kind: "failed",
      failure: { kind, message: expect.stringContaining(words) },
    });
  });

  test("are given up when cancelled", async () => {
    expect(await listing(chatText([]), AbortSignal.abort())).toMatchObject({ failure: { kind: "aborted" } });
  });
});

test("text and calls come in the order of the wire, and the ids of earlier calls are not used again", async () => {
  const { events, calls } = await ask(
    chatCalls({ id: "c1", name: "bash", json: ["{}"] }, { id: "", name: "bash", json: ["{}"] }),
    {},
    conversation,
  );
  expect(calls.map(({ id }) => id)).toEqual(["c1_2", "call_1"]);
  expect(events.at(-1)).toEqual({ type: "done", stop: "tool-use" });
});

describe("a call that is written as text", () => {
  const pieces = ["Look: <tool", '_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>'];
  const withTools = { ...hi, tools: [bash] };
  const plain = { text: pieces.join(""), calls: [], end: { type: "done", stop: "end" } };

  test("to a chat server is found, and marked", async () => {
    expect(await ask(chatText(pieces), {}, withTools)).toMatchObject({
      text: "Look: ",
      calls: [{ id: expect.any(String), name: "bash", input: { command: "ls" }, fromText: true }],
      end: { type: "done", stop: "tool-use" },
    });
  });

  test("stays text where no tools were offered, and with Responses", async () => {
    expect(await ask(chatText(pieces))).toMatchObject(plain);
    expect(await ask(responsesText(pieces), { api: "responses" }, withTools)).toMatchObject(plain);
  });

  test("stays text with OpenAI itself", async () => {
    const sse = [chatStart, ...pieces.map((content) => delta({ content })), chatEnd("stop")].join("");
    const backend = await createOpenAi({ apiKey, api: "chat", model: "m" }, async () => httpAnswer(sse));
    expect(await readAll(backend, withTools)).toMatchObject(plain);
  });
});
