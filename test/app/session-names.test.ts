import { mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createSessionNames } from "../../src/app/session-names.ts";
import type { JournalRecord } from "../../src/sessions/record.ts";

const breathe = () => Promise.resolve();

function directoryWith(sessions: Readonly<Record<string, readonly JournalRecord[]>>): string {
  const directory = mkdtempSync(join(tmpdir(), "treadle-names-"));
  for (const [index, [id, records]] of Object.entries(sessions).entries())
    write(directory, id, records, index);
  return directory;
}

function write(directory: string, id: string, records: readonly JournalRecord[], age = 0): void {
  const head: JournalRecord = {
    type: "session",
    version: 1,
    id,
    created: "2026-01-01T00:00:00.000Z",
    cwd: "/",
  };
  const path = join(directory, `${id}.jsonl`);
  writeFileSync(path, [head, ...records].map((record) => `${JSON.stringify(record)}\n`).join(""));
  utimesSync(path, 1_000_000 - age, 1_000_000 - age);
}

const asked = (text: string): JournalRecord => ({ type: "message", at: 1, message: { role: "user", text } });
const named = (name: string): JournalRecord => ({ type: "named", at: 1, name });

it("are names and ids, the newest session first, each with what tells it from others", async () => {
  const directory = directoryWith({
    new: [asked("weave\n  a twill"), named("Red cloth")],
    old: [asked("spin\n a  yarn")],
    odd: [named("a\u0007bell")],
  });
  const names = createSessionNames({ directory, now: () => 0, breathe });
  expect(names()).toEqual([]);
  await vi.waitFor(() =>
    expect(names()).toEqual([
      { name: "Red cloth", detail: "new" },
      { name: "new", detail: "Red cloth" },
      { name: "old", detail: "spin a yarn" },
      { name: "odd", detail: "a\u0007bell" },
    ]),
  );
});

it("are looked up again after a while", async () => {
  const directory = directoryWith({ one: [asked("x")] });
  let now = 0;
  const names = createSessionNames({ directory, now: () => now, breathe });
  names();
  await vi.waitFor(() => expect(names()).toHaveLength(1));
  write(directory, "two", [asked("y")]);
  now += 60_000;
  await vi.waitFor(() => expect(names()).toHaveLength(2));
});

it("are none where no sessions are kept", () => {
  expect(createSessionNames({ directory: undefined, now: () => 0, breathe })()).toEqual([]);
});
