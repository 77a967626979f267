import { beforeEach, expect, test, vi } from "vitest";
import { createBackend, keyState, knownBackends } from "../../src/backends/registry.ts";
import { defaultSettings, type Settings } from "../../src/model/settings.ts";
import { testHost } from "../support/program-host.ts";

const createAnthropic = vi.hoisted(() => vi.fn());
vi.mock("../../src/backends/anthropic.ts", () => ({ createAnthropic }));
const createOpenAi = vi.hoisted(() => vi.fn());
vi.mock("../../src/backends/openai.ts", () => ({ createOpenAi }));

beforeEach(() => {
  createAnthropic.mockReset();
  createAnthropic.mockResolvedValue({ name: "anthropic" });
  createOpenAi.mockReset();
  createOpenAi.mockResolvedValue({ name: "openai" });
});

function create(name: string, settings: Partial<Settings> = {}) {
  const sleep = async () => {};
  return createBackend(name, {
    settings: { ...defaultSettings, ...settings },
    help: async () => [],
    sleep,
    loadModule: async () => ({}),
    programs: testHost(),
  });
}

const namesWith = (backends: Settings["backends"]) =>
  knownBackends({ ...defaultSettings, backends }).map(({ name }) => name);
const builtIn = namesWith({});

test("the names are listed without aliases, the user's own after the built-in ones", () => {
  expect(builtIn).toEqual(expect.arrayContaining(["offline", "anthropic"]));
  expect(builtIn).not.toContain("claude");
  const backends = { mine: { type: "anthropic" }, untyped: {}, claude: { type: "anthropic" } } as const;
  expect(namesWith(backends)).toEqual([...builtIn, "mine"]);
});

test("the offline backend needs nothing and keeps its own model", async () => {
  const created = await create("offline", { model: "claude-x" });
  expect(created).toMatchObject({
    kind: "ok",
    backend: { name: "offline", label: "offline demo", model: "offline-demo" },
  });
});

test.each(["x", "", "__proto__", "constructor"])("an unknown name %j is an error", async (name) => {
  expect(await create(name)).toEqual({
    kind: "error",
    message: `Unknown backend "${name}": choose one of ${builtIn.join(", ")}.`,
  });
});

test.each([undefined, "", "  "])("the key %j counts as missing", async (apiKey) => {
  const created = await create("claude", { backends: { anthropic: { apiKey } } });
  expect(created).toMatchObject({ kind: "error" });
  const message = created.kind === "error" ? created.message : "";
  expect(message).toContain("ANTHROPIC_API_KEY");
  expect(message).toContain("backends.anthropic.api_key");
  expect(createAnthropic).not.toHaveBeenCalled();
});

test.each(["anthropic", "claude", "claude-api", " Claude "])(
  "%j creates the Anthropic backend",
  async (name) => {
    const anthropic = { apiKey: " key\n", baseUrl: "http://localhost", model: "own" };
    expect(await create(name, { backends: { anthropic } })).toMatchObject({ kind: "ok" });
    expect(createAnthropic).toHaveBeenCalledWith({
      name: "anthropic",
      label: "Anthropic API",
      keyVariable: "ANTHROPIC_API_KEY",
      apiKey: "key",
      baseUrl: "http://localhost",
      model: "own",
    });
  },
);

test.each(["openai", "gpt", "OpenAI-API"])("%j creates the OpenAI backend", async (name) => {
  const openai = { apiKey: "key", api: "chat", replayReasoning: "never", thinking: "low" } as const;
  expect(await create(name, { backends: { openai } })).toMatchObject({ kind: "ok" });
  const who = { name: "openai", label: "OpenAI API", keyVariable: "OPENAI_API_KEY", model: undefined };
  expect(createOpenAi).toHaveBeenCalledWith({ ...openai, ...who });
});

test.each([
  [{}, "missing"],
  [{ baseUrl: "https://api.openai.com/v1" }, "missing"],
  [{ baseUrl: "http://localhost:1234/v1" }, "not-needed"],
] as const)("OpenAI at %j has a key that is %s", async (openai, state) => {
  const settings = { ...defaultSettings, backends: { openai } };
  const entry = knownBackends(settings).find(({ name }) => name === "openai");
  expect(entry && keyState(entry, settings)).toBe(state);
  expect((await create("openai", settings)).kind).toBe(state === "missing" ? "error" : "ok");
});

test("a server of the user's own gets neither OpenAI's key nor its model", async () => {
  const mine = { type: "openai", baseUrl: "http://localhost:8000/v1", model: "qwen" } as const;
  await create("mine", { backends: { openai: { apiKey: "sk", model: "gpt" }, mine } });
  expect(createOpenAi).toHaveBeenCalledWith({ ...mine, name: "mine", label: "mine", apiKey: "" });
});

test("the model of the settings wins over that of the backend", async () => {
  await create("anthropic", { model: "chosen", backends: { anthropic: { apiKey: "k", model: "own" } } });
  expect(createAnthropic).toHaveBeenCalledWith(expect.objectContaining({ model: "chosen" }));
});

test("a backend that cannot be created is an error that does not tell the key", async () => {
  createAnthropic.mockRejectedValue(new Error("bad header sk-secret"));
  const created = await create("anthropic", { backends: { anthropic: { apiKey: "sk-secret" } } });
  expect(created).toEqual({
    kind: "error",
    message: "The backend anthropic could not be started: bad header ***",
  });
});

test("what is configured under an alias counts as well", async () => {
  const backends = { anthropic: { apiKey: "key" }, claude: { baseUrl: "http://localhost:1" } };
  await create("claude", { backends });
  expect(createAnthropic).toHaveBeenCalledWith(
    expect.objectContaining({ apiKey: "key", baseUrl: "http://localhost:1" }),
  );
});

const sayings = async (name: string, backends: Settings["backends"]) => {
  const created = await create(name, { backends });
  return created.kind === "error" ? created.message : "";
};

test.each(["mine", " MINE "])("%j finds what the user calls so, with its own key alone", async (name) => {
  const mine = { type: "anthropic", apiKey: "k", baseUrl: "http://localhost:1", thinking: "high" } as const;
  await create(name, { backends: { anthropic: { apiKey: "other" }, mine } });
  const access = { ...mine, name: "mine", label: "mine", model: undefined };
  expect(createAnthropic).toHaveBeenCalledWith(access);
  expect(await sayings(name, { anthropic: { apiKey: "other" }, mine: { type: "anthropic" } })).toBe(
    "The backend mine needs an API key: set the config key `backends.mine.api_key`.",
  );
});

test("names that differ in case alone are apart", async () => {
  const backends = {
    Mine: { type: "anthropic", apiKey: "A" },
    mine: { type: "anthropic", apiKey: "b" },
  } as const;
  await create("mine", { backends });
  expect(createAnthropic).toHaveBeenCalledWith(expect.objectContaining({ name: "mine", apiKey: "b" }));
});

test("a name without a type says what is missing", async () => {
  expect(await sayings("mine", { mine: { model: "m" } })).toContain(
    "Or say what it is in `backends.mine.type`.",
  );
});

test("a built-in name keeps its meaning", async () => {
  expect(await sayings("anthropic", { anthropic: { type: "openai", apiKey: "k" } })).toBe(
    "The backend anthropic is the Anthropic API, not of the type openai: give yours another name in the settings.",
  );
});

test("an alias may be given another meaning, and then says nothing about its former owner", async () => {
  const backends = {
    anthropic: { apiKey: "k" },
    claude: { type: "module", module: "x.mjs", model: "m" },
  } as const;
  expect(await sayings("claude", backends)).toContain("The backend claude ");
  expect(createAnthropic).not.toHaveBeenCalled();
  await create("anthropic", { backends });
  expect(createAnthropic).toHaveBeenCalledWith(expect.objectContaining({ apiKey: "k", model: undefined }));
});

test("whether a key is configured can be asked", () => {
  const states = (backends: Settings["backends"]) => {
    const settings = { ...defaultSettings, backends };
    return Object.fromEntries(
      knownBackends(settings).map((entry) => [entry.name, keyState(entry, settings)]),
    );
  };
  expect(states({})).toMatchObject({ offline: "not-needed", anthropic: "missing" });
  expect(states({ claude: { apiKey: "k" } })).toMatchObject({ anthropic: "found" });
});
