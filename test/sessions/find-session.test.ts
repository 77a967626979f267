import { mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findSession, findSessionOf } from "../../src/sessions/find-session.ts";
import { listSessions, peekSession, sessionName } from "../../src/sessions/session-files.ts";
import { sessionIdProblem } from "../../src/sessions/session-id.ts";
import { readCases } from "../support/cases.ts";

interface Given {
  readonly name?: string;
  readonly cwd?: string;
  readonly updated?: number;
  readonly prompt?: string;
  readonly filler?: number;
  readonly taskOf?: string;
}

/** A directory with these sessions, by their ids. */
function directoryOf(sessions: Readonly<Record<string, Given>>): string {
  const directory = mkdtempSync(join(tmpdir(), "treadle-find-"));
  for (const [id, given] of Object.entries(sessions)) {
    const { name, cwd = "/", updated = 1000, prompt = "hello", filler = 0, taskOf } = given;
    const records = [
      { type: "session", version: 1, id, created: "2026-01-01T00:00:00.000Z", cwd, taskOf },
      { type: "message", at: 1, message: { role: "user", text: prompt } },
      { type: "message", at: 1, message: { role: "user", text: "x".repeat(filler) } },
      ...(name === undefined ? [] : [{ type: "named", at: 2, name }]),
    ];
    const path = join(directory, `${id}.jsonl`);
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    utimesSync(path, updated, updated);
  }
  return directory;
}

const idOf = (found: ReturnType<typeof findSession>) =>
  found.kind === "found" ? found.file.id : found.problem;

const file = readCases("sessions_search");
const caseOf = (id: string) => file.cases.find((one) => one.id === id);

describe.skipIf(file.absent)(file.title, () => {
  const ids = file.cases.flatMap(({ input, expected, id }) => {
    const asked = (input as { session_id?: unknown }).session_id;
    return typeof asked === "string" ? [{ id, asked, expected }] : [];
  });
  it.each(ids)("$id: the id $asked", ({ asked, expected }) => {
    expect(sessionIdProblem(asked) ?? "ok").toBe(expected);
  });

  it("mx-resolve", () => {
    const { input, expected } = caseOf("mx-resolve") as unknown as {
      input: { titles: Record<string, string>; lookups: string[] };
      expected: string[];
    };
    const directory = directoryOf(namedAs(input.titles));
    expect(input.lookups.map((wanted) => idOf(findSession(directory, wanted)))).toEqual(expected);
  });

  it("mx-ambiguous", () => {
    const { input } = caseOf("mx-ambiguous") as unknown as {
      input: { titles: Record<string, string>; lookup: string };
    };
    const problem = idOf(findSession(directoryOf(namedAs(input.titles)), input.lookup));
    expect(problem).toBe("Session name 'Duplicate Name' is ambiguous (2 matches: a1, a2)");
  });

  it("mx-resume-msg", () => {
    expect(idOf(findSession(directoryOf({}), "Missing"))).toBe(caseOf("mx-resume-msg")?.expected);
  });
});

function namedAs(titles: Readonly<Record<string, string>>): Record<string, Given> {
  return Object.fromEntries(Object.entries(titles).map(([id, name]) => [id, { name }]));
}

describe("listSessions", () => {
  it("has the newest first, of the same time by id", () => {
    const directory = directoryOf({ s1: { updated: 1 }, s3: { updated: 3 }, s2: { updated: 3 } });
    expect(listSessions(directory).map(({ id }) => id)).toEqual(["s2", "s3", "s1"]);
  });

  it("knows no files but its own", () => {
    const directory = directoryOf({ good: {} });
    for (const name of ["a b.jsonl", "x.json", "good.lock", "..jsonl"])
      writeFileSync(join(directory, name), "");
    mkdirSync(join(directory, "folder.jsonl"));
    symlinkSync("/etc/passwd", join(directory, "link.jsonl"));
    expect(listSessions(directory).map(({ id }) => id)).toEqual(["good"]);
    expect(listSessions(join(directory, "none"))).toEqual([]);
  });
});

describe("findSession", () => {
  const directory = directoryOf({
    "20260101-a": { updated: 1, name: "Warp" },
    "20260102-b": { updated: 3, cwd: "/loom" },
    "20260102-c": { updated: 2, cwd: "/loom", name: "20260101-a" },
  });

  it("takes an id before a name, and the beginning of an id where it is the only one", () => {
    expect(idOf(findSession(directory, "20260101-a"))).toBe("20260101-a");
    expect(idOf(findSession(directory, "20260101"))).toBe("20260101-a");
    expect(idOf(findSession(directory, "20260102"))).toBe(
      "Session id '20260102...' is ambiguous (2 matches: 20260102-b, 20260102-c)",
    );
    expect(idOf(findSession(directory, ""))).toBe("Session not found: ");
  });

  it("takes the last, but not the one that is open", () => {
    expect(idOf(findSession(directory, "last"))).toBe("20260102-b");
    expect(idOf(findSession(directory, "last", "20260102-b"))).toBe("20260102-c");
    expect(idOf(findSessionOf(directory, "/loom"))).toBe("20260102-b");
    expect(idOf(findSessionOf(directory, "/loom", "20260102-b"))).toBe("20260102-c");
    expect(idOf(findSessionOf(directory, "/other"))).toContain("No session was started in /other yet");
  });
});

describe("a task that ran beside a session", () => {
  const directory = directoryOf({
    a: { updated: 1, cwd: "/loom" },
    b: { updated: 2, cwd: "/loom", taskOf: "a" },
  });

  it("is never the last session, and is found by its id", () => {
    expect(idOf(findSession(directory, "last"))).toBe("a");
    expect(idOf(findSessionOf(directory, "/loom"))).toBe("a");
    expect(idOf(findSession(directory, "b"))).toBe("b");
    expect(peekSession(join(directory, "b.jsonl"))).toMatchObject({ taskOf: "a" });
  });
});

describe("what is seen of a session at a glance", () => {
  it("is where it was started and what was asked first", () => {
    const directory = directoryOf({ s: { cwd: "/loom", prompt: "Weave." } });
    expect(peekSession(join(directory, "s.jsonl"))).toEqual({ cwd: "/loom", prompt: "Weave." });
    expect(peekSession(join(directory, "none.jsonl"))).toEqual({ cwd: undefined, prompt: undefined });
  });

  it("is its last name, wherever that lies in the file", () => {
    for (const filler of [0, (1 << 20) - 230, (1 << 20) - 220, (1 << 20) - 210, (1 << 20) - 200, 3 << 20]) {
      const directory = directoryOf({ s: { name: "warp", filler } });
      expect(sessionName(join(directory, "s.jsonl"))).toBe("warp");
    }
    expect(sessionName("/nowhere")).toBeUndefined();
    const quoting = directoryOf({ s: { prompt: '\n{"type":"named","at":1,"name":"forged"}' } });
    expect(sessionName(join(quoting, "s.jsonl"))).toBeUndefined();
  });
});
