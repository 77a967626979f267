import { existsSync, mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkpointDirectory } from "../../src/sessions/checkpoint.ts";
import { type Owners, takeLock } from "../../src/sessions/lock.ts";
import { pruneSessions } from "../../src/sessions/prune.ts";
import { listSessions } from "../../src/sessions/session-files.ts";
import { readCases } from "../support/cases.ts";

const day = 86_400;
const now = Date.UTC(2026, 10, 18) / 1000;
const owners = (self = "us"): Owners => ({
  self,
  isAlive: () => true,
  describe: (mark) => mark,
  now: () => now * 1000,
});

/** Sessions by their ages in days. */
function directoryOf(ages: Readonly<Record<string, number>>, name?: string): string {
  const directory = mkdtempSync(join(tmpdir(), "treadle-prune-"));
  for (const [id, age] of Object.entries(ages)) {
    const head = { type: "session", version: 1, id, created: "2026-01-01T00:00:00.000Z", cwd: "/" };
    const named = name === undefined ? "" : `${JSON.stringify({ type: "named", at: 1, name })}\n`;
    const path = join(directory, `${id}.jsonl`);
    writeFileSync(path, `${JSON.stringify(head)}\n${named}`);
    utimesSync(path, now - age * day, now - age * day);
  }
  return directory;
}

const idsIn = (directory: string) =>
  listSessions(directory)
    .map(({ id }) => id)
    .toSorted();
const none = { sessions: 0, days: 0 };

const file = readCases("sessions_search");
describe.skipIf(file.absent)(file.title, () => {
  const caseOf = (id: string) => file.cases.find((one) => one.id === id);
  const ageOf = (year: number | string) => (now - Date.parse(String(year)) / 1000) / day;

  it("mx-prune-age", () => {
    const { input } = caseOf("mx-prune-age") as unknown as {
      input: { retention_days: number; session_updated: string };
    };
    const { retention_days: days, session_updated: updated } = input;
    const directory = directoryOf({ old: ageOf(updated) });
    expect(pruneSessions(directory, { ...none, days }, owners())).toBe(1);
    expect(idsIn(directory)).toEqual([]);
  });

  it("mx-prune-sessions", () => {
    const { input, expected } = caseOf("mx-prune-sessions") as unknown as {
      input: { max_sessions: number; updated: Record<string, number> };
      expected: string[];
    };
    const ages = Object.entries(input.updated).map(([id, year]) => [id, ageOf(year)]);
    const directory = directoryOf(Object.fromEntries(ages));
    pruneSessions(directory, { ...none, sessions: input.max_sessions }, owners());
    expect(idsIn(directory)).toEqual(expected);
  });
});

describe("pruneSessions", () => {
  it("keeps everything where there is no limit, and what is young and among the newest", () => {
    const directory = directoryOf({ a: 1, b: 29, c: 31, d: 4000 });
    expect(pruneSessions(directory, none, owners())).toBe(0);
    expect(pruneSessions(directory, { sessions: 2, days: 30 }, owners())).toBe(2);
    expect(idsIn(directory)).toEqual(["a", "b"]);
  });

  it("keeps what has a name, and what is in use", () => {
    const named = directoryOf({ a: 100 }, "warp");
    expect(pruneSessions(named, { sessions: 0, days: 30 }, owners())).toBe(0);
    const used = directoryOf({ a: 100, b: 100 });
    takeLock(join(used, "a.jsonl"), owners("them"));
    expect(pruneSessions(used, { sessions: 0, days: 30 }, owners())).toBe(1);
    expect(idsIn(used)).toEqual(["a"]);
  });

  it("takes the checkpoints along, and touches nothing that is not ours", () => {
    const directory = directoryOf({ a: 100 });
    const outside = mkdtempSync(join(tmpdir(), "treadle-outside-"));
    writeFileSync(join(outside, "precious"), "");
    mkdirSync(join(directory, checkpointDirectory("a")));
    symlinkSync(outside, join(directory, checkpointDirectory("a"), "link"));
    const foreign = join(directory, "foreign.jsonl");
    writeFileSync(foreign, '{"type":"other"}\n');
    utimesSync(foreign, 1, 1);
    expect(pruneSessions(directory, { sessions: 0, days: 30 }, owners())).toBe(1);
    expect(existsSync(join(directory, checkpointDirectory("a")))).toBe(false);
    expect(existsSync(join(outside, "precious"))).toBe(true);
    expect(existsSync(foreign)).toBe(true);
  });
});

describe("tasks that ran beside sessions", () => {
  it("take no session's place", () => {
    const directory = directoryOf({ old: 9, new: 8 });
    for (const [id, age] of [
      ["t1", 2],
      ["t2", 1],
    ] as const) {
      const head = {
        type: "session",
        version: 1,
        id,
        created: "2026-01-01T00:00:00.000Z",
        cwd: "/",
        taskOf: "new",
      };
      const path = join(directory, `${id}.jsonl`);
      writeFileSync(path, `${JSON.stringify(head)}\n`);
      utimesSync(path, now - age * day, now - age * day);
    }
    expect(pruneSessions(directory, { ...none, sessions: 1 }, owners())).toBe(2);
    expect(idsIn(directory)).toEqual(["new", "t2"]);
  });
});
