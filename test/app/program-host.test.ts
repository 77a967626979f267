import { expect, test } from "vitest";
import { programHost } from "../../src/app/program-host.ts";
import { defaultSettings } from "../../src/model/settings.ts";

const clock = { now: () => 0, after: () => ({ cancel() {} }) };
const env = {
  PATH: "/bin",
  ANTHROPIC_API_KEY: "sk-anthropic",
  OPENAI_API_KEY: "sk-openai-key",
  HEADER: "x sk-openai-key",
};
const settings = {
  ...defaultSettings,
  backends: { anthropic: { apiKey: "sk-anthropic" }, openai: { apiKey: "sk-openai-key" } },
};
const host = programHost({ cwd: "/", env, clock, node: process }, settings);

test("a program gets the key that it needs, although a backend has it too, and no other", async () => {
  const given = await host.childEnv(["ANTHROPIC_API_KEY"]);
  expect(given).toMatchObject({ PATH: "/bin", ANTHROPIC_API_KEY: "sk-anthropic", TERM: "dumb" });
  expect(given).not.toHaveProperty("OPENAI_API_KEY");
  expect(given).not.toHaveProperty("HEADER");
});

test("a program without keys gets none", async () => {
  expect(Object.keys(await host.childEnv([])).filter((name) => name.endsWith("_KEY"))).toEqual([]);
});

test("signalling a group that is gone says so", () => {
  expect(host.kill(2 ** 30, "SIGTERM")).toBe(false);
});
