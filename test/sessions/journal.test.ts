import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createJournal } from "../../src/sessions/journal.ts";
import type { JournalRecord } from "../../src/sessions/record.ts";

const temporary = () => mkdtempSync(join(tmpdir(), "treadle-journal-"));
const note = (text: string): JournalRecord => ({ type: "message", at: 1, message: { role: "user", text } });
const records = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe("createJournal", () => {
  it("begins with a record of the session", () => {
    const journal = createJournal(temporary(), "id-1", "/project", Date.UTC(2026, 0, 2));
    expect(records(journal.path)).toEqual([
      { type: "session", version: 1, id: "id-1", created: "2026-01-02T00:00:00.000Z", cwd: "/project" },
    ]);
    journal.close();
  });

  it("makes the folders it needs, for the owner alone", () => {
    const directory = join(temporary(), "state", "sessions");
    const journal = createJournal(directory, "id", "/", 0);
    journal.close();
    expect(journal.path).toBe(join(directory, "id.jsonl"));
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(journal.path).mode & 0o777).toBe(0o600);
  });

  it("has each record in the file, as one whole line, before append returns", () => {
    const journal = createJournal(temporary(), "id", "/", 0);
    const texts = ["a\nb\r\n", "\u2028 \uD800 😀", "x".repeat(3_000_000), ""];
    for (const [index, text] of texts.entries()) {
      journal.append(note(text));
      expect(records(journal.path).length).toBe(index + 2);
      expect(records(journal.path).at(-1)).toEqual(note(text));
    }
    const cleared = { from: 0, removed: 4, inserted: [], reason: "cleared" } as const;
    journal.append({ type: "changed", at: 2, change: cleared });
    expect(records(journal.path).at(-1)).toEqual({ type: "changed", at: 2, change: cleared });
    journal.close();
  });

  it("never writes over a file that is there", () => {
    const directory = temporary();
    writeFileSync(join(directory, "id.jsonl"), "precious");
    expect(() => createJournal(directory, "id", "/", 0)).toThrow(/EEXIST/);
    expect(readFileSync(join(directory, "id.jsonl"), "utf8")).toBe("precious");
  });

  it("throws where no folder can be made", () => {
    const file = join(temporary(), "file");
    writeFileSync(file, "");
    expect(() => createJournal(join(file, "sessions"), "id", "/", 0)).toThrow(/ENOTDIR/);
  });
});
