import { describe, expect, test } from "vitest";
import { demos } from "../../src/backends/offline/demos.ts";
import { createOffline } from "../../src/backends/offline.ts";
import { settledText } from "../../src/loop/settle.ts";
import type { BackendEvent, BackendRequest } from "../../src/model/backend.ts";
import type { Message } from "../../src/model/message.ts";
import { toolNames } from "../../src/model/settings.ts";
import type { ToolCall } from "../../src/model/tool.ts";

const help = [{ title: "Sessions", text: "Every conversation is saved.\n\n- /resume loads one" }];
const spec = (name: string) => ({ name, description: name, schema: {}, confirm: false });
const user = (text: string): Message => ({ role: "user", text });
const said: Message = { role: "assistant", parts: [{ type: "text", text: "earlier" }] };

function requestOf(messages: readonly Message[], tools: readonly string[] = toolNames): BackendRequest {
  return { messages, tools: tools.map(spec), maxTokens: 100 };
}

async function play(messages: readonly Message[], tools?: readonly string[]) {
  const sleeps: number[] = [];
  const sleep = async (ms: number) => void sleeps.push(ms);
  const events: BackendEvent[] = [];
  const stream = createOffline({ help: async () => help, sleep }).stream(
    requestOf(messages, tools),
    new AbortController().signal,
  );
  for await (const event of stream) events.push(event);
  return { events, sleeps, text: textIn(events), calls: callsIn(events), end: events.at(-1) };
}

const ask = (text: string, tools?: readonly string[]) => play([said, user(text)], tools);

function textIn(events: readonly BackendEvent[]): string {
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}

function callsIn(events: readonly BackendEvent[]): readonly ToolCall[] {
  return events.flatMap((event) => (event.type === "tool-call" ? [event.call] : []));
}

const end = { type: "done", stop: "end" };
const toolUse = { type: "done", stop: "tool-use" };

/** The conversation after the demo's calls were answered. */
async function answered(prompt: string, output: string, isError = false): Promise<readonly Message[]> {
  const before = [said, user(prompt)];
  const { calls } = await play(before);
  return [
    ...before,
    { role: "assistant", parts: calls.map((call) => ({ type: "tool-call" as const, call })) },
    ...calls.map(({ id, name }) => ({
      role: "tool" as const,
      result: { callId: id, name, output, isError },
    })),
  ];
}

describe("talking", () => {
  test("the first answer, and only that, begins by saying what this is", async () => {
    const first = await play([user("hi")]);
    expect(first.text).toMatch(/^This is the offline demo: .*ANTHROPIC_API_KEY.*\n\nHello!/);
    expect((await ask("hi")).text).toMatch(/^Hello!/);
  });

  test("a question is answered by a section of the help, unchanged", async () => {
    const { text, end: last } = await ask("how do I resume sessions?");
    expect(text).toBe(`## Sessions\n\n${help[0]?.text}`);
    expect(last).toEqual(end);
  });

  test("where nothing is found it says so and lists what it can do", async () => {
    const { text } = await ask("What is the capital of France?");
    expect(text).toMatch(/^I found nothing/);
    expect(text).toContain("`demo bash`");
    expect(text).toContain("- Sessions");
  });

  test.each(["demo", "Demos!", "please show me the demos"])("%j lists every demo", async (prompt) => {
    const { text } = await ask(prompt);
    expect(text).toMatch(/^These are/);
    for (const demo of demos) expect(text).toContain(`\`demo ${demo.name}\`: ${demo.shows}`);
  });

  test("a demo that does not exist is named, and the list given", async () => {
    expect((await ask("demo juggling")).text).toMatch(
      /no demonstration called "juggling".*\n\n- `demo read`/,
    );
  });
});

describe("demos", () => {
  test.each([
    ["demo read", [["read", { path: "README.md", limit: 20 }]]],
    ["demo bash", [["bash", { command: "echo Hello from bash; pwd; date" }]]],
    [
      "demo write",
      [["write", { path: "treadle-demo.txt", content: expect.stringMatching(/^Hello(?!.*Hello)/) }]],
    ],
    ["demo edit", [["edit", { path: "treadle-demo.txt", old_string: "Hello", new_string: "Goodbye" }]]],
    [
      "demo tools",
      [
        ["bash", expect.anything()],
        ["bash", expect.anything()],
      ],
    ],
    ["demo loop", [["bash", expect.anything()]]],
    ["Demo: unknown", [["teleport", expect.anything()]]],
    ["demo bad-call", [["bash", {}]]],
  ])("%s calls tools", async (prompt, expected) => {
    const { events, calls, text, end: last } = await ask(prompt);
    expect(calls.map((call) => [call.name, call.input])).toEqual(expected);
    expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
    expect(text).toMatch(/^I will/);
    expect(events.at(0)?.type).toBe("text");
    expect(last).toEqual(toolUse);
  });

  test("only the bad call is malformed", async () => {
    expect((await ask("demo bad call")).calls[0]?.malformed?.raw).toBe('{"command": "echo never run');
    expect((await ask("demo bash")).calls[0]?.malformed).toBeUndefined();
  });

  test("reasoning comes before the answer, also in the first one", async () => {
    const { events, text } = await play([user("demo reasoning")]);
    const types = events.map((event) => event.type).filter((type, index, all) => type !== all[index - 1]);
    expect(types).toEqual(["reasoning", "text", "done"]);
    expect(text).toMatch(/^This is the offline demo/);
  });

  test("the long answer has a heading, a list, a table and code, and fills a screen", async () => {
    const { text } = await ask("demo long");
    for (const part of ["# A long", "\n- a first", "\n|---|", "\n```js\n", "\n12. "]) {
      expect(text).toContain(part);
    }
    expect(text.length).toBeGreaterThan(2_000);
  });

  test("an answer sleeps 5 ms every four words, the slow one 150 ms every word", async () => {
    const slow = await ask("demo slow");
    expect(new Set(slow.sleeps)).toEqual(new Set([150]));
    expect(slow.sleeps).toHaveLength(slow.text.split(" ").length);
    const normal = await ask("demo reasoning");
    expect(new Set(normal.sleeps)).toEqual(new Set([5]));
  });

  test("the error fails after some text, and is not one to retry", async () => {
    const { text, end: last } = await ask("demo error");
    expect(text).not.toBe("");
    expect(last).toMatchObject({ type: "failed", failure: { kind: "other" } });
  });

  test("the empty answer is empty even as the first one", async () => {
    expect((await play([user("demo empty")])).events).toEqual([end]);
  });

  test("the cut answer goes on when the loop asks for the rest", async () => {
    const before = [said, user("demo cut")];
    const cut = await play(before);
    expect(cut.end).toEqual({ type: "done", stop: "max-tokens" });
    const nudge: Message = { role: "user", text: "Continue", synthetic: true };
    const rest = await play([...before, said, nudge]);
    expect(rest.text).toMatch(/^sentence/);
    expect(rest.end).toEqual(end);
  });

  test("every demo ends with exactly one terminal event, at the end", async () => {
    for (const demo of demos) {
      const { events } = await ask(`demo ${demo.name}`);
      const terminal = events.filter((event) => event.type === "done" || event.type === "failed");
      expect(terminal).toEqual([events.at(-1)]);
    }
  });

  test.each(["read", "bash", "write", "edit", "tools", "loop", "bad call"])(
    "without its tool, demo %s says that it is switched off",
    async (name) => {
      const none = await ask(`demo ${name}`, []);
      expect(none.calls).toEqual([]);
      expect(none.text).toMatch(/^Tools are switched off/);
      expect(none.end).toEqual(end);
      expect((await ask(`demo ${name}`, ["other"])).text).toMatch(/^The tool `\w+` is switched off/);
    },
  );
});

describe("results", () => {
  test("the output is quoted, five lines of it", async () => {
    const { text, end: last } = await play(await answered("demo bash", "1\n2\n3\n4\n5\n6\n"));
    expect(text).toBe("`bash` worked. Its output (the first 5 of 6 lines):\n\n```\n1\n2\n3\n4\n5\n```");
    expect(last).toEqual(end);
  });

  test("quoted text cannot close its block, and long lines are shortened", async () => {
    const { text } = await play(await answered("demo read", `\`\`\`\n${"😀".repeat(500)}`));
    expect(text).toContain(`\n\n\`\`\`\`\n\`\`\`\n${"😀".repeat(200)}…\n\`\`\`\``);
  });

  test("each of two results is told", async () => {
    const { text } = await play(await answered("demo tools", ""));
    expect(text).toBe("`bash` worked; its output is empty.\n\n`bash` worked; its output is empty.");
  });

  test("a denied call is told as denied, without advice", async () => {
    const { text } = await play(await answered("demo edit", `${settledText.denied}: no`, true));
    expect(text).toMatch(/^`edit` was not allowed\..*\n\n```\nTool execution cancelled by user: no\n```$/);
  });

  test("a failed call is told as failed, with advice", async () => {
    const { text } = await play(await answered("demo edit", "No such file", true));
    expect(text).toMatch(/^`edit` failed\..*No such file.*type `demo write`/s);
  });

  test("the loop goes on calling, under new ids, even when denied", async () => {
    const history = await answered("demo loop", "Tool execution cancelled by user", true);
    const earlier = history.flatMap((message) => (message.role === "tool" ? [message.result.callId] : []));
    const { calls, end: last } = await play(history);
    expect(calls).toHaveLength(1);
    expect(earlier).not.toContain(calls[0]?.id);
    expect(last).toEqual(toolUse);
  });

  test("ids stay new when old messages were dropped from the context", async () => {
    const dropped = (await answered("demo tools", "x")).map(
      (message): Message => JSON.parse(JSON.stringify(message).replace(/"offline-\d+"/g, '"offline-40"')),
    );
    expect((await play([...dropped, user("demo bash")])).calls[0]?.id).toBe("offline-41");
  });

  test("results without any prompt in sight are still commented on", async () => {
    const [, , ...tail] = await answered("demo bash", "fine");
    expect((await play(tail)).text).toContain("fine");
  });
});

describe("cancelling", () => {
  async function cancelAfter(count: number, sleep: (controller: AbortController) => Promise<void>) {
    const controller = new AbortController();
    if (count === 0) controller.abort();
    const events: BackendEvent[] = [];
    const backend = createOffline({ help: async () => help, sleep: () => sleep(controller) });
    for await (const event of backend.stream(requestOf([user("demo slow")]), controller.signal)) {
      events.push(event);
      if (events.length === count) controller.abort();
    }
    return events.map((event) => (event.type === "failed" ? event.failure.kind : event.type));
  }

  test("before the start, nothing is said", async () => {
    expect(await cancelAfter(0, async () => {})).toEqual(["aborted"]);
  });

  test("in the middle, the stream ends at once", async () => {
    expect(await cancelAfter(2, async () => {})).toEqual(["text", "text", "aborted"]);
  });

  test.each([
    ["resolves", async () => {}],
    ["rejects", () => Promise.reject(new Error("aborted"))],
  ])("during a sleep that %s", async (_how, finish) => {
    const sleep = (controller: AbortController) => {
      controller.abort();
      return finish();
    };
    expect(await cancelAfter(-1, sleep)).toEqual(["text", "aborted"]);
  });

  test("a sleep that fails by itself is a failure, not an exception", async () => {
    expect(await cancelAfter(-1, () => Promise.reject(new Error("no timer")))).toEqual(["text", "other"]);
  });
});
