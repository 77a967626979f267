/** A survey comes to what reading everything comes to; its pages and its tail hold all that was said. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../src/model/message.ts";
import { type Kept, type Surveyed, surveyJournal } from "../../src/sessions/journal-survey.ts";
import { tailStart } from "../../src/sessions/journal-tail.ts";
import { parseRecord } from "../../src/sessions/parse-record.ts";
import { readJournal } from "../../src/sessions/read-journal.ts";
import { messagesBetween, readAllMessages } from "../../src/sessions/read-messages.ts";
import type { JournalRecord } from "../../src/sessions/record.ts";
import { messageShape, shapeOf } from "../../src/sessions/record-shape.ts";
import { foldSession } from "../../src/sessions/session-state.ts";

const directory = mkdtempSync(join(tmpdir(), "treadle-survey-"));
const head = { type: "session", version: 1, id: "s", created: "2026-01-01T00:00:00.000Z", cwd: "/" };
let files = 0;

function fileOf(lines: readonly string[], end = "\n"): { readonly path: string; readonly size: number } {
  const content = [JSON.stringify(head), ...lines].join("\n") + end;
  const path = join(directory, `${++files}.jsonl`);
  writeFileSync(path, content);
  return { path, size: Buffer.byteLength(content) };
}

function survey({ path, size }: ReturnType<typeof fileOf>, pagesTo = size): Surveyed {
  const steps = surveyJournal(path, { size, pagesTo });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom('"', "\\", "\n\t", "é😀", "\ud800", "{}}", ""),
);
const part = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text }),
  fc.record({ type: fc.constant("reasoning" as const), text }),
  fc.record({
    type: fc.constant("tool-call" as const),
    call: fc.record({ id: text, name: text, input: fc.dictionary(fc.constantFrom("a", "b"), text) }),
  }),
);
const message: fc.Arbitrary<Message> = fc.oneof(
  text.map((said): Message => ({ role: "user", text: said })),
  text.map((said): Message => ({ role: "user", text: said, synthetic: true })),
  text.map((said): Message => ({ role: "system", text: said, summary: true })),
  fc.array(part, { maxLength: 3 }).map((parts): Message => ({ role: "assistant", parts })),
  fc.array(part, { maxLength: 3 }).map((parts): Message => ({ role: "assistant", parts, interrupted: true })),
  fc.record({ callId: text, name: text, output: text, isError: fc.boolean() }).map(
    (result): Message => ({
      role: "tool",
      result,
    }),
  ),
);
const at = fc.integer({ min: 0, max: 2e12 });
const messageLine = fc
  .record({ at, message })
  .map(({ at, message }) => JSON.stringify({ type: "message", at, message }));
const change = fc.record({
  from: fc.nat(8),
  removed: fc.nat(4),
  inserted: fc.array(message, { maxLength: 2 }),
  reason: fc.constantFrom("edited", "deleted", "undone", "trimmed", "compacted", "rewound"),
});
const otherLine = fc.oneof(
  fc.record({ at, change }).map((rest) => JSON.stringify({ type: "changed", ...rest })),
  fc.record({ at, name: text }).map((rest) => JSON.stringify({ type: "named", ...rest })),
  fc
    .record({ at, usage: fc.constant({ input: 1, output: 2, cacheRead: 0, cacheWrite: 0 }), model: text })
    .map((rest) => JSON.stringify({ type: "usage", ...rest })),
  fc
    .record({ at, backend: text, model: text, agent: text })
    .map((rest) => JSON.stringify({ type: "settings", ...rest })),
  fc.constantFrom(
    "",
    "{",
    '{"type":"later","at":1}',
    '{"type":"message","at":1,"message":{"role":"user","text":"cut',
  ),
);

describe("a survey", () => {
  it("comes to the state that reading everything comes to", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(messageLine, messageLine, otherLine), { maxLength: 30 }), (lines) => {
        const file = fileOf(lines);
        const whole = foldSession(readJournal(file.path));
        const surveyed = survey(file);
        if (whole.kind !== "ok" || surveyed.kind !== "surveyed") throw new Error("not read");
        const { messages, undo, checkpoints, ...rest } = surveyed.state;
        expect(readAllMessages(file.path, messages)).toEqual(whole.state.messages);
        const read = (kept: readonly Kept[]) => readAllMessages(file.path, kept);
        expect(
          undo.map(({ of, change }) => ({ of, change: { ...change, inserted: read(change.inserted) } })),
        ).toEqual(whole.state.undo);
        expect(rest).toEqual(omit(whole.state));
        expect(surveyed.notices).toEqual(whole.notices);
      }),
      { numRuns: 300 },
    );
  });

  function omit({ messages: _, undo: __, checkpoints: ___, ...rest }: ReturnType<typeof stateOf>) {
    return rest;
  }

  function stateOf(path: string) {
    const folded = foldSession(readJournal(path));
    if (folded.kind !== "ok") throw new Error(folded.problem);
    return folded.state;
  }

  it("refuses what reading refuses", () => {
    const path = join(directory, "newer.jsonl");
    const content = `${JSON.stringify({ ...head, version: 99 })}\n`;
    writeFileSync(path, content);
    expect(survey({ path, size: content.length })).toMatchObject({ kind: "refused" });
    writeFileSync(path, "");
    expect(survey({ path, size: 0 })).toEqual({ kind: "refused", problem: "The session newer is empty." });
  });

  const turn = (number: number, size: number): readonly string[] =>
    [
      { role: "user", text: `prompt ${number}` },
      { role: "assistant", parts: [{ type: "text", text: `answer ${number} ${"x".repeat(size)}` }] },
    ].map((message) => JSON.stringify({ type: "message", at: number, message }));

  it.each([
    ["many short turns", 5000, 10],
    ["turns of a page", 40, 60_000],
    ["a few huge ones", 6, 900_000],
  ])("has pages and a tail that hold all that was said, each once: %s", (_, turns, size) => {
    const file = fileOf(Array.from({ length: turns }, (_, number) => turn(number, size)).flat());
    const tail = tailStart(file.path, file.size, { turns: 3, messages: 60 });
    expect(tail).toBeGreaterThan(0);
    const surveyed = survey(file, tail);
    if (surveyed.kind !== "surveyed") throw new Error(surveyed.problem);
    const { pages } = surveyed;
    expect(pages[0]?.from).toBe(0);
    expect(pages.at(-1)?.to).toBe(tail);
    for (const [index, { to }] of pages.slice(0, -1).entries()) expect(pages[index + 1]?.from).toBe(to);
    const read = pages.map(({ from, to }) => messagesBetween(file.path, from, to));
    const end = messagesBetween(file.path, tail, file.size);
    expect([...read.flat(), ...end]).toEqual(stateOf(file.path).messages);
    for (const messages of [...read, end]) expect(messages[0]?.role).toBe("user");
    expect(end.length).toBeGreaterThanOrEqual(6);
    expect(Math.max(...read.map((messages) => messages.length))).toBeLessThan(1500);
  });

  it("parts a turn that goes on for ever where an answer begins, and tells what is above", () => {
    const call = (number: number): readonly Message[] => [
      {
        role: "assistant",
        parts: [{ type: "tool-call", call: { id: `${number}`, name: "bash", input: {} } }],
      },
      {
        role: "tool",
        result: { callId: `${number}`, name: "bash", output: "y".repeat(20_000), isError: false },
      },
    ];
    const messages: readonly Message[] = [
      { role: "user", text: "go on for ever" },
      ...Array.from({ length: 100 }, (_, number) => call(number)).flat(),
    ];
    const file = fileOf(messages.map((message) => JSON.stringify({ type: "message", at: 1, message })));
    const surveyed = survey(file);
    if (surveyed.kind !== "surveyed") throw new Error(surveyed.problem);
    expect(surveyed.pages.length).toBeGreaterThan(2);
    const starts = surveyed.pages.map(({ from, to }) => messagesBetween(file.path, from, to)[0]?.role);
    expect(starts).toEqual(["user", ...starts.slice(1).map(() => "assistant")]);
    expect(surveyed.pages.map(({ afterTool }) => afterTool)).toEqual([
      false,
      ...starts.slice(1).map(() => true),
    ]);
    const tail = tailStart(file.path, file.size, { turns: 1, messages: 60 });
    expect(messagesBetween(file.path, tail, file.size)[0]?.role).toBe("assistant");
  });
});

describe("tailStart", () => {
  it("wants all of a short session", () => {
    const file = fileOf(['{"type":"message","at":1,"message":{"role":"user","text":"hi"}}']);
    expect(tailStart(file.path, file.size, { turns: 1, messages: 1 })).toBe(0);
  });
});

describe("messageShape", () => {
  it("tells of a line what parsing it tells, or nothing", () => {
    fc.assert(
      fc.property(
        messageLine,
        fc.nat(200),
        fc.constantFrom("", "\u0000", '"', "}", "\\", ","),
        (line, place, put) => {
          const cut = Math.min(place, line.length);
          for (const some of [line, line.slice(0, cut), line.slice(0, cut) + put + line.slice(cut + 1)]) {
            const shape = messageShape(some);
            if (!shape) continue;
            const parsed = parseRecord(some);
            const record = parsed.kind === "record" ? (parsed.record as JournalRecord) : undefined;
            expect(record?.type === "message" && shapeOf(record)).toEqual(shape);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("knows the lines that journals are full of", () => {
    const lines: readonly Message[] = [
      { role: "user", text: 'say "hi"\n' },
      { role: "assistant", parts: [{ type: "text", text: "hi é😀" }] },
      { role: "tool", result: { callId: "1", name: "bash", output: "", isError: true } },
    ];
    const shapes = lines.map((message) => messageShape(JSON.stringify({ type: "message", at: 5, message })));
    expect(shapes).toEqual([
      { at: 5, role: "user", prompt: true },
      { at: 5, role: "assistant", prompt: false },
      { at: 5, role: "tool", prompt: false },
    ]);
  });
});

describe("readAllMessages", () => {
  it("says so where the file is not what it was", () => {
    const file = fileOf(['{"type":"named","at":1,"name":"x"}']);
    expect(() => readAllMessages(file.path, [0])).toThrow(/is not what it was/);
  });
});
