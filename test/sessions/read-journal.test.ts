import { mkdtempSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repairHistory } from "../../src/loop/settle.ts";
import type { Message } from "../../src/model/message.ts";
import { readJournal } from "../../src/sessions/read-journal.ts";
import type { JournalRecord } from "../../src/sessions/record.ts";
import { foldSession } from "../../src/sessions/session-state.ts";

const directory = mkdtempSync(join(tmpdir(), "treadle-read-"));
let made = 0;

const first: JournalRecord = {
  type: "session",
  version: 1,
  id: "s1",
  created: "2026-01-02T00:00:00.000Z",
  cwd: "/project",
};
const user = (text: string): JournalRecord => ({ type: "message", at: 1, message: { role: "user", text } });
const call = { id: "c1", name: "bash", input: { command: "ls", deep: [{ a: null }] } };
const everyMessage: readonly Message[] = [
  { role: "system", text: "s" },
  { role: "user", text: "u", synthetic: true },
  {
    role: "assistant",
    interrupted: true,
    parts: [
      { type: "text", text: "t" },
      { type: "reasoning", text: "r", opaque: { signature: "x", nested: [1] } },
      { type: "tool-call", call: { ...call, malformed: { raw: "{", problem: "p" }, fromText: true } },
    ],
  },
  { role: "tool", result: { callId: "c1", name: "bash", output: "o", isError: true } },
];
const settings: JournalRecord = { type: "settings", at: 2, backend: "b", model: "m", agent: "a" };
const tokens = { input: 10, output: 2, cacheRead: 3, cacheWrite: 4 };
const cost = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, total: 10 };
const everyRecord: readonly JournalRecord[] = [
  first,
  ...everyMessage.map((message, at): JournalRecord => ({ type: "message", at, message })),
  {
    type: "changed",
    at: 9,
    change: { from: 0, removed: 1, inserted: [{ role: "user", text: "i" }], reason: "edited" },
  },
  settings,
  { type: "usage", at: 3, usage: tokens, model: "m", cost },
  { type: "usage", at: 4, usage: { ...tokens, estimated: true }, model: "m" },
  { type: "named", at: 5, name: "warp" },
];

function fileOf(content: string): string {
  const path = join(directory, `${made++}.jsonl`);
  writeFileSync(path, content);
  return path;
}

const lines = (...records: readonly unknown[]) =>
  records.map((record) => `${typeof record === "string" ? record : JSON.stringify(record)}\n`).join("");
const read = (content: string) => [...readJournal(fileOf(content))];
const recordsOf = (content: string) =>
  read(content).flatMap((entry) => (entry.kind === "record" ? [entry.record] : []));
const folded = (content: string) => {
  const result = foldSession(readJournal(fileOf(content)));
  if (result.kind === "refused") throw new Error(result.problem);
  return result;
};

describe("readJournal", () => {
  it("reads back every record as it was written", () => {
    expect(recordsOf(lines(...everyRecord))).toEqual(everyRecord);
  });

  it("tells where each record lies", () => {
    const content = lines(first, user("é"), user("b"));
    const places = read(content).map((entry) => (entry.kind === "record" ? entry.offset : -1));
    const bytes = Buffer.from(content);
    expect(places.map((offset) => bytes[offset])).toEqual([123, 123, 123]);
    expect(places.slice(1).every((offset) => bytes[offset - 1] === 10)).toBe(true);
  });

  it("leaves out a torn last line and says so, wherever it was torn", () => {
    const whole = lines(first, user("one"));
    const torn = JSON.stringify(user("two"));
    for (let kept = 1; kept < torn.length; kept += 1) {
      const path = fileOf(whole + torn.slice(0, kept));
      const entries = [...readJournal(path)];
      expect(entries.map(({ kind }) => kind)).toEqual(["record", "record", "skipped"]);
      expect(entries[2]).toMatchObject({
        notice: `The last line of ${path} (line 3) was not written to its end and is left out.`,
      });
    }
  });

  it("keeps a last line that lacks nothing but its end", () => {
    expect(recordsOf(lines(first) + JSON.stringify(user("two")))).toEqual([first, user("two")]);
  });

  it("leaves out broken lines in the midst and names them", () => {
    const path = fileOf(lines(first, '{"type":"mess', user("a"), "\u0000\u0000", "[]", "null", user("b")));
    const entries = [...readJournal(path)];
    expect(entries.filter(({ kind }) => kind === "record")).toHaveLength(3);
    expect(entries.filter(({ kind }) => kind === "skipped")).toEqual(
      [2, 4, 5, 6].map((line) => ({
        kind: "skipped",
        notice: `Line ${line} of ${path} cannot be read and is left out.`,
      })),
    );
  });

  it("ignores empty lines, and types and fields that it does not know", () => {
    const content = lines({ ...first, more: 1 }, "", { type: "later", at: 1 }, { ...user("a"), extra: {} });
    expect(read(content).map(({ kind }) => kind)).toEqual(["record", "record"]);
    expect(recordsOf(content)).toEqual([first, user("a")]);
    expect(recordsOf(lines(first, { type: "toString", at: 1 }, { type: "__proto__" }))).toEqual([first]);
  });

  it.each([
    ["a number for a text", { role: "user", text: 1 }],
    ["no parts", { role: "assistant" }],
    ["a part of no type", { role: "assistant", parts: [{ text: "x" }] }],
    [
      "a call without input",
      { role: "assistant", parts: [{ type: "tool-call", call: { id: "1", name: "x" } }] },
    ],
    [
      "an array for an input",
      { role: "assistant", parts: [{ type: "tool-call", call: { ...call, input: [] } }] },
    ],
    ["a result without output", { role: "tool", result: { callId: "c", name: "n", isError: false } }],
    ["an unknown role", { role: "root", text: "x" }],
    ["no message", null],
  ])("takes no message with %s", (_, message) => {
    expect(recordsOf(lines(first, { type: "message", at: 1, message }))).toEqual([first]);
  });

  it.each([-1, 0.5, 2 ** 53, "1", null])("takes no change at %s", (from) => {
    const change = { from, removed: 0, inserted: [], reason: "cleared" };
    expect(recordsOf(lines(first, { type: "changed", at: 1, change }))).toEqual([first]);
  });

  it("refuses a newer version with a sentence", () => {
    expect(read(lines({ ...first, version: 2 }, user("a")))).toEqual([
      {
        kind: "refused",
        problem: expect.stringMatching(
          /was written by a newer treadle \(format 2\): update treadle to open it\.$/,
        ),
      },
    ]);
  });

  it("refuses what is no session", () => {
    expect(read(lines({ type: "message", at: 1 }))).toMatchObject([{ kind: "skipped" }, { kind: "refused" }]);
    expect(read(lines(user("a"), user("b")))).toMatchObject([{ kind: "refused" }]);
    expect(read("")).toMatchObject([{ kind: "refused", problem: expect.stringContaining("is empty") }]);
    expect([...readJournal(join(directory, "none.jsonl"))]).toMatchObject([
      { kind: "refused", problem: expect.stringContaining("ENOENT") },
    ]);
    expect([...readJournal(directory)]).toMatchObject([{ kind: "refused" }]);
  });

  it("reads what a journal has written, cut off at any byte", () => {
    const path = fileOf(lines(...everyRecord));
    const whole = [...readJournal(path)].length;
    let before = whole;
    for (let size = 1200; size >= 0; size -= 7) {
      truncateSync(path, size);
      const count = [...readJournal(path)].filter(({ kind }) => kind === "record").length;
      expect(count).toBeLessThanOrEqual(before);
      before = count;
    }
    expect(before).toBe(0);
  });

  it("never throws and never gives a malformed history, whatever the file holds", () => {
    const garbage = fc.oneof(
      fc.constantFrom(...everyRecord.map((record) => JSON.stringify(record))),
      fc.json(),
      fc.string(),
      fc
        .object({ key: fc.constantFrom("type", "message", "role", "parts", "at", "text") })
        .map((data) => JSON.stringify({ type: "message", at: 1, message: data })),
    );
    fc.assert(
      fc.property(fc.array(garbage), (some) => {
        const result = foldSession(readJournal(fileOf(lines(first, ...some))));
        if (result.kind === "refused") return;
        expect(() => repairHistory(result.state.messages)).not.toThrow();
        expect(result.notices.length).toBeLessThanOrEqual(6);
      }),
      { numRuns: 200 },
    );
  });
});

describe("foldSession", () => {
  it("gives the history that counts", () => {
    const cleared: JournalRecord = {
      type: "changed",
      at: 5,
      change: { from: 0, removed: 2, inserted: [], reason: "cleared" },
    };
    const { state } = folded(lines(first, user("a"), user("b"), cleared, user("c")));
    expect(state.messages).toEqual([{ role: "user", text: "c" }]);
    expect(state.session).toEqual(first);
    expect([state.first, state.last]).toEqual([1, 1]);
  });

  it("adds up what was counted, model by model, and no guesses", () => {
    const used = (model: string, priced = true): JournalRecord => ({
      type: "usage",
      at: 1,
      usage: tokens,
      model,
      ...(priced && { cost }),
    });
    const guess: JournalRecord = { type: "usage", at: 1, usage: { ...tokens, estimated: true }, model: "a" };
    const { usage } = folded(lines(first, used("a"), used("a"), used("b"), used("b", false), guess)).state;
    expect(usage.total).toEqual({ input: 40, output: 8, cacheRead: 12, cacheWrite: 16 });
    expect(usage.last).toEqual({ ...tokens, estimated: true });
    expect(usage.rows.map(({ model, requests, cost: sum }) => [model, requests, sum?.total])).toEqual([
      ["a", 2, 20],
      ["b", 2, undefined],
    ]);
  });

  it("knows the last name and the last settings, and what another model wrote", () => {
    const other: JournalRecord = { ...settings, model: "other" } as JournalRecord;
    const name = (text: string): JournalRecord => ({ type: "named", at: 1, name: text });
    const { state } = folded(
      lines(first, settings, user("a"), settings, user("b"), other, name("x"), name("y"), user("c")),
    );
    expect([state.name, state.settings, state.foreign]).toEqual(["y", other, 2]);
    expect(folded(lines(first, name("x"), name(""))).state.name).toBeUndefined();
  });

  it("says how many more lines are broken instead of naming each", () => {
    const { notices } = folded(lines(first, ...Array.from({ length: 100 }, () => "{")));
    expect(notices).toHaveLength(6);
    expect(notices.at(-1)).toBe("95 more lines cannot be read.");
  });
});
