/** What goes to the provider and what becomes of its answers, good and bad. */
import { describe, expect, it } from "vitest";
import {
  errorBody,
  messageEnd,
  messageStart,
  sse,
  textBlock,
  textReply,
  toolReply,
} from "../support/mock-anthropic.ts";
import { type MockReply, rawReply, statusReply } from "../support/mock-server.ts";
import { messagesOf, resultsOf, useAgent } from "./agent.ts";

const agent = useAgent();

describe("a request", () => {
  it("is a POST with the key in x-api-key (B14) and the defaults (B24)", async () => {
    await agent.run(["hi"], { env: { ANTHROPIC_API_KEY: "sk-1" } });
    const [request] = agent.mock.requests;
    expect(request).toMatchObject({ method: "POST", path: "/v1/messages", rejected: undefined });
    expect(request?.headers["x-api-key"]).toBe("sk-1");
    expect(request?.headers.authorization).toBeUndefined();
    expect(request?.body).toMatchObject({ stream: true, max_tokens: 8192 });
    expect(request?.body).not.toHaveProperty("system");
    expect(request?.body).not.toHaveProperty("temperature");
    expect(request?.body?.tools?.map(({ name }) => name)).toEqual(["bash", "read", "write", "edit"]);
  });

  it("carries what was set (B24) and the system prompt once, also in the next turn (B23)", async () => {
    const flags = ["-m", "claude-sonnet-4-20250514", "--system", "Be brief.", "--temperature", "0.5"];
    const more = ["--top-p", "0.9", "--max-output-tokens", "4096"];
    await agent.run([...flags, ...more], { input: "a\nb\n" });
    for (const { body } of agent.mock.requests) {
      expect(body).toMatchObject({
        model: "claude-sonnet-4-20250514",
        temperature: 0.5,
        top_p: 0.9,
        max_tokens: 4096,
      });
      expect(JSON.stringify(body).match(/Be brief\./g)).toHaveLength(1);
      expect(JSON.stringify(body?.system)).toContain("Be brief.");
    }
    expect(agent.mock.requests).toHaveLength(2);
  });
});

const page = "<html><head><title>Sign in</title></head><body>\u001b[2J</body></html>";
const bare = [messageStart() + messageEnd("end_turn")];

const bad: readonly (readonly [string, MockReply, RegExp])[] = [
  ["401", statusReply(401, errorBody("authentication_error", "invalid x-api-key")), /ANTHROPIC_API_KEY/],
  ["404", statusReply(404, errorBody("not_found_error", "model: x")), /does not know the model .*`model`/],
  [
    "429 for a long time",
    statusReply(429, errorBody("rate_limit_error", "slow"), { "retry-after": "301" }),
    /again in 301 s/,
  ],
  ["500", statusReply(500, errorBody("api_error", "broken")), /internal error.*broken.*try again/],
  ["529", statusReply(529, errorBody("overloaded_error", "Overloaded")), /is overloaded.*try again/],
  ["an HTML page as an error", statusReply(502, page), /Sign in/],
  ["an HTML page as an answer", statusReply(200, page), /not in the format of Anthropic/],
  ["nothing", rawReply([]), /not in the format|broke off/],
  ["an empty answer (L10)", rawReply(bare), /model returned empty response/],
  ["a cut stream", rawReply([messageStart() + textBlock(0, "half")], { cut: true }), /broke off: try again/],
  ["a stream without an end", rawReply([messageStart() + textBlock(0, "half")]), /broke off: try again/],
  [
    "invalid JSON",
    rawReply([`${messageStart()}event: content_block_delta\ndata: {"type\n\n`]),
    /not in the format/,
  ],
  [
    "an error in the stream",
    rawReply([messageStart() + sse(errorBody("overloaded_error", "Busy") as never)]),
    /overloaded/,
  ],
  ["a refusal", rawReply([messageStart() + messageEnd("refusal")]), /declined to answer/],
];

describe("an answer that is none", () => {
  it.each(bad)("%s: one sentence and status 1", async (_name, reply, message) => {
    agent.mock.enqueue(...Array.from({ length: 6 }, () => reply));
    const { code, stderr } = await agent.run(["hi"]);
    expect(stderr).toMatch(/^\[Error: .*\]$/m);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("Internal error");
    expect(code).toBe(1);
  });

  it("nobody listening: says which address", async () => {
    const { host } = new URL(agent.mock.url);
    await agent.mock.close();
    const { code, stderr } = await agent.run(["hi"]);
    expect(stderr).toContain(`cannot be reached at ${host} (connection refused)`);
    expect(code).toBe(1);
  });

  it("keeps the part of a cut answer, and the next request is accepted", async () => {
    const half = rawReply([messageStart() + textBlock(0, "half an answer")], { cut: true });
    agent.mock.enqueue(half, half, half, half);
    const { code, stdout } = await agent.run([], { input: "a\nb\n" });
    expect(stdout).toContain("half an answer");
    expect(agent.mock.requests).toHaveLength(5);
    expect(agent.mock.requests[4]?.rejected).toBeUndefined();
    expect(messagesOf(agent.mock.requests[4])).toEqual(["user: a", "assistant: half an answer", "user: b"]);
    expect(code).toBe(0);
  });
});

describe("an unusual answer", () => {
  it("with events that nobody knows is read all the same", async () => {
    const strange = sse({ type: "brand_new_event", payload: { a: 1 } });
    agent.mock.enqueue(
      rawReply([
        strange + messageStart() + strange + textBlock(0, "fine") + strange + messageEnd("end_turn"),
      ]),
    );
    expect(await agent.run(["hi"])).toMatchObject({ code: 0, stdout: "fine\n" });
  });

  it("is continued when it was cut at the token limit, three times at most (L11)", async () => {
    const cut = (text: string) => textReply(text, { stop: "max_tokens" });
    agent.mock.enqueue(cut("one "), textReply("two"));
    expect(await agent.run(["hi"])).toMatchObject({ code: 0 });
    expect(messagesOf(agent.mock.requests[1]).at(-1)).toMatch(/^user: Your response was cut off/);
    agent.mock.enqueue(cut("one "), cut("two "), cut("three "));
    const { code, stderr } = await agent.run(["hi"]);
    expect(stderr).toContain("response exceeded max_tokens (8192) 3 times in a row");
    expect(code).toBe(1);
  });

  it("cannot act on the terminal (D12)", async () => {
    const esc = String.fromCharCode(27);
    const osc = `${esc}]52;c;aGk=${String.fromCharCode(7)}`;
    const evil = `a${esc}[2J b${osc} c${String.fromCharCode(0x9b)}31m d\u202E\u2066 e\r\bf${String.fromCharCode(0)}`;
    // In one piece, and byte by byte, so that no sequence is seen whole.
    agent.mock.enqueue(textReply(evil), textReply(evil, { deltas: [...evil] }));
    const { stdout } = await agent.run([], { input: "hi\nagain\n" });
    expect(stdout.match(/\[2J b/g)).toHaveLength(2);
    expect(stdout.match(/\]52;c;aGk=/g)).toHaveLength(2);
  });

  it("cannot act on the terminal through a tool, an error or a file name either (D12)", async () => {
    const esc = String.fromCharCode(27);
    agent.mock.enqueue(
      toolReply([
        { id: "c1", name: "bash", input: { command: "printf '\\033[2J\\033]0;title\\007\\302\\233'" } },
        { id: "c2", name: `x${esc}[2J`, input: {} },
        { id: "c3", name: "read", input: { path: `${esc}[2J` } },
      ]),
      statusReply(400, errorBody("invalid_request_error", `bad ${esc}[2J thing`)),
    );
    const { stderr } = await agent.run(["--auto-tools", "hi"]);
    expect(stderr).toMatch(/bad .*\[2J thing/);
    expect(resultsOf(agent.mock.requests)).toHaveLength(3);
  });
});

describe("token counts", () => {
  const usage = { input_tokens: 5, output_tokens: 7, cache_read_input_tokens: 3 };

  it("are shown after each answer (U01) and added up over all requests (U02, U05)", async () => {
    agent.mock.enqueue(
      toolReply([{ id: "c1", name: "read", input: { path: "none" } }], { usage }),
      textReply("ok", { usage }),
    );
    const { stdout } = await agent.run([], { input: "hi\n/tokens\n" });
    expect(stdout.match(/\[Tokens: \{input: 8, output: 7, cached: 3\}\]/g)).toHaveLength(2);
    expect(stdout).toContain("Session: 16 input (6 from the cache), 14 output");
  });

  it("are guessed where the provider gives none, and marked (U03)", async () => {
    const start = sse({ type: "message_start", message: { id: "m", role: "assistant", content: [] } });
    const stop =
      sse({ type: "message_delta", delta: { stop_reason: "end_turn" } }) + sse({ type: "message_stop" });
    agent.mock.enqueue(rawReply([start + textBlock(0, "ok") + stop]));
    const { stdout } = await agent.run([], { input: "hi\n/tokens\n" });
    expect(stdout).toMatch(/\[Tokens: \{input: \d+, output: \d+\}, estimated\]/);
    expect(stdout).toContain("Session: 0 input");
  });
});

describe("the iteration limit", () => {
  const call = (id: string) => toolReply([{ id, name: "read", input: { path: `file-${id}` } }]);

  it("ends a one-shot run with status 3 (L03)", async () => {
    agent.mock.enqueue(call("c1"), call("c2"), call("c3"));
    const { code, stderr } = await agent.run(["--max-iterations", "2", "go"]);
    expect(stderr).toContain("max agentic loop iterations reached");
    expect(agent.mock.requests).toHaveLength(2);
    expect(code).toBe(3);
  });

  it("pauses a chat, and Enter goes on (L02)", async () => {
    agent.mock.enqueue(call("c1"), call("c2"), call("c3"), textReply("Done."));
    const chat = agent.start(["--max-iterations", "3"]);
    chat.type("go\n");
    await chat.sees("Pausing after 3 iterations");
    await chat.sees("Go on?");
    expect(agent.mock.requests).toHaveLength(3);
    chat.type("\n");
    await chat.sees("Done.");
    expect(await chat.end()).toMatchObject({ code: 0 });
  });

  it("of 0 is none (L02)", async () => {
    agent.mock.enqueue(...Array.from({ length: 25 }, (_, index) => call(`c${index}`)), textReply("Done."));
    const { code, stdout } = await agent.run(["--max-iterations", "0", "go"]);
    expect(stdout).toBe("Done.\n");
    expect(code).toBe(0);
  });
});
