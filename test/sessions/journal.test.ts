import { appendFileSync, mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJournal } from "../../src/sessions/journal.ts";
import { copyJournalFile, makeJournalFile, openJournalFile } from "../../src/sessions/journal-file.ts";
import { readJournal } from "../../src/sessions/read-journal.ts";
import type { JournalRecord } from "../../src/sessions/record.ts";
import { createFailingFile } from "./failing-file.ts";

const temporary = () => mkdtempSync(join(tmpdir(), "treadle-journal-"));
const note = (text: string): JournalRecord => ({ type: "message", at: 1, message: { role: "user", text } });
const records = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const head = { id: "id", cwd: "/project", now: Date.UTC(2026, 0, 2) };
const create = (directory: string) =>
  createJournal({ id: "id", open: () => makeJournalFile(directory, head) });
const kept = { kind: "kept" };

function written(directory: string, ...texts: readonly string[]): string {
  const journal = create(directory);
  for (const text of texts) expect(journal.append(note(text))).toEqual(kept);
  const path = journal.path() ?? "";
  journal.close();
  return path;
}

const read = (path: string) =>
  [...readJournal(path)].map((entry) => (entry.kind === "record" ? entry.record : entry.kind));

describe("a new journal", () => {
  it("is made with the first record, for the owner alone, and begins with one of the session", () => {
    const directory = join(temporary(), "state", "sessions");
    const journal = create(directory);
    expect(journal.path()).toBeUndefined();
    journal.append(note("a"));
    expect(journal.path()).toBe(join(directory, "id.jsonl"));
    expect(records(join(directory, "id.jsonl"))).toEqual([
      { type: "session", version: 1, id: "id", created: "2026-01-02T00:00:00.000Z", cwd: "/project" },
      note("a"),
    ]);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, "id.jsonl")).mode & 0o777).toBe(0o600);
    journal.close();
    expect(journal.append(note("late")).kind).toBe("lost");
  });

  it("has each record in the file, as one whole line, before append returns", () => {
    const directory = temporary();
    const journal = create(directory);
    const texts = ["a\nb\r\n", "\u2028 \uD800 😀", "x".repeat(3_000_000), ""];
    for (const [index, text] of texts.entries()) {
      journal.append(note(text));
      const all = records(join(directory, "id.jsonl"));
      expect(all.length).toBe(index + 2);
      expect(all.at(-1)).toEqual(note(text));
    }
    journal.close();
  });

  it("never writes over a file that is there, and keeps what waits until there is a place for it", () => {
    const directory = temporary();
    const path = join(directory, "id.jsonl");
    writeFileSync(path, "precious");
    const journal = create(directory);
    expect(journal.append(note("a"))).toEqual({ kind: "waiting", reason: expect.stringContaining("EEXIST") });
    expect(readFileSync(path, "utf8")).toBe("precious");
    journal.close();
    expect(readFileSync(path, "utf8")).toBe("precious");
  });
});

describe("a journal taken up again", () => {
  const reopen = (path: string, size = statSync(path).size) =>
    createJournal({ id: "id", open: () => openJournalFile(path, size) });

  it("goes on behind the last line", () => {
    const path = written(temporary(), "a");
    const journal = reopen(path);
    expect(journal.append(note("b"))).toEqual(kept);
    journal.close();
    expect(records(path).slice(1)).toEqual([note("a"), note("b")]);
  });

  it("ends a torn line and leaves it as it is", () => {
    const path = written(temporary(), "a", "b");
    truncateSync(path, statSync(path).size - 10);
    const before = readFileSync(path, "utf8");
    const journal = reopen(path);
    journal.append(note("c"));
    journal.close();
    expect(readFileSync(path, "utf8").startsWith(`${before}\n`)).toBe(true);
    expect(read(path).slice(1)).toEqual([note("a"), "skipped", note("c")]);
  });

  it("is left alone when somebody else has written to it since it was read, or does so later", () => {
    const path = written(temporary(), "a");
    const journal = reopen(path, statSync(path).size - 1);
    expect(journal.append(note("b")).kind).toBe("waiting");
    journal.close();
    const other = reopen(path);
    expect(other.append(note("b"))).toEqual(kept);
    appendFileSync(path, `${JSON.stringify(note("intruder"))}\n`);
    expect(other.append(note("c"))).toEqual({
      kind: "lost",
      reason: "another treadle has written to its file",
    });
    expect(read(path).slice(1)).toEqual([note("a"), note("b"), note("intruder")]);
  });
});

describe("a copy", () => {
  it("has what the other one had, and goes on alone", () => {
    const directory = temporary();
    const parent = written(directory, "a", "b");
    const { size } = statSync(parent);
    appendFileSync(parent, `${JSON.stringify(note("later"))}\n{"torn`);
    const child = { ...head, id: "child", parent: "id" };
    const journal = createJournal({
      id: "child",
      open: () => copyJournalFile(parent, size, directory, child),
    });
    journal.append(note("c"));
    const path = journal.path() ?? "";
    journal.close();
    expect(read(path)).toEqual([
      { ...(records(parent)[0] as object), id: "child", parent: "id" },
      note("a"),
      note("b"),
      note("c"),
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(parent, "utf8")).not.toContain('"c"');
  });
});

describe("a disk that refuses", () => {
  const on = (file: ReturnType<typeof createFailingFile>, mostWaiting?: number) =>
    createJournal({ id: "id", open: () => ({ path: "p", file, lead: "" }), mostWaiting });

  it("anywhere in a line damages nothing, and nothing is missing or twice once there is room", () => {
    const whole = ["one", "two", "three"].map((text) => `${JSON.stringify(note(text))}\n`).join("");
    for (let room = 0; room <= whole.length; room += 1) {
      const file = createFailingFile(room);
      const journal = on(file);
      for (const text of ["one", "two", "three"]) journal.append(note(text));
      expect(whole.startsWith(file.content())).toBe(true);
      file.room = Number.POSITIVE_INFINITY;
      expect(journal.append(note("four"))).toEqual(kept);
      expect(file.content()).toBe(`${whole}${JSON.stringify(note("four"))}\n`);
    }
  });

  it("takes few bytes at a time", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 50 }), (texts, most) => {
        const file = createFailingFile();
        file.most = most;
        const journal = on(file);
        for (const text of texts) expect(journal.append(note(text))).toEqual(kept);
        expect(file.content()).toBe(texts.map((text) => `${JSON.stringify(note(text))}\n`).join(""));
      }),
    );
  });

  it("says so for each record until it takes them again, flushed", () => {
    const file = createFailingFile(0);
    const journal = on(file);
    expect(journal.append(note("a"))).toEqual({ kind: "waiting", reason: expect.stringMatching(/^ENOSPC/) });
    file.room = 1e6;
    file.failSync = true;
    expect(journal.append(note("b"))).toEqual({ kind: "waiting", reason: expect.stringMatching(/^EIO/) });
    file.failSync = false;
    expect(journal.append(note("c"))).toEqual(kept);
    expect(file.content().split("\n")).toHaveLength(4);
  });

  it("is waited for with messages, and with what goes with them only if a message is owed", () => {
    const file = createFailingFile();
    const journal = on(file);
    const settings: JournalRecord = { type: "settings", at: 1, backend: "b", model: "m", agent: "a" };
    expect(journal.append(settings)).toEqual(kept);
    expect(file.syncs).toBe(0);
    expect(journal.append(note("a"))).toEqual(kept);
    expect(file.syncs).toBe(1);
    file.failSync = true;
    expect(journal.append(note("b")).kind).toBe("waiting");
    expect(journal.append(settings).kind).toBe("waiting");
    file.failSync = false;
    expect(journal.append(settings)).toEqual(kept);
    expect(file.syncs).toBe(2);
  });

  it("for too long is given up", () => {
    const file = createFailingFile(0);
    const journal = on(file, 200);
    const kinds = Array.from({ length: 6 }, () => journal.append(note("x".repeat(20))).kind);
    expect(kinds).toEqual(["waiting", "waiting", "lost", "lost", "lost", "lost"]);
    expect(file.content()).toBe("");
  });
});
