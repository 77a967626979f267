import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../src/config/syntax-json.ts";
import type { AssistantPart, Message } from "../../src/model/message.ts";
import { exportJson } from "../../src/sessions/export-json.ts";
import { importJson } from "../../src/sessions/import-json.ts";

const facts = {
  id: "one",
  created: "2026-01-01T00:00:00.000Z",
  updated: "2026-01-02T00:00:00.000Z",
  backend: "offline",
  model: "demo",
  contextFormat: "plain",
  name: "my-project",
  tokensUsed: 5432,
};

const written = (messages: readonly Message[]) =>
  [...exportJson({ facts, messages, firstNumber: 1 })].join("");
const fault = (text: string) => {
  const parsed = parseJson(text);
  return parsed.kind === "failed" ? parsed.problems[0]?.offset : undefined;
};
const read = (text: string) => importJson(text, fault);
const readValue = (value: unknown) => read(JSON.stringify(value));

const part: fc.Arbitrary<AssistantPart> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: fc.string({ unit: "binary" }) }),
  fc.record(
    { type: fc.constant("reasoning" as const), text: fc.string({ unit: "binary" }), opaque: fc.jsonValue() },
    { requiredKeys: ["type", "text"] },
  ),
  fc.record({
    type: fc.constant("tool-call" as const),
    call: fc.record(
      {
        id: fc.string(),
        name: fc.string(),
        input: fc.dictionary(
          fc.string().filter((key) => key !== "__proto__"),
          fc.jsonValue(),
        ),
        fromText: fc.constant(true as const),
      },
      { requiredKeys: ["id", "name", "input"] },
    ),
  }),
);
const text = fc.string({ unit: "binary" });
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("system" as const), text }),
  fc.record(
    { role: fc.constant("user" as const), text, synthetic: fc.constant(true as const) },
    { requiredKeys: ["role", "text"] },
  ),
  fc.record(
    {
      role: fc.constant("assistant" as const),
      parts: fc.array(part),
      interrupted: fc.constant(true as const),
    },
    { requiredKeys: ["role", "parts"] },
  ),
  fc.record({
    role: fc.constant("tool" as const),
    result: fc.record({ callId: fc.string(), name: fc.string(), output: text, isError: fc.boolean() }),
  }),
);

describe("a saved conversation", () => {
  it("comes back as it was, whatever is in it", () => {
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        const imported = read(written(messages));
        const plain = JSON.parse(JSON.stringify(messages)) as Message[];
        expect(imported).toEqual({ kind: "imported", isOurs: true, facts, messages: plain });
      }),
    );
  });

  it("has the fields that other programs look for, and contents as text", () => {
    const messages: readonly Message[] = [
      { role: "user", text: "hi" },
      { role: "assistant", parts: [{ type: "text", text: "hello" }] },
    ];
    expect(JSON.parse(written(messages))).toEqual({
      id: "one",
      created: facts.created,
      updated: facts.updated,
      backend: "offline",
      model: "demo",
      context_format: "plain",
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content: "hello" },
      ],
      metadata: { name: "my-project", tokens_used: 5432 },
      treadle: { version: 1 },
    });
  });

  it("holds nothing that a terminal obeys or an eye misses", () => {
    const nasty = [0x1b, 0x9b, 0x7f, 0x202e, 0x2028, 0xe0041]
      .map((code) => String.fromCodePoint(code))
      .join("");
    const file = written([{ role: "user", text: nasty }]);
    expect(file).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028]/u);
    expect(read(file)).toMatchObject({ messages: [{ text: nasty }] });
  });

  it("counts as it was changed by hand", () => {
    const saved = JSON.parse(
      written([
        {
          role: "assistant",
          parts: [
            { type: "reasoning", text: "hm" },
            { type: "text", text: "old" },
            { type: "tool-call", call: { id: "1", name: "read", input: {} } },
          ],
        },
      ]),
    );
    saved.messages[0].content = "new";
    expect(readValue(saved)).toMatchObject({
      messages: [{ parts: [{ type: "text", text: "new" }, { type: "tool-call" }] }],
    });
  });
});

describe("a conversation of another program", () => {
  it("is read in the plain format", () => {
    const messages = [
      { role: "user", content: "a" },
      { role: "assistant", content: "b", tokens: 3 },
      { role: "tool", content: "out" },
    ];
    expect(readValue({ messages })).toEqual({
      kind: "imported",
      isOurs: false,
      facts: {},
      messages: [
        { role: "user", text: "a" },
        { role: "assistant", parts: [{ type: "text", text: "b" }] },
        { role: "user", text: "Result of a tool:\nout", synthetic: true },
      ],
    });
  });

  it("is read with its facts under metadata and settings", () => {
    const metadata = { id: "x", name: "n", created: "c", modified: "m", backend: "b", token_count: 7 };
    const imported = readValue({ messages: [], metadata, settings: { format: "xml" }, extra: {} });
    expect(imported).toMatchObject({
      facts: {
        id: "x",
        name: "n",
        created: "c",
        updated: "m",
        backend: "b",
        contextFormat: "xml",
        tokensUsed: 7,
      },
    });
  });
});

describe("what is refused", () => {
  it.each([
    ["", "is not valid JSON: the file is empty"],
    ['{"a": }', "is not valid JSON: see line 1, column 7"],
    ['{\n "messages": [1,\n 2 3]}', "is not valid JSON: see line 3, column 4"],
    ["[]", "is not a saved conversation: it has no list of messages"],
    ["null", "is not a saved conversation: it has no list of messages"],
    ['{"messages": {}}', "is not a saved conversation: it has no list of messages"],
    ['{"version": 2}', "cannot be read: unsupported session file version 2"],
    ['{"messages": [], "treadle": {"version": 9}}', "cannot be read: unsupported session file version 9"],
    ['{"messages": [7]}', "is not a saved conversation: messages[0] must be an object"],
    [
      '{"messages": [{"role": "user", "content": "a"}, {"role": "user"}]}',
      "is not a saved conversation: messages[1].content must be a string",
    ],
    [
      '{"messages": [{"role": "root", "content": "a"}]}',
      "is not a saved conversation: messages[0].role must be system, user, assistant or tool",
    ],
    [
      '{"messages": [{"role": "assistant", "content": "", "treadle": {"parts": [{"type": "x"}]}}]}',
      "is not a saved conversation: messages[0].treadle.parts[0].type must be text, reasoning or tool-call",
    ],
  ])("%s", (given, reason) => {
    expect(read(given)).toEqual({ kind: "refused", reason });
  });

  it("is what could not be written again", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const given = `{"messages": [{"role": "assistant", "content": "", "treadle": {"parts": [{"type": "reasoning", "text": "", "opaque": ${deep}}]}}]}`;
    expect(read(given)).toMatchObject({ kind: "refused" });
  });
});
