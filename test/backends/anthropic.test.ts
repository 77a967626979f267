import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createAnthropic } from "../../src/backends/anthropic.ts";
import type { BackendRequest } from "../../src/model/backend.ts";
import { type ContractAnswer, describeBackendContract, packed } from "../contract/backend-contract.ts";
import { readAll } from "../contract/read-all.ts";
import {
  blockDelta,
  blockStart,
  blockStop,
  errorBody,
  type MockAnthropic,
  messageEnd,
  messageStart,
  sse,
  startMockAnthropic,
  textBlock,
  textReply,
  toolBlock,
  toolReply,
} from "../support/mock-anthropic.ts";
import { hangReply, type MockReply, rawReply, statusReply } from "../support/mock-server.ts";

const apiKey = "sk-ant-test-0123456789";
const hi: BackendRequest = { messages: [{ role: "user", text: "hi" }], tools: [], maxTokens: 100 };

function onWire(answer: ContractAnswer): MockReply {
  switch (answer.kind) {
    case "text": {
      const usage = wireUsage(answer.usage);
      const { pieces, packets, firstDelayMs } = answer;
      const head = messageStart(usage) + blockStart(0, { type: "text", text: "" });
      const deltas = pieces.map((text) => blockDelta(0, { type: "text_delta", text }));
      const chunks = [head, ...deltas, blockStop(0) + messageEnd("end_turn", usage)];
      return rawReply(packed(chunks, packets), { firstDelayMs, ...(packets ? {} : { delayMs: 1 }) });
    }
    case "calls": {
      const blocks = answer.calls.map(({ id, name, json }, at) => toolBlock(at, { id, name }, json));
      return rawReply(packed([messageStart(), ...blocks, messageEnd("tool_use")], answer.packets));
    }
    case "empty":
      return rawReply([messageStart(), messageEnd("end_turn")]);
    case "status":
      return statusReply(answer.status, answer.body, answer.headers);
    case "garbage":
    case "cut":
    case "hang": {
      const deltas = answer.pieces.map((text) => blockDelta(0, { type: "text_delta", text }));
      const chunks = [messageStart() + blockStart(0, { type: "text", text: "" }), ...deltas];
      if (answer.kind === "garbage") {
        return rawReply([...chunks, "event: content_block_delta\ndata: {oops\n\n"]);
      }
      return rawReply(deltas.length > 0 ? chunks : [], { finish: answer.kind });
    }
  }
}

function wireUsage(usage: Extract<ContractAnswer, { kind: "text" }>["usage"]) {
  return (
    usage && {
      input_tokens: usage.input,
      output_tokens: usage.output,
      cache_read_input_tokens: usage.cacheRead,
      cache_creation_input_tokens: usage.cacheWrite,
    }
  );
}

describeBackendContract("anthropic", async () => {
  const mock = await startMockAnthropic();
  return {
    backend: await createAnthropic({ apiKey, baseUrl: mock.url }),
    secret: apiKey,
    enqueue: (answer) => mock.enqueue(onWire(answer)),
    requests: () => ({
      arrived: mock.requests.length,
      abandoned: mock.requests.filter(({ aborted }) => aborted).length,
    }),
    refusals: () => mock.requests.flatMap(({ rejected }) => rejected ?? []),
    close: mock.close,
  };
});

describe("on the wire", () => {
  let mock: MockAnthropic;
  beforeEach(async () => {
    mock = await startMockAnthropic();
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await mock.close();
  });

  const create = (access = {}) => createAnthropic({ apiKey, baseUrl: mock.url, ...access });
  const ask = async (reply: MockReply, request = hi) => {
    mock.enqueue(reply);
    return readAll(await create(), request);
  };

  test("a request has the API's own headers, and a body without what was not asked for", async () => {
    await ask(textReply("ok"));
    const [request] = mock.requests;
    expect(request).toMatchObject({ method: "POST", path: "/v1/messages" });
    expect(request?.headers).toMatchObject({
      "x-api-key": apiKey,
      "anthropic-version": "2023-06-01",
      "content-type": "application/json",
    });
    expect(request?.body).toEqual({
      model: "claude-sonnet-5-5",
      max_tokens: 100,
      stream: true,
      messages: [
        { role: "user", content: [{ type: "text", text: "hi", cache_control: { type: "ephemeral" } }] },
      ],
    });
  });

  test("temperature and top_p are accepted", async () => {
    const { text } = await ask(textReply("ok"), { ...hi, temperature: 0.2, topP: 0.9 });
    expect(text).toBe("ok");
    expect(mock.requests[0]?.body).toMatchObject({ temperature: 0.2, top_p: 0.9 });
  });

  test("the models are listed with their sizes", async () => {
    const data = [
      { id: "a", max_input_tokens: 200_000, max_tokens: 64_000 },
      { id: "b", max_tokens: null },
      7,
    ];
    mock.enqueue(statusReply(200, { data, has_more: false }), statusReply(200, { data: 7 }));
    const backend = await create();
    const { signal } = new AbortController();
    expect(await backend.listModels?.(signal)).toEqual({
      kind: "ok",
      models: [{ id: "a", contextWindow: 200_000, maxOutput: 64_000 }, { id: "b" }],
    });
    expect(mock.requests[0]).toMatchObject({ method: "GET", headers: { "x-api-key": apiKey } });
    expect(await backend.listModels?.(signal)).toMatchObject({ kind: "failed" });
    const failure = { kind: "aborted" };
    expect(await backend.listModels?.(AbortSignal.abort())).toMatchObject({ kind: "failed", failure });
  });

  test("tokens are counted by the service, or not at all", async () => {
    mock.enqueue(statusReply(200, { input_tokens: 42 }), statusReply(500, {}), statusReply(200, {}));
    const backend = await create({ thinking: "high" });
    const count = () => backend.countTokens?.({ ...hi, temperature: 1 }, new AbortController().signal);
    expect([await count(), await count(), await count()]).toEqual([42, undefined, undefined]);
    expect(mock.requests[0]).toMatchObject({ path: "/v1/messages/count_tokens" });
    expect(mock.requests[0]?.body).toEqual({
      model: "claude-sonnet-5-5",
      messages: [
        { role: "user", content: [{ type: "text", text: "hi", cache_control: { type: "ephemeral" } }] },
      ],
    });
  });

  test("thinking goes along, and what it forbids does not", async () => {
    await readAll(await create({ thinking: "low" }), { ...hi, temperature: 0.2, topP: 0.9 });
    expect(mock.requests[0]?.body).toEqual({
      model: "claude-sonnet-5-5",
      max_tokens: 100,
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "low" },
      stream: true,
      messages: [
        { role: "user", content: [{ type: "text", text: "hi", cache_control: { type: "ephemeral" } }] },
      ],
    });
  });

  test("the environment changes nothing", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "sk-env");
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "token-env");
    vi.stubEnv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1");
    vi.stubEnv("ANTHROPIC_CUSTOM_HEADERS", "x-leak: yes\nauthorization: Bearer leak");
    vi.stubEnv("ANTHROPIC_LOG", "debug");
    const printed = ["debug", "info", "log", "warn", "error"].map((name) =>
      vi.spyOn(console, name as "log").mockImplementation(() => {}),
    );
    expect((await ask(textReply("ok"))).text).toBe("ok");
    const headers = mock.requests[0]?.headers ?? {};
    expect(headers["x-api-key"]).toBe(apiKey);
    expect(JSON.stringify(headers)).not.toMatch(/leak|env|authorization/i);
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test("an old model is not warned about on the console", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await readAll(await create({ model: "claude-sonnet-4-5" }), hi);
    expect(mock.requests[0]?.body).toMatchObject({ model: "claude-sonnet-4-5" });
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test("a base URL may have a path and a slash at its end", async () => {
    await readAll(await create({ baseUrl: `${mock.url}/proxy/` }), hi);
    expect(mock.requests[0]?.path).toBe("/proxy/v1/messages");
  });

  test.each(["", "  ", undefined])("without a model (%j) there is a default", async (model) => {
    expect((await create({ model })).model).toBe("claude-sonnet-5-5");
  });

  test("a history without a result is refused, once, with the API's words", async () => {
    const call = { id: "c1", name: "bash", input: {} };
    const messages = [...hi.messages, { role: "assistant", parts: [{ type: "tool-call", call }] }] as const;
    const { kind, message } = await ask(textReply("ok"), { ...hi, messages });
    expect(kind).toBe("other");
    expect(message).toContain("`tool_use` ids were found without `tool_result` blocks immediately after: c1");
    expect(mock.requests).toHaveLength(1);
  });

  test("reasoning is sent back as it came, to the model it came from only", async () => {
    const thinking = { type: "thinking", thinking: "Hmm, well", signature: "sig=" };
    const redacted = { type: "redacted_thinking", data: "xyz" };
    const { events } = await ask(
      rawReply([
        messageStart(),
        blockStart(0, { type: "thinking", thinking: "", signature: "" }),
        blockDelta(0, { type: "thinking_delta", thinking: "Hmm, " }),
        blockDelta(0, { type: "thinking_delta", thinking: "well" }),
        blockDelta(0, { type: "signature_delta", signature: "sig=" }),
        blockStop(0),
        blockStart(1, redacted) + blockStop(1),
        textBlock(2, "Yes"),
        messageEnd("end_turn"),
      ]),
    );
    const reasoning = events.flatMap((event) => (event.type === "reasoning-block" ? [event.part] : []));
    const parts = [...reasoning, { type: "text", text: "Yes" } as const];
    const next = [...hi.messages, { role: "assistant", parts }, { role: "user", text: "?" }] as const;
    await ask(textReply("ok"), { ...hi, messages: next });
    expect(mock.requests[1]?.body?.messages?.[1]?.content).toEqual([
      thinking,
      redacted,
      { type: "text", text: "Yes" },
    ]);
    await readAll(await create({ model: "another" }), { ...hi, messages: next });
    expect(mock.requests[2]?.body?.messages?.[1]?.content).toEqual([{ type: "text", text: "Yes" }]);
  });

  test("text and calls come in the order of the wire", async () => {
    const { events } = await ask(
      toolReply([{ id: "c1", name: "read", input: { path: "a" } }], { text: "Look" }),
    );
    expect(events.map(({ type }) => type).filter((type) => type !== "usage")).toEqual([
      "text",
      "tool-call",
      "done",
    ]);
  });

  test("characters may be split between packets", async () => {
    const bytes = Buffer.from(messageStart() + textBlock(0, "né 世界 😀") + messageEnd("end_turn"));
    const { text } = await ask(rawReply(Array.from(bytes, (byte) => Uint8Array.of(byte))));
    expect(text).toBe("né 世界 😀");
  });

  test("the first text is there before the second is sent", { timeout: 2_000 }, async () => {
    const start = messageStart() + blockStart(0, { type: "text", text: "" });
    mock.enqueue(hangReply([start, blockDelta(0, { type: "text_delta", text: "first" })]));
    const controller = new AbortController();
    const { text } = await readAll(await create(), hi, controller.signal, (event) => {
      if (event.type === "text") controller.abort();
    });
    expect(text).toBe("first");
  });

  test.each([
    ["overloaded_error", "overloaded"],
    ["rate_limit_error", "rate-limit"],
    ["api_error", "overloaded"],
    ["invalid_request_error", "other"],
    ["some_new_error", "other"],
  ])("an error inside the stream, %s, is of the kind %s", async (type, kind) => {
    const error = sse({ ...errorBody(type, "because"), type: "error" });
    const reading = await ask(rawReply([messageStart(), textBlock(0, "so far"), error]));
    expect(reading).toMatchObject({ text: "so far", kind });
    expect(reading.message).toContain("because");
  });

  test.each([
    ["ends early", [messageStart(), textBlock(0, "so far")], "so far", "network"],
    [
      "lacks only its end",
      [messageStart(), textBlock(0, "a"), messageEnd("end_turn").split("event: message_stop")[0]],
      "a",
      "network",
    ],
    ["holds broken JSON", [messageStart(), "event: content_block_start\ndata: {oops\n\n"], "", "other"],
    ["is empty", [": nothing\n\n"], "", "other"],
    ["is a web page", ["<html>Please log in</html>"], "", "other"],
  ])("an answer that %s is a failure", async (_what, chunks, text, kind) => {
    const reading = await ask(rawReply(chunks.map(String)));
    expect(reading).toMatchObject({ text, kind });
    expect(reading.message).toMatch(kind === "network" ? /broke off: try again\.$/ : /base_url/);
  });

  test("what follows the end of the message is not waited for", { timeout: 2_000 }, async () => {
    const { end } = await ask(hangReply([messageStart(), textBlock(0, "a"), messageEnd("end_turn")]));
    expect(end).toEqual({ type: "done", stop: "end" });
  });

  test("a prompt that is too long is told as such", async () => {
    const body = errorBody("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum");
    expect((await ask(statusReply(400, body))).kind).toBe("context-overflow");
  });
});

describe("access", () => {
  test.each(["sk ant", "sk-ä", "sk\nant", ""])("a key like %j is refused, and not told", async (key) => {
    const creating = createAnthropic({ apiKey: key });
    await expect(creating).rejects.toThrow(
      "the API key holds characters that cannot be in one; copy it again.",
    );
  });

  test.each(["nonsense", "ftp://host", "http://user:hidden@host", "file:///etc"])(
    "a base URL like %j is refused, and not told",
    async (baseUrl) => {
      await expect(createAnthropic({ apiKey, baseUrl })).rejects.toThrow(
        /^`backends.anthropic.base_url` must be/,
      );
    },
  );
});
