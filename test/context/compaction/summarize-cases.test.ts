import { describe, expect, it } from "vitest";
import {
  conversationText,
  preview,
  summaryMaxTokens,
  summaryRequest,
} from "../../../src/context/compaction/summary-request.ts";
import { joinSummaries, withSummary } from "../../../src/context/compaction/with-summary.ts";
import { boundary, findZone, protectedTail } from "../../../src/context/compaction/zone.ts";
import { changed } from "../../../src/model/history-change.ts";
import { type AssistantPart, type Message, textOf } from "../../../src/model/message.ts";
import { defaultSettings } from "../../../src/model/settings.ts";
import { type Case, readCases } from "../../support/cases.ts";

interface WireMessage {
  readonly role: "user" | "assistant";
  readonly content: string | readonly WireBlock[];
}

type WireBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: "tool_result"; readonly tool_use_id: string; readonly content: string };

const file = readCases("compaction_summarize");

describe.skipIf(file.absent)(file.title, () => {
  it.each(file.cases)("$id", (row) => {
    const check = checks[row.id.replace(/-.*/, "")];
    expect(check, "a case that no test knows").toBeDefined();
    check?.(row);
  });
});

/** By the first word of an id. */
const checks: Readonly<Record<string, (row: Case) => void>> = {
  boundary({ input, observed, required }) {
    const { messages, start, end } = input as { messages: WireMessage[]; start: number; end: number };
    const wanted = (required ?? observed) as { boundary: number };
    expect(boundary(messages.map(fromWire), start, end)).toBe(wanted.boundary);
  },
  rebuild({ input, observed }) {
    const given = input as { messages: WireMessage[]; compact_end: number; summary: string };
    const history = given.messages.map(fromWire);
    const compacted = compact(history, given.summary, history.length - given.compact_end);
    expect(joinSummaries(compacted).map(toWire)).toEqual(observed);
  },
  preview({ input, expected }) {
    const { length } = input as { length: number };
    const wanted = expected as { length: number; cut: boolean };
    const text = Array.from({ length }, (_, at) => String.fromCharCode(97 + (at % 26))).join("");
    const shown = preview(text);
    expect(shown).toHaveLength(wanted.length);
    expect(shown !== text).toBe(wanted.cut);
    if (wanted.cut) expect(shown).toBe(`${text.slice(0, 500)}\n[...truncated...]\n${text.slice(-200)}`);
  },
  format({ expected }) {
    const call = { id: "1", name: "x", input: { data: "x".repeat(300) } };
    const text = conversationText([{ role: "assistant", parts: [{ type: "tool-call", call }] }]);
    expect(text).toBe((expected as { text: string }).text);
  },
  params({ expected }) {
    const { maxTokens, temperature, tools, messages } = summaryRequest([user("long ".repeat(30_000))]);
    const asked = messages[0]?.role === "user" ? messages[0].text : "";
    const [head = "", tail = ""] = asked.split("\n\n[...middle of conversation omitted for brevity...]\n\n");
    expect(tools).toEqual([]);
    expect(tail).toHaveLength(50_000);
    expect(head.slice(head.indexOf("[user]:"))).toHaveLength(50_000);
    expect(expected).toMatchObject({
      default: defaultSettings.compaction === "summarize" ? "summarize" : "none",
      protected_tail: protectedTail,
      summary_max_tokens: summaryMaxTokens,
      temperature,
    });
    expect(maxTokens).toBe(summaryMaxTokens);
  },
  /** Whoever prepares a request looks at the threshold; this is too little to be summarised in any case. */
  below: () => expect(findZone([user("small")])).toBeUndefined(),
  over({ expected }) {
    const history = [user("seed"), user("long text ".repeat(200)), user("tail")];
    const [first] = joinSummaries(compact(history, "short"));
    const { first_has, ends } = expected as { first_has: string; ends: string };
    expect(first).toMatchObject({ role: "user", text: `seed\n\n${first_has}\nshort\n${ends}` });
  },
  callback({ expected }) {
    const zone = findZone([user("seed"), user("long text"), user("tail")], 1);
    expect(zone?.messages).toHaveLength((expected as { messages_compacted: number }).messages_compacted);
  },
  twice() {
    const once = compact([user("seed"), user("old"), user("older"), user("tail")], "first summary");
    const again = [...once, user("new"), user("tail")];
    expect(conversationText(findZone(again, 1)?.messages ?? [])).toContain(
      "[earlier summary]: first summary",
    );
    const twice = compact(again, "second summary");
    expect(twice.filter((message) => "summary" in message)).toHaveLength(1);
    expect(JSON.stringify(twice)).not.toContain("first summary");
  },
  prompt() {
    const request = JSON.stringify(summaryRequest([user("weave")]));
    for (const word of "request criteria decisions reasons URLs paths ids scores rankings status next".split(
      " ",
    )) {
      expect(request).toContain(word);
    }
    expect(request).toContain("Leave out raw tool output");
  },
  /** As at the time of the seed: what was read is summarised like all else, or a summary would free nothing. */
  verbatim() {
    const read = { id: "r", name: "read_file", input: {} };
    const history: Message[] = [
      user("seed"),
      { role: "assistant", parts: [{ type: "tool-call", call: read }] },
      { role: "tool", result: { callId: "r", name: "read_file", output: "a whole file", isError: false } },
      user("tail"),
    ];
    expect(JSON.stringify(compact(history, "read a file"))).not.toContain("a whole file");
  },
  /** Sentences about what is held to elsewhere: the trigger in test/app and test/e2e, the notices in test/e2e. */
  when: ({ expected }) => expect(expected).toHaveLength(2),
  actual: ({ expected }) => expect(expected).toContain("instead of the estimate"),
  log: ({ expected }) => expect(expected).toHaveLength(2),
};

function compact(history: readonly Message[], summary: string, tail = 1): readonly Message[] {
  const zone = findZone(history, tail);
  if (!zone) throw new Error("no zone");
  return changed(history, withSummary(history, zone, summary));
}

function user(text: string): Message {
  return { role: "user", text };
}

function fromWire({ role, content }: WireMessage): Message {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const [first] = blocks;
  if (first?.type === "tool_result") {
    const { tool_use_id: callId, content: output } = first;
    return { role: "tool", result: { callId, name: "x", output, isError: false } };
  }
  const texts = blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  if (role === "user") return user(texts.join("\n"));
  return {
    role,
    parts: blocks.flatMap((block): readonly AssistantPart[] => {
      if (block.type === "text") return [block];
      if (block.type !== "tool_use") return [];
      return [{ type: "tool-call", call: { ...block, input: { ...block.input } } }];
    }),
  };
}

function toWire(message: Message): WireMessage {
  if (message.role === "user") return { role: "user", content: message.text };
  if (message.role !== "assistant") throw new Error("not in these cases");
  return { role: "assistant", content: [{ type: "text", text: textOf(message) }] };
}
