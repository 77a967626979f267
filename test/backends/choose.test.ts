import { expect, test, vi } from "vitest";
import { chooseBackend } from "../../src/backends/choose.ts";
import { defaultSettings, type Settings } from "../../src/model/settings.ts";

const cases: readonly [string, Partial<Settings>, string, string][] = [
  [
    "nothing",
    {},
    "offline",
    "nothing is configured: set ANTHROPIC_API_KEY or OPENAI_API_KEY, or choose with --backend",
  ],
  ["a key", { backends: { anthropic: { apiKey: "k" } } }, "anthropic", "an Anthropic API key is configured"],
  ["OpenAI's key", { backends: { openai: { apiKey: "k" } } }, "openai", "an OpenAI API key is configured"],
  [
    "two keys",
    { backends: { openai: { apiKey: "k" }, anthropic: { apiKey: "k" } } },
    "anthropic",
    "Anthropic",
  ],
  ["an OpenAI URL but no key", { backends: { openai: { baseUrl: "http://x" } } }, "offline", "nothing"],
  ["an empty key", { backends: { anthropic: { apiKey: "" } } }, "offline", "nothing is configured"],
  ["a blank key", { backends: { anthropic: { apiKey: " \n" } } }, "offline", "nothing is configured"],
  ["no key but a URL", { backends: { anthropic: { baseUrl: "http://x" } } }, "offline", "nothing"],
  ["a choice", { backend: "anthropic" }, "anthropic", "chosen in the settings"],
  [
    "a choice and a key",
    { backend: "offline", backends: { anthropic: { apiKey: "k" } } },
    "offline",
    "chosen in the settings",
  ],
];

const nobody = async () => undefined;

test.each(cases)("with %s", async (_what, settings, name, reason) => {
  const choice = await chooseBackend({ ...defaultSettings, ...settings }, nobody);
  expect(choice.name).toBe(name);
  expect(choice.reason).toContain(reason);
});

test("an Ollama that runs comes before the demo, with a model where it brings one", async () => {
  const choose = (found: { model?: string }) => chooseBackend(defaultSettings, async () => found);
  expect(await choose({ model: "qwen3" })).toEqual({
    name: "ollama",
    model: "qwen3",
    reason: "it is running on this machine, and nothing else is configured",
  });
  expect(await choose({})).not.toHaveProperty("model");
});

test.each<[string, Partial<Settings>]>([
  ["a choice", { backend: "offline" }],
  ["a key", { backends: { anthropic: { apiKey: "k" } } }],
  ["OpenAI's key", { backends: { openai: { apiKey: "k" } } }],
  ["tools that run unasked", { autoTools: true }],
])("nobody looks for an Ollama with %s", async (_what, settings) => {
  const look = vi.fn(nobody);
  await chooseBackend({ ...defaultSettings, ...settings }, look);
  expect(look).not.toHaveBeenCalled();
});
