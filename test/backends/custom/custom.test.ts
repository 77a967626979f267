/** Backends of the user's own: what they may look like, and what their mistakes come to. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { createCustom } from "../../../src/backends/custom/load-custom.ts";
import type { BackendEvent, BackendRequest } from "../../../src/model/backend.ts";
import { root } from "../../support/program.ts";

const request: BackendRequest = { messages: [{ role: "user", text: "hi" }], tools: [], maxTokens: 10 };

function create(exported: unknown, settings = {}) {
  return createCustom({
    name: "mine",
    label: "mine",
    module: "m.mjs",
    load: async () => exported,
    ...settings,
  });
}

async function heard(
  exported: unknown,
  signal = new AbortController().signal,
): Promise<readonly BackendEvent[]> {
  const backend = await create(exported);
  const events: BackendEvent[] = [];
  for await (const event of backend.stream(request, signal)) events.push(event);
  return events;
}

const fixture = (name: string) => import(pathToFileURL(join(root, "test/fixtures/custom", name)).href);

describe("a module", () => {
  it("may make a backend that streams", async () => {
    const backend = await create(await fixture("echo.mjs"));
    expect(backend).toMatchObject({ name: "mine", model: "echo-1" });
    expect((await heard(await fixture("echo.mjs"))).map(({ type }) => type)).toEqual([
      "text",
      "text",
      "usage",
      "done",
    ]);
  });

  it("may answer as a whole", async () => {
    expect(await heard(await fixture("whole.mjs"))).toEqual([
      { type: "text", text: "0 before; now: hi" },
      { type: "usage", usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 } },
      { type: "done", stop: "end" },
    ]);
  });

  it("may find tool calls in what it answered", async () => {
    const exported = {
      sendMessage: () => "run it",
      parseToolCalls: () => [{ name: "bash", arguments: { command: "ls" } }],
    };
    expect(await heard(exported)).toMatchObject([
      { type: "text" },
      { type: "tool-call", call: { name: "bash", input: { command: "ls" } } },
      { type: "done" },
    ]);
  });

  it("may be its default export", async () => {
    const stream = () => [{ type: "done", stop: "end" }];
    expect(await heard({ default: { stream } })).toEqual([{ type: "done", stop: "end" }]);
    expect(await heard({ default: () => ({ stream }) })).toEqual([{ type: "done", stop: "end" }]);
  });
});

describe("what cannot be a backend is refused when it is loaded", () => {
  it.each([
    [{}, "m.mjs must export createBackend, stream or send_message."],
    [{ createBackend: () => undefined }, "its createBackend returns no backend."],
    [undefined, "m.mjs exports nothing."],
  ])("%j", async (exported, message) => {
    await expect(create(exported)).rejects.toThrow(message);
  });

  it("and so is a file that cannot be loaded, or that is not named", async () => {
    const load = () => Promise.reject(new Error("no such file"));
    await expect(create({}, { load })).rejects.toThrow("m.mjs cannot be loaded: no such file");
    await expect(create({}, { module: undefined })).rejects.toThrow("set `backends.mine.module`");
  });
});

describe("what breaks the contract is a failed request", () => {
  const failure = (message: string) => [{ type: "failed", failure: { kind: "other", message } }];
  it.each([
    [[{ type: "text" }], 'The backend mine sent something that is no event: {"type":"text"}.'],
    [[{ type: "boo" }], 'The backend mine sent something that is no event: {"type":"boo"}.'],
    [[{ type: "tool-call", call: { id: "1", name: "x", input: [] } }], /no event/],
    [[], "The backend mine ended without saying done or failed."],
    [7, "The backend mine failed: its stream is not iterable."],
  ])("%j", async (events, message) => {
    const all = await heard({ stream: () => events });
    expect(all).toEqual(
      typeof message === "string" ? failure(message) : [expect.objectContaining({ type: "failed" })],
    );
  });

  it("and so is an exception", async () => {
    const stream = () => {
      throw new Error("no luck");
    };
    expect(await heard({ stream })).toEqual(failure("The backend mine failed: no luck"));
  });

  it("nothing is heard after the end, or after cancelling", async () => {
    const stream = () => [
      { type: "done", stop: "end" },
      { type: "text", text: "more" },
    ];
    expect(await heard({ stream })).toEqual([{ type: "done", stop: "end" }]);
    expect(await heard({ stream }, AbortSignal.abort())).toMatchObject([{ failure: { kind: "aborted" } }]);
  });
});
