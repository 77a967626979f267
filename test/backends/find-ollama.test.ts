/** Who counts as an Ollama of this machine. Only the mock is asked over a wire. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findOllama, isLoopback } from "../../src/backends/find-ollama.ts";
import type { Send } from "../../src/http/answer.ts";
import { sendRequest } from "../../src/http/send.ts";
import { type BackendSettings, defaultSettings, type Settings } from "../../src/model/settings.ts";
import { httpAnswer } from "../support/http-answer.ts";
import { type MockOllama, startMockOllama } from "../support/mock-ollama.ts";
import { statusReply } from "../support/mock-server.ts";

function withOllama(ollama: BackendSettings, more: Partial<Settings> = {}): Settings {
  return { ...defaultSettings, ...more, backends: { ollama } };
}

/** Milliseconds, for a machine that does much else. */
const plenty = 10_000;

const twoModels = { models: [{ name: "qwen3:8b", model: "qwen3:8b" }, { name: "llama3" }] };

describe("a server that answers", () => {
  let mock: MockOllama;
  beforeEach(async () => {
    mock = await startMockOllama();
    mock.tags(twoModels);
  });
  afterEach(() => mock.close());
  const find = (own: BackendSettings = {}, more: Partial<Settings> = {}) =>
    findOllama(withOllama({ baseUrl: mock.url, ...own }, more), sendRequest, plenty);

  it("brings its first model, unless one is set", async () => {
    expect(await find()).toEqual({ model: "qwen3:8b" });
    expect(await find({ model: "mine" })).toEqual({});
    expect(await find({}, { model: "mine" })).toEqual({});
    expect(mock.others.map(({ path }) => path)).toEqual(Array(3).fill("/api/tags"));
  });

  it("counts under its other name", async () => {
    const settings = { ...defaultSettings, backends: { "ollama-api": { baseUrl: mock.url } } };
    expect(await findOllama(settings, sendRequest, plenty)).toEqual({ model: "qwen3:8b" });
  });

  it.each([
    ["has no model", { models: [] }],
    ["is something else", { hello: "world" }],
    ["refuses", statusReply(500, "no")],
    ["writes no JSON", statusReply(200, "<html>")],
    ["sends us elsewhere", statusReply(302, "")],
  ])("does not count when it %s", async (_what, reply) => {
    mock.tags(reply);
    expect(await find()).toBeUndefined();
  });
});

describe("who is asked", () => {
  const answering = () => vi.fn<Send>(async () => httpAnswer(twoModels));

  it("is the usual address where none is set", async () => {
    const send = answering();
    expect(await findOllama(defaultSettings, send)).toEqual({ model: "qwen3:8b" });
    expect(send.mock.calls.map(([url]) => url)).toEqual(["http://localhost:11434/api/tags"]);
  });

  it("is nobody where another machine is set", async () => {
    const send = answering();
    expect(await findOllama(withOllama({ baseUrl: "http://192.168.1.5:11434" }), send)).toBeUndefined();
    expect(send).not.toHaveBeenCalled();
  });

  it("is given up when it does not answer soon", async () => {
    const never: Send = (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        // The signal's own timer would not keep the process alive, as a socket does.
        const alive = setInterval(() => {}, 1000);
        signal.addEventListener("abort", () => {
          clearInterval(alive);
          reject(signal.reason);
        });
      });
    const started = performance.now();
    expect(await findOllama(defaultSettings, never)).toBeUndefined();
    expect(performance.now() - started).toBeGreaterThan(150);
  });
});

it.each([
  ["http://localhost:11434", true],
  ["http://LOCALHOST", true],
  ["http://127.0.0.1:1", true],
  ["http://127.1:1", true],
  ["https://127.8.9.1/ollama", true],
  ["http://[::1]:11434", true],
  ["http://127.0.0.1.example.com", false],
  ["http://localhost.example.com", false],
  ["http://127.0.0.1@example.com", false],
  ["http://10.0.0.1", false],
  ["http://[fe80::1]", false],
  ["http://ollama", false],
  ["ftp://localhost", false],
  ["nonsense", false],
])("%s is on this machine: %s", (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
