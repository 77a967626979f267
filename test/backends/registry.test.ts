import { beforeEach, expect, test, vi } from "vitest";
import { backendNames, createBackend } from "../../src/backends/registry.ts";
import { defaultSettings, type Settings } from "../../src/model/settings.ts";

const createAnthropic = vi.hoisted(() => vi.fn());
vi.mock("../../src/backends/anthropic.ts", () => ({ createAnthropic }));

beforeEach(() => {
  createAnthropic.mockReset();
  createAnthropic.mockResolvedValue({ name: "anthropic" });
});

function create(name: string, settings: Partial<Settings> = {}) {
  const sleep = async () => {};
  return createBackend(name, { settings: { ...defaultSettings, ...settings }, help: [], sleep });
}

test("the names are listed without aliases", () => {
  expect(backendNames()).toEqual(["offline", "anthropic"]);
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
    message: `Unknown backend "${name}": choose one of offline, anthropic.`,
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
      apiKey: "key",
      baseUrl: "http://localhost",
      model: "own",
    });
  },
);

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
