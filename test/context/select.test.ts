import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { exceeds, firstKept, type Limits, noLimits } from "../../src/context/limits.ts";
import { currentPrompt, isFrame, selectMessages } from "../../src/context/select.ts";
import { sizeOfAll } from "../../src/context/size.ts";
import type { Message } from "../../src/model/message.ts";
import { type ContextMode, contextModes } from "../../src/model/settings.ts";
import { readCases } from "../support/cases.ts";
import { assertSettled } from "../support/strict-history.ts";
import { histories } from "./arbitrary-history.ts";

interface Told {
  readonly role: "user" | "assistant";
  readonly content: string;
}

interface TrimInput {
  readonly mode: ContextMode;
  readonly limits: Readonly<Record<string, number>>;
  readonly messages: readonly Told[];
}

interface Trimmed {
  readonly retained: readonly string[];
  readonly trimmed_per_add: readonly number[];
  readonly token_count: number;
  readonly char_count: number;
  readonly word_count: number;
  readonly context: readonly string[];
}

const user = (text: string): Message => ({ role: "user", text });
const assistant = (text: string): Message => ({ role: "assistant", parts: [{ type: "text", text }] });
const toMessage = ({ role, content }: Told) => (role === "user" ? user(content) : assistant(content));

function texts(messages: readonly Message[]): string[] {
  return messages.map((message) => {
    if (message.role === "tool") return message.result.output;
    if (message.role !== "assistant") return message.text;
    return message.parts.map((part) => (part.type === "tool-call" ? part.call.id : part.text)).join("");
  });
}

function limitsOf(limits: TrimInput["limits"]): Limits {
  const { max_messages = 0, max_tokens = 100_000, max_chars = 0, max_words = 0 } = limits;
  return { messages: max_messages, tokens: max_tokens, chars: max_chars, words: max_words };
}

/** What a manager keeps that trims with every message it is given. */
function insert(messages: readonly Message[], limits: Limits) {
  let kept: Message[] = [];
  const trimmed = messages.map((message) => {
    kept.push(message);
    const start = firstKept(kept, limits, { atLeastOne: true });
    kept = kept.slice(start);
    return start;
  });
  return { kept, trimmed };
}

const trims = readCases("context_trim");
describe.skipIf(trims.absent)(trims.title, () => {
  test.each(trims.cases)("$id", (entry) => {
    const { mode, limits, messages } = entry.input as TrimInput;
    const expected = (entry.required ?? entry.expected) as Trimmed;
    const history = messages.map(toMessage);
    const { kept, trimmed } = insert(history, limitsOf(limits));
    expect(texts(kept)).toEqual(expected.retained);
    expect(trimmed).toEqual(expected.trimmed_per_add);
    const { tokens, chars, words } = sizeOfAll(kept);
    expect([tokens, chars, words]).toEqual([expected.token_count, expected.char_count, expected.word_count]);
    // Nothing is lost by leaving the history whole: what a request may carry of it is the same.
    const retrieved = history.slice(firstKept(history, limitsOf(limits), { atLeastOne: true }));
    if (mode !== "fresh") expect(texts(retrieved)).toEqual(expected.context);
    // The reference sends nothing at all in mode fresh; the message at hand has to go.
    else expect(texts(selectMessages(history, { mode, limits: limitsOf(limits) }))).toEqual(texts(history));
    if (history.at(-1)?.role === "user" && mode !== "fresh") {
      const selected = selectMessages(history, { mode, limits: limitsOf(limits) });
      const first = retrieved.findIndex(({ role }) => role === "user");
      expect(texts(selected)).toEqual(expected.context.slice(first));
    }
  });
});

const call = (id: string): Message => ({
  role: "assistant",
  parts: [{ type: "tool-call", call: { id, name: "read", input: {} } }],
});
const result = (callId: string, output = "ok"): Message => ({
  role: "tool",
  result: { callId, name: "read", output, isError: false },
});

describe("mode fresh", () => {
  const history = [user("a"), assistant("b"), user("c"), assistant("d"), user("now")];
  const fresh = { mode: "fresh", limits: noLimits } as const;

  it("sends this turn with its rounds of tools, and nothing earlier", () => {
    expect(texts(selectMessages(history, fresh))).toEqual(["now"]);
    expect(texts(selectMessages([...history, call("1"), result("1")], fresh))).toEqual(["now", "1", "ok"]);
  });

  it("sends no summary of what was earlier", () => {
    const summary: Message = { role: "system", text: "earlier", summary: true };
    expect(texts(selectMessages([summary, ...history], fresh))).toEqual(["now"]);
  });
});

describe("mode sliding", () => {
  const sliding = (messages: number) => ({ mode: "sliding", limits: { ...noLimits, messages } }) as const;
  const pairs = Array.from({ length: 40 }, (_, index) => [user(`u${index}`), assistant(`a${index}`)]).flat();

  it("has a window of 50 when nobody says", () => {
    const selected = selectMessages([...pairs, user("now")], sliding(0));
    // A window of 50 would begin with an answer.
    expect(selected).toHaveLength(49);
    expect(selected[0]).toEqual(user("u16"));
  });

  it("keeps the prompt of a turn that is longer than the window", () => {
    const turn = [user("now"), call("1"), result("1"), call("2"), result("2"), call("3"), result("3")];
    expect(texts(selectMessages([...pairs, ...turn], sliding(4)))).toEqual(["now", "3", "ok"]);
  });
});

describe("limits", () => {
  it("keep the newest results, however long, and the prompt that they are for", () => {
    const history = [user("a"), assistant("b"), user("now"), call("1"), result("1", "x".repeat(100))];
    const limits = { ...noLimits, chars: 10 };
    expect(texts(selectMessages(history, { mode: "continue", limits }))).toEqual([
      "now",
      "1",
      "x".repeat(100),
    ]);
  });

  it("keep a summary of what is left out", () => {
    const summary: Message = { role: "user", text: "s", synthetic: true, summary: true };
    const history = [user("first"), summary, assistant("ok"), user("b"), assistant("c"), user("now")];
    const limits = { ...noLimits, messages: 2 };
    expect(texts(selectMessages(history, { mode: "continue", limits }))).toEqual(["s", "now"]);
  });

  it("change nothing where everything fits", () => {
    const history = [user("a"), assistant("b"), user("now")];
    expect(selectMessages(history, { mode: "continue", limits: noLimits })).toBe(history);
  });
});

describe("of any history, in any mode, with any limits, what is sent", () => {
  const limit = (max: number) => fc.oneof(fc.constant(0), fc.integer({ min: 1, max }));
  const selections = fc.record({
    mode: fc.constantFrom(...contextModes),
    limits: fc.record({ messages: limit(30), chars: limit(3000), words: limit(600), tokens: limit(800) }),
  });

  it("has the current prompt once, is accepted by providers, and fits or is the least that can be sent", () => {
    fc.assert(
      fc.property(histories, selections, (history, selection) => {
        const sent = selectMessages(history, selection);
        assertSettled(sent);
        expect(sent.find((message) => !isFrame(message))?.role).toBe("user");
        const prompt = history[currentPrompt(history)];
        expect(sent.filter((message) => message === prompt)).toHaveLength(1);
        // In order, and nothing that was not there.
        expect(sent).toEqual(history.filter((message) => sent.includes(message)));
        if (!exceeds(sizeOfAll(sent), selection.limits)) return;
        const lastRound = history.findLastIndex(({ role }) => role !== "tool");
        const least = history.filter(
          (message, index) => message === prompt || index >= lastRound || isFrame(message),
        );
        expect(sent.length).toBeLessThanOrEqual(least.length);
      }),
    );
  });
});
