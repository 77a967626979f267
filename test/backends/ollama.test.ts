import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createOllama } from "../../src/backends/ollama.ts";
import type { BackendRequest } from "../../src/model/backend.ts";
import type { Message } from "../../src/model/message.ts";
import type { ToolSpec } from "../../src/model/tool.ts";
import { type ContractAnswer, describeBackendContract, packed } from "../contract/backend-contract.ts";
import { readAll } from "../contract/read-all.ts";
import {
  called,
  finished,
  line,
  type MockOllama,
  said,
  startMockOllama,
  streamReply,
  thought,
} from "../support/mock-ollama.ts";
import { type MockReply, statusReply } from "../support/mock-server.ts";

const apiKey = "key-0123456789";
const access = { name: "ollama", label: "Ollama", apiKey: "" };
const hi: BackendRequest = { messages: [{ role: "user", text: "hi" }], tools: [], maxTokens: 100 };
const bash: ToolSpec = {
  name: "bash",
  description: "Runs a command.",
  schema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
  confirm: true,
};

function onWire(answer: ContractAnswer): MockReply {
  switch (answer.kind) {
    case "text": {
      const { input, output } = answer.usage ?? { input: 1, output: 1 };
      const end = finished({ prompt_eval_count: input, eval_count: output });
      const { packets, firstDelayMs } = answer;
      const chunks = packed([...answer.pieces.map(said), end], packets);
      return streamReply(chunks, { firstDelayMs, ...(packets ? {} : { delayMs: 1 }) });
    }
    case "calls":
      return streamReply(
        packed(
          [
            ...answer.calls.map(({ id, name, json }) =>
              called({ id, function: { name, arguments: json.join("") } }),
            ),
            finished(),
          ],
          answer.packets,
        ),
      );
    case "empty":
      return streamReply([finished()]);
    case "status":
      return statusReply(answer.status, answer.body, answer.headers);
    case "garbage":
      return streamReply([...answer.pieces.map(said), "{oops\n"]);
    case "cut":
    case "hang":
      return streamReply(answer.pieces.map(said), { finish: answer.kind });
  }
}

describeBackendContract("ollama", async () => {
  const mock = await startMockOllama();
  return {
    backend: await createOllama({ ...access, apiKey, baseUrl: mock.url }),
    secret: apiKey,
    tells: ({ input, output }) => ({ input, output, cacheRead: 0, cacheWrite: 0 }),
    enqueue: (answer) => mock.enqueue(onWire(answer)),
    requests: () => ({
      arrived: mock.chats.length,
      abandoned: mock.chats.filter(({ aborted }) => aborted).length,
    }),
    refusals: () => mock.chats.flatMap(({ rejected }) => rejected ?? []),
    close: mock.close,
  };
});

let mock: MockOllama;
beforeEach(async () => {
  mock = await startMockOllama();
});
afterEach(() => mock.close());

function create(settings = {}) {
  let calls = 0;
  const newId = () => {
    calls += 1;
    return `new-${calls}`;
  };
  return createOllama({ ...access, baseUrl: mock.url, model: "llama3", ...settings }, newId);
}

async function ask(reply: MockReply, request = hi, settings = {}) {
  mock.enqueue(reply);
  return readAll(await create(settings), request);
}

describe("a request", () => {
  test("has a body without what was not asked for, and no key where there is none", async () => {
    await ask(streamReply([finished()]));
    const [chat] = mock.chats;
    expect(chat).toMatchObject({ method: "POST", path: "/api/chat", rejected: undefined });
    expect(chat?.headers.authorization).toBeUndefined();
    expect(chat?.body).toEqual({
      model: "llama3",
      messages: [{ role: "user", content: "hi" }],
      stream: true,
      options: { num_ctx: 32_768, num_predict: 100 },
    });
  });

  test("carries everything that was set", async () => {
    const messages: Message[] = [
      { role: "system", text: "Summary." },
      { role: "user", text: "Look." },
      {
        role: "assistant",
        parts: [
          { type: "reasoning", text: "Hm." },
          { type: "text", text: "I will." },
          { type: "tool-call", call: { id: "1", name: "bash", input: { command: "ls" } } },
        ],
      },
      { role: "tool", result: { callId: "1", name: "bash", output: "a\n", isError: false } },
    ];
    const request = {
      system: "Be brief.",
      messages,
      tools: [bash],
      maxTokens: 7,
      temperature: 0.5,
      topP: 0.9,
    };
    mock.show({ capabilities: ["tools", "thinking"] });
    await ask(streamReply([finished()]), request, { apiKey, thinking: "low", contextWindow: 4096 });
    expect(mock.chats[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(mock.chats[0]?.body).toEqual({
      model: "llama3",
      messages: [
        { role: "system", content: "Be brief.\n\nSummary." },
        { role: "user", content: "Look." },
        {
          role: "assistant",
          content: "I will.",
          thinking: "Hm.",
          tool_calls: [{ function: { name: "bash", arguments: { command: "ls" } } }],
        },
        { role: "tool", tool_name: "bash", content: "a\n" },
      ],
      tools: [
        {
          type: "function",
          function: { name: "bash", description: bash.description, parameters: bash.schema },
        },
      ],
      stream: true,
      think: true,
      options: { num_ctx: 4096, num_predict: 7, temperature: 0.5, top_p: 0.9 },
    });
  });

  test.each([
    ["the model's own length", { model_info: { "qwen3.context_length": 2048 } }, undefined, 2048],
    ["no more than is sensible", { model_info: { "qwen3.context_length": 262_144 } }, undefined, 32_768],
    ["what its maker set", { parameters: 'stop "x"\nnum_ctx   16384', model_info: {} }, undefined, 16_384],
    ["what the user set", { model_info: { "qwen3.context_length": 2048 } }, 65_536, 65_536],
    ["a careful guess", { model_info: { "qwen3.context_length": "many" } }, undefined, 8192],
    ["a careful guess, without facts", { capabilities: 7 }, undefined, 8192],
    ["a careful guess, on a refusal", statusReply(500, { error: "no" }), undefined, 8192],
    ["a careful guess, without JSON", statusReply(200, "<html>"), undefined, 8192],
  ])("asks for a context of %s", async (_what, facts, contextWindow, numCtx) => {
    mock.show(facts);
    await ask(streamReply([finished()]), hi, { contextWindow });
    expect(mock.chats[0]?.body).toMatchObject({ options: { num_ctx: numCtx } });
  });

  test("the model is asked about once", async () => {
    const backend = await create();
    await readAll(backend, hi);
    await readAll(backend, hi);
    expect(mock.others.map(({ path, body }) => [path, body])).toEqual([["/api/show", { model: "llama3" }]]);
  });

  test.each([
    ["off", ["thinking"], "llama", false],
    ["high", ["thinking"], "qwen3", true],
    ["high", ["thinking"], "gptoss", "high"],
    ["high", ["completion"], "llama", undefined],
    ["off", ["completion"], "llama", undefined],
    [undefined, ["thinking"], "qwen3", undefined],
  ])("thinking %s with %j of %s is %s", async (thinking, capabilities, family, think) => {
    mock.show({ capabilities, details: { family } });
    await ask(streamReply([finished()]), hi, { thinking });
    expect(mock.chats[0]?.body?.think).toBe(think);
  });

  test("a server that does not tell refuses thinking, and is asked again without, once", async () => {
    mock.show({});
    mock.enqueue(statusReply(400, { error: '"llama3" does not support thinking' }));
    const backend = await create({ thinking: "high" });
    expect((await readAll(backend, hi)).text).toBe("ok");
    expect((await readAll(backend, hi)).text).toBe("ok");
    expect(mock.chats.map(({ body }) => body?.think)).toEqual([true, undefined, undefined]);
    mock.enqueue(statusReply(400, { error: '"llama3" does not support thinking' }));
    expect((await readAll(backend, hi)).kind).toBe("other");
  });

  test("a base URL may have a path and a slash at its end", async () => {
    await readAll(await create({ baseUrl: `${mock.url}/proxy/` }), hi);
    expect(mock.others.map(({ path }) => path)).toEqual(["/proxy/api/show", "/proxy/api/chat"]);
  });
});

describe("a model that takes no tools", () => {
  const history: Message[] = [
    { role: "user", text: "Look." },
    {
      role: "assistant",
      parts: [
        { type: "text", text: "I will. " },
        { type: "tool-call", call: { id: "1", name: "bash", input: { command: "ls" } } },
      ],
    },
    { role: "tool", result: { callId: "1", name: "bash", output: "no", isError: true } },
  ];
  const request = { ...hi, messages: history, tools: [bash] };
  const asText = [
    { role: "system", content: expect.stringMatching(/"name":"bash".*<tool_call>/s) },
    { role: "user", content: "Look." },
    {
      role: "assistant",
      content: 'I will. <tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>',
    },
    { role: "user", content: '<tool_response name="bash" status="error">\nno\n</tool_response>' },
  ];

  test("has them described to it", async () => {
    mock.show({ capabilities: ["completion"] });
    await ask(streamReply([finished()]), request);
    expect(mock.chats[0]?.body).not.toHaveProperty("tools");
    expect(mock.chats[0]?.body?.messages).toEqual(asText);
  });

  test("is found out by its refusal", async () => {
    mock.show({});
    const reply = statusReply(400, { error: "registry.ollama.ai/library/llama3 does not support tools" });
    expect((await ask(reply, request)).text).toBe("ok");
    expect(mock.chats[0]?.body).toHaveProperty("tools");
    expect(mock.chats[1]?.body?.messages).toEqual(asText);
  });

  test("can call them in its text", async () => {
    mock.show({ capabilities: ["completion"] });
    const pieces = ["Well. <tool", '_call>{"name":"bash","argu', 'ments":{"command":"ls"}}</tool_call>'];
    const { text, calls, end } = await ask(streamReply([...pieces.map(said), finished()]), request);
    expect(text).toBe("Well. ");
    expect(calls).toEqual([{ id: "new-1", name: "bash", input: { command: "ls" }, fromText: true }]);
    expect(end).toEqual({ type: "done", stop: "tool-use" });
  });
});

describe("an answer", () => {
  test("thinking comes before the text", async () => {
    const { events } = await ask(streamReply([thought("Hm"), thought("m"), said("Yes"), finished()]));
    expect(events).toEqual([
      { type: "reasoning", text: "Hm" },
      { type: "reasoning", text: "m" },
      { type: "text", text: "Yes" },
      { type: "usage", usage: { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 } },
      { type: "done", stop: "end" },
    ]);
  });

  test("calls come from any chunk, the last one too, each with an id of its own", async () => {
    const call = (command: string) => ({ function: { name: "bash", arguments: { command } } });
    const { calls, end } = await ask(
      streamReply([
        called(call("a"), { id: "x", ...call("b") }),
        said("and"),
        called({ id: "x", ...call("c") }, { id: "old", ...call("d") }),
        finished({ message: { role: "assistant", content: "", tool_calls: [call("e")] } }),
      ]),
      {
        ...hi,
        messages: [
          { role: "user", text: "hi" },
          { role: "assistant", parts: [{ type: "tool-call", call: { id: "old", name: "bash", input: {} } }] },
          { role: "tool", result: { callId: "old", name: "bash", output: "", isError: false } },
        ],
      },
    );
    expect(calls.map(({ id, input }) => [id, input.command])).toEqual([
      ["new-1", "a"],
      ["x", "b"],
      ["new-2", "c"],
      ["new-3", "d"],
      ["new-4", "e"],
    ]);
    expect(end).toEqual({ type: "done", stop: "tool-use" });
  });

  test.each([
    ["length", "max-tokens"],
    ["stop", "end"],
    ["unload", "end"],
    [undefined, "end"],
  ])("done_reason %s means %s", async (done_reason, stop) => {
    expect((await ask(streamReply([finished({ done_reason })]))).end).toEqual({ type: "done", stop });
  });

  test("bytes may be split anywhere, lines may be CRLF, and the last needs no end", async () => {
    const bytes = Buffer.from((said("né 世界 😀") + finished()).replaceAll("\n", "\r\n").trimEnd());
    const { text, end } = await ask(streamReply(Array.from(bytes, (byte) => Uint8Array.of(byte))));
    expect(text).toBe("né 世界 😀");
    expect(end).toEqual({ type: "done", stop: "end" });
  });

  test("garbage between the lines is passed over", async () => {
    const garbage = ["\n", "oops\n", '{"message":\n', "[1]\n", "null\n", '{"message":7}\n', "\u0000\n"];
    const { text } = await ask(streamReply([said("a"), ...garbage, said("b"), finished()]));
    expect(text).toBe("ab");
  });

  test.each([
    [
      "an error inside",
      [said("so far"), line({ error: "model runner has stopped" })],
      "so far",
      "overloaded",
    ],
    ["no end", [said("so far")], "so far", "network"],
    ["nothing", [""], "", "other"],
    ["a web page", ["<html>Please log in</html>\n"], "", "other"],
  ])("with %s is a failure", async (_what, chunks, text, kind) => {
    const reading = await ask(streamReply(chunks));
    expect(reading).toMatchObject({ text, kind });
    expect(reading.message).toMatch(/model runner has stopped|broke off|not in the format of Ollama/);
  });

  test("what follows its end is not waited for", { timeout: 2_000 }, async () => {
    const { end } = await ask(streamReply([said("a") + finished() + said("more")], { finish: "hang" }));
    expect(end).toEqual({ type: "done", stop: "end" });
  });
});

describe("a prompt that the server cut", () => {
  const long = { ...hi, messages: [{ role: "user", text: "word ".repeat(8000) }] } as const;
  const notices = async (count: number | undefined, request: BackendRequest = long, contextWindow = 8192) => {
    const reply = streamReply([finished({ prompt_eval_count: count })]);
    const { events } = await ask(reply, request, { contextWindow });
    return events.flatMap((event) => (event.type === "notice" ? [event] : []));
  };

  test("is told with what to do about it", async () => {
    expect(await notices(4096)).toEqual([
      {
        type: "notice",
        level: "warning",
        text: "Ollama cut the prompt: the model read 4,096 tokens of about 10,000 and may have missed the beginning; raise `backends.ollama.context_window` (now 8192), or /clear.",
      },
    ]);
    expect(await notices(8192)).toHaveLength(1);
    expect(await notices(4096, hi, 4096)).toHaveLength(1);
  });

  test("is not seen where there is none", async () => {
    expect(await notices(7000)).toEqual([]);
    expect(await notices(undefined)).toEqual([]);
    expect(await notices(5, hi)).toEqual([]);
    expect(await notices(300, { ...hi, messages: [{ role: "user", text: " \n".repeat(8000) }] })).toEqual([]);
  });
});

describe("trouble", () => {
  test("no server: how to start one", async () => {
    const backend = await create();
    await mock.close();
    const { message } = await readAll(backend, hi);
    expect(message).toMatch(
      /^Ollama cannot be reached at 127.0.0.1:\d+ \(connection refused\): start it with `ollama serve`, or check/,
    );
    mock = await startMockOllama();
  });

  test("no such model: how to get it", async () => {
    const { message } = await ask(statusReply(404, { error: "model 'llama3' not found" }));
    expect(message).toContain("model 'llama3' not found): get it with `ollama pull llama3`, or change");
  });

  test("cancelled while the server thinks about the model, it ends at once", { timeout: 2_000 }, async () => {
    mock.show(streamReply([], { finish: "hang" }));
    const controller = new AbortController();
    const reading = readAll(await create(), hi, controller.signal);
    await expect.poll(() => mock.others.length).toBe(1);
    controller.abort();
    expect((await reading).kind).toBe("aborted");
    expect(mock.chats).toEqual([]);
  });

  test.each(["nonsense", "ftp://host", "http://user:hidden@host"])(
    "the address %j is refused",
    async (baseUrl) => {
      await expect(create({ baseUrl })).rejects.toThrow(/^`backends.ollama.base_url` must be/);
    },
  );
});

describe("the models", () => {
  const signal = new AbortController().signal;

  test("are listed", async () => {
    mock.tags({ models: [{ name: "a:latest", model: "a:latest" }, { name: "b" }, 7, {}] });
    const listing = await (await create()).listModels?.(signal);
    expect(listing).toEqual({ kind: "ok", models: [{ id: "a:latest" }, { id: "b" }] });
  });

  test.each([statusReply(500, { error: "no" }), statusReply(200, "<html>"), { models: 7 }])(
    "or not: %j",
    async (reply) => {
      mock.tags(reply);
      expect(await (await create()).listModels?.(signal)).toMatchObject({ kind: "failed" });
    },
  );

  test("cancelled", async () => {
    expect(await (await create()).listModels?.(AbortSignal.abort())).toMatchObject({
      kind: "failed",
      failure: { kind: "aborted" },
    });
  });
});
