/** The built program in front of both of OpenAI's interfaces. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  callItem,
  chatCall,
  chatEnd,
  chatStart,
  chatText,
  delta,
  type MockOpenAi,
  openAiError,
  responsesEnd,
  responsesEvent,
  responsesStart,
  responsesText,
  startMockOpenAi,
} from "../support/mock-openai.ts";
import { rawReply, statusReply } from "../support/mock-server.ts";
import { runProgram, scratch, startProgram } from "../support/program.ts";
import { until } from "../support/until.ts";
import { checked } from "./agent.ts";

let mock: MockOpenAi;
let folder: string;
beforeEach(async () => {
  mock = await startMockOpenAi();
  folder = scratch();
  writeFileSync(join(folder, "a.txt"), "forty-two\n");
});
afterEach(() => mock.close());

/** With a server of the user's own in the settings. */
async function run(api: string, args: readonly string[], env = {}) {
  const config = join(folder, "settings.yaml");
  const desk = [
    "  desk:",
    "    type: openai",
    `    base_url: ${mock.url}/v1`,
    `    api: ${api}`,
    "    model: qwen",
  ];
  writeFileSync(config, `backends:\n${desk.join("\n")}\n`);
  return checked(await runProgram({ args: ["--config", config, ...args], cwd: folder, env }));
}

const call = { id: "c1", name: "read", json: ['{"pa', 'th":"a.txt"}'] };
const thinking = responsesEvent("response.reasoning_summary_text.delta", {
  output_index: 9,
  summary_index: 0,
  delta: "Let me look.",
});

const wires = [
  {
    api: "chat",
    path: "/v1/chat/completions",
    toolAnswer: rawReply([
      chatStart,
      delta({ reasoning_content: "Let me look." }),
      chatCall(call, 0),
      chatEnd("tool_calls"),
    ]),
    textAnswer: chatText(["It is ", "42."]),
    lastResult: () => mock.requests[1]?.body?.messages?.at(-1)?.content,
  },
  {
    api: "responses",
    path: "/v1/responses",
    toolAnswer: rawReply([responsesStart, thinking, callItem(call, 0), responsesEnd()]),
    textAnswer: responsesText(["It is ", "42."]),
    lastResult: () => mock.requests[1]?.body?.input?.at(-1)?.output,
  },
];

describe.each(wires)("$api", ({ api, path, toolAnswer, textAnswer, lastResult }) => {
  test("a tool is run and the answer alone is on standard output", async () => {
    mock.enqueue(toolAnswer, textAnswer);
    const env = { OPENAI_API_KEY: "sk-not-for-others" };
    const { stdout, stderr, code } = await run(api, ["-b", "desk", "what is in a.txt?"], env);
    expect({ stdout, code }).toEqual({ stdout: "It is 42.\n", code: 0 });
    expect(stderr).toContain("Let me look.");
    expect(mock.requests.map((request) => [request.path, request.rejected])).toEqual([
      [path, undefined],
      [path, undefined],
    ]);
    expect(lastResult()).toContain("forty-two");
    expect(mock.requests[0]?.body).toMatchObject({ model: "qwen" });
    expect(JSON.stringify(mock.requests)).not.toContain("sk-not-for-others");
  });

  test("a refusal of the key says where to set it", async () => {
    mock.enqueue(statusReply(401, openAiError("Incorrect API key provided")));
    const { stderr, code } = await run(api, ["-b", "desk", "hi"]);
    expect(stderr).toContain("set a valid one in `backends.desk.api_key`");
    expect(code).toBe(1);
  });
});

test("a key in the environment chooses OpenAI, and an address there leads elsewhere", async () => {
  const env = { OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: mock.url };
  const { stdout, stderr } = checked(await runProgram({ args: ["hi"], env }));
  expect(stdout).toBe("ok\n");
  expect(stderr).toContain("OpenAI API");
  expect(mock.requests[0]?.headers.authorization).toBe("Bearer sk-1");
});

test("OpenAI itself is not asked without a key", async () => {
  const { stderr, code } = checked(await runProgram({ args: ["-b", "gpt", "hi"] }));
  expect(stderr).toContain("The backend openai needs an API key: set OPENAI_API_KEY");
  expect(code).toBe(2);
});

describe("a call that a chat server's model wrote as text", () => {
  const textCall = '<tool_call>{"name":"read","arguments":{"path":"a.txt"}}</tool_call>';

  test("is not run where nobody can be asked, even with --auto-tools", async () => {
    mock.enqueue(chatText([textCall]));
    const { code } = await run("chat", ["-b", "desk", "--auto-tools", "look"]);
    expect(code).toBe(4);
    expect(JSON.stringify(mock.requests.map(({ body }) => body))).not.toContain("forty-two");
  });

  test("is run after a yes, and its result goes back as that of any call", async () => {
    mock.enqueue(chatText(["Let me see. ", textCall]));
    const args = ["-b", "openai", "--base-url", mock.url, "-m", "qwen", "--auto-tools"];
    const program = startProgram({ args, cwd: folder });
    const seen = () => program.stdout() + program.stderr();
    program.child.stdin?.write("look\n");
    await until(() => /parsed from text.*\[y\/N/s.test(seen()), seen);
    program.child.stdin?.write("y\n");
    await until(() => mock.requests.length === 2, seen);
    program.child.stdin?.end();
    expect((await program.ended).code).toBe(0);
    expect(mock.requests.map(({ rejected }) => rejected)).toEqual([undefined, undefined]);
    expect(mock.requests[1]?.body?.messages?.slice(-2)).toMatchObject([
      { role: "assistant", content: "Let me see. ", tool_calls: [{ function: { name: "read" } }] },
      { role: "tool", content: expect.stringContaining("forty-two") },
    ]);
  });
});
