import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractJson } from "../../src/backends/json-extract.ts";
import { withTextCalls } from "../../src/backends/text-tools.ts";
import type { BackendEvent } from "../../src/model/backend.ts";
import type { ToolCall, ToolSpec } from "../../src/model/tool.ts";
import { readCases } from "../support/cases.ts";

function tool(name: string, properties: object, required: readonly string[]): ToolSpec {
  return { name, description: "", schema: { type: "object", properties, required }, confirm: true };
}

const text = { type: "string" };
const tools = [
  tool("bash", { command: text }, ["command"]),
  tool("read", { path: text, limit: { type: "integer" } }, ["path"]),
  tool("write", { path: text, content: text }, ["path", "content"]),
];

async function* streamOf(events: readonly BackendEvent[]): AsyncGenerator<BackendEvent> {
  yield* events;
}

const done: BackendEvent = { type: "done", stop: "end" };
const saying = (piece: string): BackendEvent => ({ type: "text", text: piece });

async function collect(events: readonly BackendEvent[], offered = tools): Promise<readonly BackendEvent[]> {
  let calls = 0;
  const newId = () => {
    calls += 1;
    return `t${calls}`;
  };
  const found: BackendEvent[] = [];
  for await (const event of withTextCalls(streamOf(events), offered, newId)) found.push(event);
  return found;
}

interface Outcome {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly stop: unknown;
}

async function outcome(pieces: readonly string[], offered = tools): Promise<Outcome> {
  const events = await collect([...pieces.map(saying), done], offered);
  const last = events.at(-1);
  return {
    text: events.map((event) => (event.type === "text" ? event.text : "")).join(""),
    calls: events.flatMap((event) => (event.type === "tool-call" ? [event.call] : [])),
    stop: last?.type === "done" ? last.stop : undefined,
  };
}

const brief = ({ calls }: Outcome) => calls.map(({ name, input }) => [name, input]);

interface Expected {
  readonly name: string;
  readonly args?: object;
  readonly raw?: string;
}

const callCases = readCases("tool_call_text");
/** A call as the API sends it is not text: the contract suite has those. */
const callRows = callCases.cases.flatMap(({ id, input, expected }) =>
  typeof input === "string" ? [{ id, input, expected }] : [],
);

describe.skipIf(callCases.absent)(callCases.title, () => {
  test("has rows", () => expect(callRows.length).toBeGreaterThan(0));
  test.each(callRows)("$id", async ({ input, expected }) => {
    const list = (Array.isArray(expected) ? expected : []) as Expected[];
    const { calls } = await outcome([input]);
    expect(calls.map(({ name, input: args }) => ({ name, args }))).toEqual(
      list.map(({ name, args, raw }) => ({ name, args: args ?? { path: raw } })),
    );
  });
});

const jsonCases = readCases("json_extract");
const jsonRows = jsonCases.cases.map(({ id, input, observed, required }) => {
  const wanted = (required ?? observed) as unknown[] | { blocks: unknown[] };
  return { id, given: (input as { text: string }).text, blocks: "blocks" in wanted ? wanted.blocks : wanted };
});

describe.skipIf(jsonCases.absent)(jsonCases.title, () => {
  test.each(jsonRows)("$id", ({ given, blocks }) => expect(extractJson(given)).toEqual(blocks));
});

const ls = [["bash", { command: "ls" }]];
const accepted: readonly (readonly [string, string, unknown])[] = [
  ["a tag", '<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>', ls],
  ["a tag with lines", '<tool_call>\n{"name": "bash",\n "parameters": {"command": "ls"}}\n</tool_call>', ls],
  [
    "a tag with arguments as a text",
    '<tool_call>{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}</tool_call>',
    ls,
  ],
  [
    "a tag with OpenAI's form",
    '<tool_call>{"type":"function","function":{"name":"bash","arguments":{"command":"ls"}}}</tool_call>',
    ls,
  ],
  [
    "a tag around a fence",
    '<tool_call>\n```json\n{"name":"bash","arguments":{"command":"ls"}}\n```\n</tool_call>',
    ls,
  ],
  [
    "a tag with its own end in a string",
    '<tool_call>{"name":"bash","command":"echo </tool_call>"}</tool_call>',
    [["bash", { command: "echo </tool_call>" }]],
  ],
  [
    "a tag with a list",
    '<tool_call>[{"name":"bash","command":"ls"},{"name":"bash","command":"ls"}]</tool_call>',
    [...ls, ...ls],
  ],
  ["a function", '<function=bash>{"command":"ls"}</function>', ls],
  [
    "a function with parameters",
    "<function=read>\n<parameter=path>\na b\n</parameter>\n<parameter=limit>\n3\n</parameter>\n</function>",
    [["read", { path: "a b", limit: 3 }]],
  ],
  [
    "a function in a tag",
    "<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>",
    ls,
  ],
  ["a fence", '```json\n{"name":"bash","arguments":{"command":"ls"}}\n```', ls],
  ["a fence without a language", '```\n{"tool":"bash","args":{"command":"ls"}}\n```\n', ls],
  ["a fence with flat arguments that fit", '```json\n{"name":"bash","command":"ls"}\n```', ls],
  ["a fence around a tag", '```xml\n<tool_call>{"name":"bash","command":"ls"}</tool_call>\n```', ls],
  [
    "a fence whose text holds a fence",
    '```json\n{"name":"write","arguments":{"path":"a","content":"```"}}\n```',
    [["write", { path: "a", content: "```" }]],
  ],
  ["bare JSON", '{"name": "bash", "parameters": {"command": "ls"}}', ls],
  ["bare JSON on its own line", 'So:\n  {"name":"bash","arguments":{"command":"ls"}}\n', ls],
  ["a bare list", '[{"name":"bash","arguments":{"command":"ls"}}]', ls],
  ["Mistral's marker", '[TOOL_CALLS] [{"name":"bash","arguments":{"command":"ls"}}]', ls],
  ["a line", "bash(ls)", ls],
  ["a line with a name", 'bash(command="ls")', ls],
  ["a line with JSON", 'bash({"command": "ls"})\n', ls],
  ["a line with a string", 'I do:\nbash("ls")', ls],
];

const refused: readonly (readonly [string, string])[] = [
  ["an unknown tool", '<tool_call>{"name":"rm","arguments":{}}</tool_call>'],
  ["one known and one unknown tool", '<tool_call>[{"name":"bash","command":"ls"},{"name":"rm"}]</tool_call>'],
  ["a tag without its end", '<tool_call>{"name":"bash","command":"ls"}'],
  ["a tag in backticks", 'Write `<tool_call>{"name":"bash","command":"ls"}</tool_call>`.'],
  [
    "an example in another language",
    '```python\nbash("ls")\n<tool_call>{"name":"bash","command":"ls"}</tool_call>\n```',
  ],
  [
    "a fence with something after the JSON",
    '```json\n{"name":"bash","arguments":{"command":"ls"}}\nor so\n```',
  ],
  ["a fence without its end", '```json\n{"name":"bash","arguments":{"command":"ls"}}\n'],
  ["a fence with flat arguments that do not fit", '```json\n{"name":"bash","age":7}\n```'],
  ["bare JSON inside a sentence", 'It is {"name":"bash","arguments":{"command":"ls"}} then'],
  ["bare JSON with a sentence after it", '{"name":"bash","arguments":{"command":"ls"}} is a call'],
  ["other JSON", '{"a":1}\n[1,2]\n{}\n'],
  ["broken JSON in a fence", '```json\n{"name":"bash",}\n```'],
  ["a call inside of a broken call", '{"name":"x", oops, "arguments":{"name":"bash","arguments":{}}}\n'],
  ["a name in a sentence", "I would bash(ls) it, or read(a) it."],
  ["a line that goes on", "bash(ls) shows files"],
  ["two calls in a line", 'bash("a") bash("b")'],
  ["a line with two arguments for one", "bash(a, b)"],
  ["a line without its end", "read(a"],
  ["a function of an unknown tool", "<function=rm>{}</function>"],
  ["a function with prose in it", "<function=bash>do it</function>"],
  ["HTML", "<p>a</p> <function>x</function> <tool_calls>\n"],
  [
    "prototype tricks",
    '<tool_call>{"name":"__proto__","arguments":{}}</tool_call>{"name":"constructor","arguments":{}}',
  ],
];

describe("a text", () => {
  test.each(accepted)("with %s holds a call", async (_what, given, calls) => {
    const found = await outcome([given]);
    expect(brief(found)).toEqual(calls);
    expect(found.calls.every(({ fromText }) => fromText)).toBe(true);
    expect(found.stop).toBe("tool-use");
  });

  test.each(refused)("with %s is text, to the letter", async (_what, given) => {
    expect(await outcome([given])).toEqual({ text: given, calls: [], stop: "end" });
  });

  test("after an example in a fence can hold a call", async () => {
    const given = '```python\nbash("x")\n```\nbash("ls")\n';
    expect(brief(await outcome([given]))).toEqual(ls);
    expect(brief(await outcome([...given]))).toEqual(ls);
  });

  test("around calls is kept", async () => {
    const given = 'One <tool_call>{"name":"bash","command":"ls"}</tool_call> two\n';
    expect((await outcome([given])).text).toBe("One  two\n");
  });

  test("with a call that is no JSON has the model told", async () => {
    const raw = '{"name":"bash","arguments":{"command":}}';
    const { calls } = await outcome([`<tool_call>${raw}</tool_call>`]);
    expect(calls).toEqual([
      { id: "t1", name: "bash", input: {}, malformed: { raw, problem: expect.any(String) }, fromText: true },
    ]);
  });

  test.each([...accepted.map(([what, given]) => [what, given] as const), ...refused])(
    "with %s means the same, one character at a time",
    async (_what, given) => expect(await outcome([...given])).toEqual(await outcome([given])),
  );
});

test("no text is lost or changed, however it is split", async () => {
  const words = [
    "<tool_call>",
    "</tool_call>",
    "```",
    "```json\n",
    "\n",
    "{",
    "}",
    '"name"',
    ":",
    "bash(",
    ")",
    "[",
    " ",
    "é😀",
    "<",
  ];
  const given = fc.array(fc.constantFrom(...words), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(given, async (pieces) => {
      const found = await outcome(pieces, [tool("nothing", {}, [])]);
      expect(found).toEqual({ text: pieces.join(""), calls: [], stop: "end" });
      expect((await outcome([pieces.join("")])).text).toBe((await outcome(pieces)).text);
    }),
  );
});

describe("the stream", () => {
  test("shows text as it arrives, but for what may be a call", async () => {
    const pieces = ["Hello ", "world, a <", "b and <tool", "s> are\n", "{", '"a": 1}\n', "bas", "e\n"];
    const events = await collect([...pieces.map(saying), done]);
    expect(events.map((event) => (event.type === "text" ? event.text : event.type))).toEqual([
      "Hello ",
      "world, a ",
      "<b and ",
      "<tools> are\n",
      '{"a": 1}\n',
      "base\n",
      "done",
    ]);
  });

  test("gives back what it held when something else comes", async () => {
    const failed: BackendEvent = { type: "failed", failure: { kind: "network", message: "x" } };
    const half = '<tool_call>{"name":"bash"';
    expect(await collect([saying(half), failed])).toEqual([saying(half), failed]);
    const usage: BackendEvent = {
      type: "usage",
      usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
    };
    expect(await collect([saying(half), usage, done])).toEqual([usage, saying(half), done]);
    const reasoning: BackendEvent = { type: "reasoning", text: "hm" };
    expect(await collect([saying("<tool"), reasoning, saying("_call>"), done])).toEqual([
      saying("<tool"),
      reasoning,
      saying("_call>"),
      done,
    ]);
  });

  test("is left alone where there are no tools, and in its reasoning", async () => {
    const call = '<tool_call>{"name":"bash","command":"ls"}</tool_call>';
    const events = [{ type: "reasoning", text: call } as const, saying("x"), done];
    expect(await collect(events)).toEqual(events);
    expect(await collect([saying(call), done], [])).toEqual([saying(call), done]);
  });

  test("keeps its stop reason when it was cut off", async () => {
    const cut: BackendEvent = { type: "done", stop: "max-tokens" };
    const events = await collect([saying('<tool_call>{"name":"bash","command":"ls"}</tool_call>'), cut]);
    expect(events.at(-1)).toEqual(cut);
  });

  test("takes a long call in small pieces in time that grows with its length alone", async () => {
    const content = "}{`<".repeat(50_000);
    const call = `<tool_call>${JSON.stringify({ name: "write", arguments: { path: "a", content } })}</tool_call>`;
    const pieces = call.match(/.{1,3}/gs) ?? [];
    const started = performance.now();
    expect(brief(await outcome(pieces))).toEqual([["write", { path: "a", content }]]);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test("stops the backend when nobody reads on", async () => {
    let stopped = false;
    async function* endless(): AsyncGenerator<BackendEvent> {
      try {
        for (;;) yield saying("x ");
      } finally {
        stopped = true;
      }
    }
    for await (const _event of withTextCalls(endless(), tools)) break;
    expect(stopped).toBe(true);
  });
});
