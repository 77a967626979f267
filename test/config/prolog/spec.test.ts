import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettingsText } from "../../../src/config/settings-file.ts";
import { root } from "../../support/program.ts";

function read(text: string, env: Readonly<Record<string, string>> = {}) {
  return readSettingsText({ name: "spec.pl", text, owner: { kind: "user", env } });
}

async function settings(text: string) {
  const reading = await read(text, { ANTHROPIC_API_KEY: "sk-a", OPENAI_API_KEY: "sk-o" });
  if (reading.kind === "error") throw new Error(reading.messages.join("\n"));
  return reading;
}

describe("backends", () => {
  it("that are programs need no code", async () => {
    const { layer, agents } = await settings(
      'agent_backend(helper, [type(cli), command("helper"), args(["-v"]), tool_pattern("T: (\\\\w+)"), description("Helps")]).',
    );
    expect(layer.backends).toEqual({
      helper: { type: "cli", command: "helper", args: ["-v"], toolPattern: "T: (\\w+)" },
    });
    expect(agents).toEqual([{ name: "helper", description: "Helps", settings: { backend: "helper" } }]);
  });

  it.each([
    [
      "https://api.anthropic.com/v1/messages",
      { type: "anthropic", baseUrl: "https://api.anthropic.com", apiKey: "sk-a" },
    ],
    [
      "https://api.openai.com/v1/responses",
      { type: "openai", baseUrl: "https://api.openai.com/v1", api: "responses", apiKey: "sk-o" },
    ],
    ["http://box:1234/v1/chat/completions", { type: "openai", baseUrl: "http://box:1234/v1", api: "chat" }],
    ["http://localhost:11434/api/chat", { type: "ollama", baseUrl: "http://localhost:11434" }],
    [
      "https://api.anthropic.com.evil.example/v1/messages",
      { type: "anthropic", baseUrl: "https://api.anthropic.com.evil.example" },
    ],
  ])("are known by their address %s, and keys go to no other host", async (address, wanted) => {
    const { layer } = await settings(`agent_backend(mine, [type(api), endpoint("${address}")]).`);
    expect(layer.backends).toEqual({ mine: wanted });
  });

  it("have one description each", async () => {
    const twice = await read(
      'agent_backend(x,[type(cli),command("a")]). agent_backend(x,[type(cli),command("b")]).',
    );
    expect(twice).toMatchObject({ kind: "error" });
  });
});

it("an agent of its own says more than the backend of its name", async () => {
  const { agents } = await settings(
    'agent(x, [backend(x), temperature(0.5)]). agent_backend(x, [type(cli), command("x")]).',
  );
  expect(agents).toEqual([{ name: "x", settings: { backend: "x", temperature: 0.5 } }]);
});

it("tools are offered, described and asked about as they are specified", async () => {
  const { layer, notices } = await settings(
    'tool_spec(bash, [description("Run"), confirmation_required(true), timeout(120), colour(red)]). tool_spec(read, []). tool_spec(fly, []).',
  );
  expect(layer.tools).toEqual(["bash", "read"]);
  expect(layer.toolSettings).toEqual({
    bash: { description: "Run", confirm: true, timeoutSeconds: 120 },
    read: {},
  });
  expect(notices).toEqual([
    "spec.pl:1:81: colour of the tool bash is not used.",
    "spec.pl:1:132: There is no tool fly here, so it is not offered; known are bash, read, write, edit.",
  ]);
});

it("the loop is told in its own words or in ours", async () => {
  const { layer } = await settings(
    "loop_config([display_tokens(false), max_iterations(3), confirm_destructive_tools(false)]).",
  );
  expect(layer).toEqual({ showTokens: false, maxIterations: 3, autoTools: true });
});

it("unknown facts are told of and passed over", async () => {
  const { notices } = await settings("flavour(sweet).");
  expect(notices).toEqual([
    "spec.pl:1:1: flavour/1 is not used; known are agent_backend/2, agent/2, tool_spec/2 and loop_config/1.",
  ]);
});

it.each([
  ["agent_backend(x, [type(rocket)]).", "spec.pl:1:24: backends.x.type"],
  ["agent_backend(x, cli).", "spec.pl:1:18: a list of properties is expected here"],
  ["agent_backend([], [type(cli)]).", "spec.pl:1:15: a name is expected here."],
  ["agent_backend(x, [type(cli, b)]).", "spec.pl:1:19: type takes one value"],
  ["agent_backend(x, [cli]).", "spec.pl:1:19: a property is written name(value)."],
  ["tool_spec(bash, [parameters([x])]).", "spec.pl:1:30: a parameter is written param("],
  ["loop_config([max_iterations(many)]).", "spec.pl:1:29: max_iterations must be a whole number"],
])("%s is refused with its place", async (text, message) => {
  const reading = await read(text);
  expect(reading.kind === "error" && reading.messages[0]).toMatch(message);
});

const seed = join(root, "../shared/seeds/001_011f4160a0e56569.txt");
it.skipIf(!existsSync(seed))("the text that the facts come from loads as it is", async () => {
  const [, text = ""] = /```prolog\n([\s\S]*?)```/.exec(readFileSync(seed, "utf8")) ?? [];
  const { layer, agents } = await settings(text);
  expect(agents.map(({ name }) => name)).toEqual(["coro", "claude_api", "openai", "ollama"]);
  expect(layer.backends?.coro).toMatchObject({ type: "cli", command: "coro", profile: "coro" });
  expect(layer.tools).toEqual(["bash", "read", "write", "edit"]);
  expect(layer.toolSettings?.bash?.confirm).toBe(true);
});
