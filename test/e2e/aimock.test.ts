/** A second opinion: the built program in front of a mock server that others wrote. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { LLMock } from "@copilotkit/aimock";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runProgram, scratch } from "../support/program.ts";
import { checked } from "./agent.ts";

let mock: LLMock;
beforeEach(async () => {
  mock = new LLMock({ port: 0, logLevel: "silent" });
  mock.on({ userMessage: "what is in a.txt?", hasToolResult: true }, { content: "It is 42." });
  const read = { name: "read", arguments: JSON.stringify({ path: "a.txt" }) };
  mock.on({ userMessage: "what is in a.txt?" }, { content: "Let me look.", toolCalls: [read] });
  await mock.start();
});
afterEach(() => mock.stop());

/** The settings of a backend of each type; a new type needs a line. */
const backends: readonly [string, (url: string) => readonly string[], string][] = [
  ["anthropic", (url) => ["type: anthropic", `base_url: ${url}`, "api_key: k"], "/v1/messages"],
  ["openai, chat", (url) => ["type: openai", `base_url: ${url}/v1`, "api: chat"], "/v1/chat/completions"],
  ["openai, Responses", (url) => ["type: openai", `base_url: ${url}/v1`, "api: responses"], "/v1/responses"],
  ["ollama", (url) => ["type: ollama", `base_url: ${url}`], "/api/chat"],
];

test.each(backends)("%s", async (_name, settings, path) => {
  const folder = scratch();
  const config = join(folder, "settings.yaml");
  const lines = [...settings(mock.url), "model: m"].map((line) => `    ${line}`);
  writeFileSync(config, `backends:\n  theirs:\n${lines.join("\n")}\n`);
  writeFileSync(join(folder, "a.txt"), "forty-two\n");
  const args = ["--config", config, "-b", "theirs", "what is in a.txt?"];
  const { stdout, stderr, code } = checked(await runProgram({ args, cwd: folder }));
  expect({ stdout, code }, stderr).toEqual({ stdout: "Let me look.\nIt is 42.\n", code: 0 });
  const requests = mock.getRequests();
  expect(requests.map((request) => request.path)).toEqual([path, path]);
  expect(JSON.stringify(requests[1]?.body)).toContain("forty-two");
});
