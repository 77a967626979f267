import { expect, test } from "vitest";
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

test.each(cases)("with %s", (_what, settings, name, reason) => {
  const choice = chooseBackend({ ...defaultSettings, ...settings });
  expect(choice.name).toBe(name);
  expect(choice.reason).toContain(reason);
});
