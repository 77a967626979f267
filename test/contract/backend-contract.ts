/** What every backend must do, whatever its wire format. Each backend's test plays the answers on its own wire. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Backend, BackendRequest, FailureKind } from "../../src/model/backend.ts";
import type { Usage } from "../../src/model/usage.ts";
import { fullHistory } from "./full-history.ts";
import { type Reading, readAll } from "./read-all.ts";

/** What the model or its server does next. */
export type ContractAnswer =
  | {
      readonly kind: "text";
      readonly pieces: readonly string[];
      readonly usage?: Usage;
      readonly packets?: Packets;
      /** Before anything is sent, the headers too. */
      readonly firstDelayMs?: number;
    }
  /** `json` holds the fragments in which the arguments arrive. */
  | { readonly kind: "calls"; readonly calls: readonly ContractCall[]; readonly packets?: Packets }
  | { readonly kind: "empty" }
  | {
      readonly kind: "status";
      readonly status: number;
      /** A string is sent as it is, anything else as JSON. */
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection is destroyed, or stays silent, after these pieces of text; with none, before the headers. */
  | { readonly kind: "cut" | "hang"; readonly pieces: readonly string[] }
  /** After the pieces comes something that is not in the format of the API. */
  | { readonly kind: "garbage"; readonly pieces: readonly string[] };

/** How the answer is cut up on its way: all in one, or byte by byte. Otherwise the pieces travel apart. */
export type Packets = "one" | "bytes";

/** The same bytes in other packets. */
export function packed(
  chunks: readonly string[],
  packets: Packets | undefined,
): readonly (string | Uint8Array)[] {
  if (packets === undefined) return chunks;
  const whole = chunks.join("");
  return packets === "one" ? [whole] : Array.from(Buffer.from(whole), (byte) => Uint8Array.of(byte));
}

export interface ContractCall {
  readonly id: string;
  readonly name: string;
  readonly json: readonly string[];
}

export interface ContractSubject {
  readonly backend: Backend;
  /** The key the backend was given. */
  readonly secret: string;
  /** What this API can tell of a usage, where it cannot tell all of it. */
  tells?(usage: Usage): Usage;
  enqueue(answer: ContractAnswer): void;
  /** How many requests have arrived, and how many of them the client has given up. */
  requests(): { readonly arrived: number; readonly abandoned: number };
  /** The request bodies that a strict server of this API refuses. */
  refusals(): readonly string[];
  close(): Promise<void>;
}

const simple: BackendRequest = { messages: [{ role: "user", text: "hi" }], tools: [], maxTokens: 100 };

export function describeBackendContract(name: string, start: () => Promise<ContractSubject>): void {
  describe(`${name} keeps the backend contract`, () => {
    let subject: ContractSubject;
    beforeEach(async () => {
      subject = await start();
    });
    afterEach(() => subject.close());

    const ask = async (answer: ContractAnswer, request = simple) => {
      subject.enqueue(answer);
      return readAll(subject.backend, request);
    };

    describeAnswers(ask, (usage) => subject.tells?.(usage) ?? usage);
    describeCalls(ask);
    describePackets(ask);
    describeFailures(ask, () => subject);
    describeCancelling(() => subject);

    test("a history with everything in it is accepted", async () => {
      const request = { ...simple, system: "Be brief.", messages: fullHistory };
      expect((await ask({ kind: "text", pieces: ["ok"] }, request)).end).toEqual({
        type: "done",
        stop: "end",
      });
      expect(subject.refusals()).toEqual([]);
    });

    test("one backend serves one request after the other", async () => {
      expect((await ask({ kind: "cut", pieces: [] })).kind).toBe("network");
      expect((await ask({ kind: "text", pieces: ["fine"] })).text).toBe("fine");
      expect((await ask({ kind: "text", pieces: ["again"] })).text).toBe("again");
    });
  });
}

type AskFor = (answer: ContractAnswer, request?: BackendRequest) => Promise<Reading>;

function describeAnswers(ask: AskFor, told: (usage: Usage) => Usage): void {
  test("text arrives in pieces, complete and in order", async () => {
    const pieces = ["Grüße, ", "世界 ", "👩‍👩‍👧", "\n\n", "  end "];
    const { events, text, end } = await ask({ kind: "text", pieces });
    expect(text).toBe(pieces.join(""));
    expect(events.filter((event) => event.type === "text").length).toBeGreaterThan(1);
    expect(end).toEqual({ type: "done", stop: "end" });
  });

  test("usage is told, without counting the cache twice", async () => {
    const usage: Usage = { input: 11, output: 7, cacheRead: 300, cacheWrite: 20 };
    expect((await ask({ kind: "text", pieces: ["x"], usage })).usage).toEqual(told(usage));
  });

  test("an empty answer is an answer", async () => {
    const { text, calls, end } = await ask({ kind: "empty" });
    expect({ text, calls, end }).toEqual({ text: "", calls: [], end: { type: "done", stop: "end" } });
  });
}

function describeCalls(ask: AskFor): void {
  const askCalls = (...calls: readonly ContractCall[]) => ask({ kind: "calls", calls });
  const one = async (...json: readonly string[]) => (await askCalls({ id: "c1", name: "bash", json })).calls;

  test("the arguments of a call are put together from fragments", async () => {
    const { calls, end } = await askCalls({
      id: "c1",
      name: "bash",
      json: ['{"comm', 'and":"echo \\', '"a\\u00', "e9\\n", '世"', ',"n":[1', ",2]}"],
    });
    expect(calls).toEqual([{ id: "c1", name: "bash", input: { command: 'echo "aé\n世', n: [1, 2] } }]);
    expect(end).toEqual({ type: "done", stop: "tool-use" });
  });

  test("parallel calls keep their order and their own arguments", async () => {
    const { calls } = await askCalls(
      { id: "c1", name: "read", json: ['{"path":', '"a"}'] },
      { id: "c2", name: "read", json: ['{"path":"b"}'] },
      { id: "c3", name: "bash", json: ['{"command":"c"}'] },
    );
    expect(calls.map(({ id, name, input }) => [id, name, input])).toEqual([
      ["c1", "read", { path: "a" }],
      ["c2", "read", { path: "b" }],
      ["c3", "bash", { command: "c" }],
    ]);
  });

  test("no arguments are no arguments", async () => {
    expect(await one()).toEqual([{ id: "c1", name: "bash", input: {} }]);
    expect(await one("{}")).toEqual([{ id: "c1", name: "bash", input: {} }]);
  });

  test.each([
    ["cut off", '{"command":"rm -rf /tmp/foo'],
    ["with a comment", '{"command":"ls" /* all */}'],
    ["with a raw newline", '{"command":"a\nb"}'],
    ["with something after it", '{"command":"ls"} ok'],
    ["an array", '["ls"]'],
    ["a string", '"ls"'],
    ["null", "null"],
  ])("JSON that is %s makes a malformed call with nothing in it", async (_what, raw) => {
    const [call, ...others] = await one(raw.slice(0, 3), raw.slice(3));
    expect(others).toEqual([]);
    expect(call).toEqual({
      id: "c1",
      name: "bash",
      input: {},
      malformed: { raw, problem: expect.stringMatching(/./) },
    });
  });
}

function describePackets(ask: AskFor): void {
  const done = { type: "done", stop: "end" };

  test("a thousand pieces may come in one packet", async () => {
    const pieces = Array.from({ length: 1000 }, (_, at) => `piece ${at}, `);
    const { text, end } = await ask({ kind: "text", pieces, packets: "one" });
    expect(text).toBe(pieces.join(""));
    expect(end).toEqual(done);
  });

  test("a piece may be a single character", async () => {
    const pieces = Array.from("Grüße, 世界 😀!\n".repeat(20));
    const { text, end } = await ask({ kind: "text", pieces });
    expect(text).toBe(pieces.join(""));
    expect(end).toEqual(done);
  });

  test("a packet may be a single byte, also within a character", async () => {
    const { text, end } = await ask({ kind: "text", pieces: ["né 世", "界 😀"], packets: "bytes" });
    expect(text).toBe("né 世界 😀");
    expect(end).toEqual(done);
  });

  const input = { command: 'echo "a\\b"\n', list: [1, -2.5e3, null, true], "ключ 😀": { deep: "世界" } };
  const raw = JSON.stringify(input);
  const call = { id: "c1", name: "bash", input };

  test.each(["one", "bytes", undefined] as const)(
    "arguments may be split at every character, in packets: %s",
    async (packets) => {
      const json = raw.split("");
      expect((await ask({ kind: "calls", calls: [{ ...call, json }], packets })).calls).toEqual([call]);
    },
  );

  test("arguments may be split at any character", async () => {
    for (let at = 0; at <= raw.length; at += 1) {
      const json = [raw.slice(0, at), raw.slice(at)];
      expect((await ask({ kind: "calls", calls: [{ ...call, json }] })).calls).toEqual([call]);
    }
  });

  test("a slow first byte is waited for", async () => {
    const { text, end } = await ask({ kind: "text", pieces: ["late"], firstDelayMs: 300 });
    expect(text).toBe("late");
    expect(end).toEqual(done);
  });
}

const statuses: readonly [number, FailureKind][] = [
  [400, "other"],
  [401, "auth"],
  [403, "auth"],
  [404, "other"],
  [408, "network"],
  [413, "context-overflow"],
  [429, "rate-limit"],
  [500, "overloaded"],
  [502, "overloaded"],
  [503, "overloaded"],
  [504, "network"],
  [529, "overloaded"],
];

function describeFailures(ask: AskFor, subject: () => ContractSubject): void {
  const status = (code: number, body: unknown, headers = {}) =>
    ask({ kind: "status", status: code, body, headers });

  test.each(statuses)("HTTP %i is of the kind %s, and asked for once", async (code, kind) => {
    const { events, kind: told, message } = await status(code, { error: { message: "because" } });
    expect(told).toBe(kind);
    expect(events).toHaveLength(1);
    expect(message).toContain("because");
    expect(subject().requests().arrived).toBe(1);
  });

  test("an unknown model names the model and the setting to change", async () => {
    const { message } = await status(404, { error: { message: "no such model" } });
    expect(message).toContain(subject().backend.model);
    expect(message).toContain("`model`");
  });

  test("the wait that the server asks for is passed on", async () => {
    const { end } = await status(429, { error: { message: "slow" } }, { "retry-after": "35" });
    expect(end).toMatchObject({ failure: { kind: "rate-limit", retryAfterMs: 35_000 } });
  });

  test.each([
    ["a page", "<!DOCTYPE html><html><title>Bad Gateway</title><p>secret sauce</p></html>"],
    ["nothing", ""],
    ["a flood", "many words ".repeat(100_000)],
    ["JSON of another shape", { reason: { deep: ["x".repeat(10_000)] } }],
    ["lines", "first\n\nsecond\r\nthird"],
  ])("a body that is %s makes one short line", async (_what, body) => {
    const { message } = await status(502, body);
    expect(message).toMatch(/^[^\r\n<]{20,600}\.$/);
    expect(message).toContain("502");
  });

  test("the key is not told, even if the server quotes it", async () => {
    const { secret } = subject();
    for (const body of [{ error: { message: `bad key ${secret}` } }, `bad key ${secret}`]) {
      const { message } = await status(401, body);
      expect(message).toContain("bad key ***");
      expect(message).not.toContain(secret);
    }
  });

  test("a redirect is not followed", async () => {
    const { kind } = await status(307, "", { location: "/elsewhere" });
    expect(kind).toBe("other");
    expect(subject().requests().arrived).toBe(1);
  });

  test.each([{ pieces: ["so ", "far"] }, { pieces: [] }])(
    "a connection cut after $pieces is a network failure",
    async ({ pieces }) => {
      const { text, kind } = await ask({ kind: "cut", pieces });
      expect(text).toBe(pieces.join(""));
      expect(kind).toBe("network");
    },
  );

  test("an event that cannot be read is a failure after what was said", async () => {
    const { text, end } = await ask({ kind: "garbage", pieces: ["so ", "far"] });
    expect(text).toBe("so far");
    expect(end).toMatchObject({ type: "failed", failure: { kind: "other" } });
  });

  test("a server that is not there is a network failure", async () => {
    const { backend } = subject();
    await subject().close();
    expect((await readAll(backend, simple)).kind).toBe("network");
  });
}

function describeCancelling(subject: () => ContractSubject): void {
  test("cancelled before the start, nothing is sent", async () => {
    const { events, kind } = await readAll(subject().backend, simple, AbortSignal.abort());
    expect(events).toHaveLength(1);
    expect(kind).toBe("aborted");
    expect(subject().requests().arrived).toBe(0);
  });

  test("cancelled while the server says nothing, it ends at once", { timeout: 2_000 }, async () => {
    const controller = new AbortController();
    subject().enqueue({ kind: "hang", pieces: [] });
    const reading = readAll(subject().backend, simple, controller.signal);
    await expect.poll(() => subject().requests().arrived).toBe(1);
    controller.abort();
    expect((await reading).kind).toBe("aborted");
    await expect.poll(() => subject().requests().abandoned).toBe(1);
  });

  test("cancelled in mid-stream, it ends at once and keeps what came", { timeout: 2_000 }, async () => {
    const controller = new AbortController();
    subject().enqueue({ kind: "hang", pieces: ["so ", "far"] });
    let heard = "";
    let stopped = Number.NaN;
    const { text, kind } = await readAll(subject().backend, simple, controller.signal, (event) => {
      if (event.type === "text") heard += event.text;
      if (heard !== "so far" || controller.signal.aborted) return;
      stopped = performance.now();
      controller.abort();
    });
    expect(performance.now() - stopped).toBeLessThan(200);
    expect({ text, kind }).toEqual({ text: "so far", kind: "aborted" });
    await expect.poll(() => subject().requests().abandoned).toBe(1);
  });

  test("an answer that nobody reads on is given up", { timeout: 2_000 }, async () => {
    subject().enqueue({ kind: "hang", pieces: ["so ", "far"] });
    for await (const event of subject().backend.stream(simple, new AbortController().signal)) {
      if (event.type === "text") break;
    }
    await expect.poll(() => subject().requests().abandoned).toBe(1);
  });
}
