/** The shared cases of conversion to and from the chat format, which are written in Anthropic's. */
import { describe, expect, test } from "vitest";
import { chatBody } from "../../src/backends/openai-chat-request.ts";
import { createChatReader } from "../../src/backends/openai-chat-stream.ts";
import type { BackendEvent, BackendRequest } from "../../src/model/backend.ts";
import type { AssistantPart, Message } from "../../src/model/message.ts";
import { readCases } from "../support/cases.ts";

type Json = Record<string, unknown>;
interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: Json;
  readonly tool_use_id?: string;
  readonly content?: string | readonly { readonly text: string }[];
}

const author = { baseUrl: "http://host/v1", model: "m" };

function body(request: Partial<BackendRequest>): Json {
  const whole = { messages: [], tools: [], maxTokens: 1, ...request };
  return chatBody(whole, { ...author, concessions: new Set() });
}

function ourMessages({ role, content }: { role: string; content: string | readonly Block[] }): Message[] {
  if (role === "assistant") {
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    return [{ role, parts: blocks.map(ourPart) }];
  }
  if (typeof content === "string") return [{ role: "user", text: content }];
  return content.map((block): Message => {
    if (block.type === "text") return { role: "user", text: block.text ?? "" };
    const said = block.content ?? "";
    const output = typeof said === "string" ? said : said.map(({ text }) => text).join("\n");
    return { role: "tool", result: { callId: block.tool_use_id ?? "", name: "f", output, isError: false } };
  });
}

function ourPart({ type, text = "", id = "", name = "", input = {} }: Block): AssistantPart {
  return type === "tool_use" ? { type: "tool-call", call: { id, name, input } } : { type: "text", text };
}

function stream(...deltas: readonly Json[]): readonly BackendEvent[] {
  const reader = createChatReader(author, new Set());
  const last = { choices: [{ delta: {}, finish_reason: "tool_calls" }] };
  const told = [...deltas.map((delta) => ({ choices: [{ delta }] })), last].flatMap((chunk) =>
    reader.read(chunk),
  );
  const conclusion = reader.conclude();
  return conclusion.kind === "done" ? [...told, ...conclusion.events] : told;
}

const stops: Readonly<Record<string, string>> = {
  end: "end_turn",
  "tool-use": "tool_use",
  "max-tokens": "max_tokens",
  refusal: "refusal",
};

/** Where the case says "tool_calls", there are some. */
function stopAfter(finish: string | null): string | undefined {
  const reader = createChatReader(author, new Set());
  const call = { index: 0, id: "c", function: { name: "f", arguments: "{}" } };
  if (finish === "tool_calls") reader.read({ choices: [{ delta: { tool_calls: [call] } }] });
  reader.read({ choices: [{ delta: {}, finish_reason: finish ?? "null" }] });
  const conclusion = reader.conclude();
  return conclusion.kind === "done" ? stops[conclusion.stop] : undefined;
}

type Check = (input: Json, expected: unknown) => void;

const checks: Readonly<Record<string, Check>> = {
  messages({ system, messages }, expected) {
    const ours = (messages as Parameters<typeof ourMessages>[0][]).flatMap(ourMessages);
    expect(body({ system: system as string | undefined, messages: ours }).messages).toEqual(expected);
  },
  finish_reason({ finish_reason: finish }, expected) {
    expect(stopAfter(finish as string | null)).toBe(expected);
  },
  tools({ tools }, expected) {
    const specs = (tools as Json[]).map(({ name, description = "", input_schema: schema }) => ({
      name: String(name),
      description: String(description),
      schema: schema as Json,
      confirm: true,
    }));
    expect(body({ tools: specs }).tools).toEqual(expected);
  },
  no_tools() {
    expect(body({})).not.toHaveProperty("tools");
  },
  stream({ stream: deltas }, expected) {
    const wire = (deltas as { tool_calls: Json[] }[]).map(({ tool_calls: calls }) => ({
      tool_calls: calls.map(({ name, arguments: json, ...rest }) => ({
        ...rest,
        function: { name, arguments: json },
      })),
    }));
    const calls = stream(...wire).flatMap((event) => (event.type === "tool-call" ? [event.call] : []));
    if ((expected as Json).required === undefined) expect(calls).toMatchObject([expected]);
    else expect(calls).toMatchObject([{ input: {}, malformed: { problem: expect.any(String) } }]);
  },
  // The case counts what came from the cache as input too; with us the parts never overlap.
  stream_usage_chunk({ stream_usage_chunk: usage }, expected) {
    const told = createChatReader(author, new Set()).read({ choices: [], usage });
    const { input, output, cache_read } = expected as Record<string, number>;
    expect(told).toMatchObject([
      { usage: { input: (input ?? 0) - (cache_read ?? 0), output, cacheRead: cache_read, cacheWrite: 0 } },
    ]);
  },
  // About Anthropic's format: test/backends/anthropic-request.test.ts.
  anthropic_role_alternation() {},
};

const { title, absent, cases } = readCases("provider_convert");

describe.skipIf(absent)(title, () => {
  test.each(cases)("$id", ({ input, expected }) => {
    const check = Object.keys(checks).find((name) => name in (input as Json));
    expect(check, "no check for this kind of case").toBeDefined();
    checks[check ?? ""]?.(input as Json, expected);
  });
});
