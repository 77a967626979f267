/** Switching who answers in the midst of a conversation, between two mocks. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockAnthropic, startMockAnthropic, textReply } from "../support/mock-anthropic.ts";
import { scratch } from "../support/program.ts";
import { messagesOf, useAgent } from "./agent.ts";

const agent = useAgent();
let other: MockAnthropic;
beforeEach(async () => {
  other = await startMockAnthropic();
});
afterEach(() => other.close());

function home(): string {
  const directory = scratch();
  mkdirSync(join(directory, ".config", "treadle"), { recursive: true });
  const second = { type: "anthropic", base_url: other.url, api_key: "k2", model: "claude-haiku-4-5" };
  const settings = { backends: { second }, agents: { brief: { system_prompt: "Be brief." } } };
  writeFileSync(join(directory, ".config", "treadle", "config.json"), JSON.stringify(settings));
  return directory;
}

const say = (input: string) => agent.run(["-m", "claude-opus-5-5"], { input, env: { HOME: home() } });

describe("/backend", () => {
  it("sends the next request to the other service, with the whole conversation (B27)", async () => {
    agent.mock.enqueue(textReply("One."));
    other.enqueue(textReply("Two."));
    const { stdout, code } = await say("a\n/backend second\nb\n/status\n");
    expect(messagesOf(other.requests[0])).toEqual(["user: a", "assistant: One.", "user: b"]);
    expect(other.requests[0]?.body).toMatchObject({ model: "claude-haiku-4-5" });
    expect(other.requests[0]?.headers["x-api-key"]).toBe("k2");
    expect(stdout).toContain("Backend: second, model claude-haiku-4-5, from now on.");
    expect(agent.mock.requests).toHaveLength(1);
    expect(code).toBe(0);
  });

  it("that cannot be made leaves the old one in force", async () => {
    const { stdout } = await say("/backend nobody\na\n");
    expect(stdout).toMatch(/Nothing is changed: Unknown backend "nobody"/);
    expect(agent.mock.requests).toHaveLength(1);
  });

  it("lists them without a name", async () => {
    const { stdout } = await say("/backend\n");
    expect(stdout).toMatch(/\* anthropic\n/);
    expect(stdout).toMatch(/ {2}second\n/);
  });
});

it("/model asks another model of the same service", async () => {
  await say("a\n/model claude-haiku-4-5\nb\n");
  expect(agent.mock.requests.map(({ body }) => body?.model)).toEqual(["claude-opus-5-5", "claude-haiku-4-5"]);
});

it("/agent takes all of an agent's settings, and refuses one that does not exist", async () => {
  const { stdout } = await say("/agent nobody\n/agent brief\na\n");
  expect(stdout).toMatch(/Nothing is changed: .*there is no agent "nobody"/);
  expect(JSON.stringify(agent.mock.requests[0]?.body?.system)).toContain("Be brief.");
});
