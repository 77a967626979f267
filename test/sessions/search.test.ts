import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HistoryChange } from "../../src/model/history-change.ts";
import type { Message } from "../../src/model/message.ts";
import { byMatches, type SearchEnd, type SessionMatches, searchSessions } from "../../src/sessions/search.ts";
import { compileQuery, type SearchQuery } from "../../src/sessions/search-query.ts";
import { rawPatterns } from "../../src/sessions/search-raw.ts";
import { contextOf, headOf, reportEnd, rowOf } from "../../src/sessions/search-report.ts";
import { readSearch } from "../../src/sessions/search-words.ts";
import { readCases } from "../support/cases.ts";

const temporary = () => mkdtempSync(join(tmpdir(), "treadle-search-"));
const user = (text: string): Message => ({ role: "user", text });
const assistant = (text: string): Message => ({ role: "assistant", parts: [{ type: "text", text }] });

type Line = Message | { readonly change: HistoryChange } | { readonly named: string } | string;

function lineOf(line: Line): string {
  if (typeof line === "string") return line;
  if ("named" in line) return JSON.stringify({ type: "named", at: 1, name: line.named });
  if ("change" in line) return JSON.stringify({ type: "changed", at: 1, change: line.change });
  return JSON.stringify({ type: "message", at: 1, message: line });
}

/** The first is the newest. */
function sessions(all: Readonly<Record<string, readonly Line[]>>): string {
  const directory = temporary();
  for (const [index, [id, lines]] of Object.entries(all).entries()) {
    const head = { type: "session", version: 1, id, created: "2026-01-01T00:00:00.000Z", cwd: "/" };
    const path = join(directory, `${id}.jsonl`);
    writeFileSync(path, `${[JSON.stringify(head), ...lines.map(lineOf)].join("\n")}\n`);
    utimesSync(path, 1_000_000 - index, 1_000_000 - index);
  }
  return directory;
}

function search(directory: string, query: SearchQuery): { found: SessionMatches[]; end: SearchEnd } {
  const compiled = compileQuery(query);
  if (compiled.kind === "wrong") throw new Error(compiled.problem);
  const steps = searchSessions(directory, query, compiled.finder);
  const found: SessionMatches[] = [];
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { found, end: value };
    if (value) found.push(value);
  }
}

const hitsOf = (found: readonly SessionMatches[]) =>
  found.flatMap(({ id, matches }) =>
    matches.map(({ number = 0, role, place, text }) => ({
      session: id,
      index: number - 1,
      role,
      match: place,
      text: text.slice(...place),
    })),
  );

interface SearchCase {
  readonly sessions: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  readonly search?: {
    query: string;
    case_sensitive?: boolean;
    regex?: boolean;
    role?: string;
    limit?: number;
  };
  readonly query?: string;
}

const file = readCases("sessions_search");
const searches = file.cases.filter(
  ({ input }) => typeof input === "object" && input !== null && "sessions" in input,
);

describe.skipIf(file.absent)(file.title, () => {
  it("has searches", () => expect(searches.length).toBeGreaterThan(4));

  it.each(searches.map((one) => [one.id, one] as const))("%s", (_, { input, expected }) => {
    const given = input as SearchCase;
    const messages = Object.entries(given.sessions).map(([id, lines]) => {
      return [id, lines.map(([role, text]) => (role === "user" ? user(text) : assistant(text)))] as const;
    });
    const {
      query = given.query ?? "",
      case_sensitive,
      role,
      ...rest
    } = given.search ?? { query: given.query ?? "" };
    const { found } = search(sessions(Object.fromEntries(messages)), {
      text: query,
      caseSensitive: case_sensitive === true,
      ...(role === undefined ? {} : { role: role as "user" }),
      ...rest,
    });
    const { count, hits, sessions_by_matches: ranking } = expected as Record<string, unknown>;
    if (ranking) return expect(byMatches(found).map(({ id, count }) => [id, count])).toEqual(ranking);
    expect(hitsOf(found)).toHaveLength(count as number);
    if (Array.isArray(hits)) expect(hitsOf(found)).toEqual(hits);
  });

  it("search-bad-regex", () => {
    expect(compileQuery({ text: "(", regex: true })).toEqual({
      kind: "wrong",
      problem: '"(" is no regular expression: Unterminated group',
    });
  });

  it("search-context: 50 characters on each side, of which 20 are listed around the match", () => {
    const text = `${"a".repeat(60)}X${"b".repeat(60)}`;
    const match = { role: "user", part: "text", text, place: [60, 61], number: 3 } as const;
    expect(contextOf(match)).toEqual({ before: "a".repeat(50), match: "X", after: "b".repeat(50) });
    expect(rowOf(match)).toBe(`  3 user: ...${"a".repeat(20)}**X**${"b".repeat(20)}...`);
  });
});

describe("a search", () => {
  it("finds calls, results and reasoning, each as what it is", () => {
    const directory = sessions({
      one: [
        {
          role: "assistant",
          parts: [
            { type: "reasoning", text: "a needle?" },
            { type: "tool-call", call: { id: "needle-id", name: "bash", input: { command: "grep needle" } } },
          ],
        },
        { role: "tool", result: { callId: "needle-id", name: "bash", output: "needle\n", isError: false } },
        { role: "system", text: "needle" },
      ],
    });
    expect(search(directory, { text: "needle" }).found[0]?.matches.map(rowOf)).toEqual([
      "  1 assistant, reasoning: a **needle**?",
      "  1 assistant, call: bash grep **needle**",
      "  2 tool: **needle** ",
      "  3 system: **needle**",
    ]);
    expect(search(directory, { text: "needle", role: "tool" }).end).toMatchObject({ shown: 1 });
  });

  it("numbers messages as they count now, and marks those that do not", () => {
    const directory = sessions({
      one: [
        user("first needle"),
        assistant("gone needle"),
        user("other"),
        { change: { from: 1, removed: 1, inserted: [], reason: "deleted" } },
        { change: { from: 0, removed: 0, inserted: [assistant("summary needle")], reason: "compacted" } },
        user("last needle"),
        { named: "my talk" },
      ],
    });
    const [one] = search(directory, { text: "NEEDLE" }).found;
    expect(one?.matches.map(rowOf)).toEqual([
      "  2 user: first **needle**",
      "  (taken out) assistant: gone **needle**",
      "  1 assistant: summary **needle**",
      "  4 user: last **needle**",
    ]);
    expect(one && headOf(one)).toMatch(/^my talk \(one\), 1970-01-1\d \d\d:\d\d$/);
  });

  it("finds nothing in what is around the texts", () => {
    const directory = sessions({ message: [user("x"), { named: "assistant" }] });
    for (const text of ["message", "role", "type", '":"', "1970", "{"]) {
      expect(search(directory, { text }).found, text).toEqual([]);
    }
  });

  it("goes on where a file is broken, and reads neither links nor other files", () => {
    const directory = sessions({
      good: [user("needle")],
      torn: ['{"type":"message","at":1,"message":{"ro', user("needle 2")],
    });
    writeFileSync(join(directory, "notes.txt"), lineOf(user("needle")));
    symlinkSync(join(directory, "good.jsonl"), join(directory, "link.jsonl"));
    mkdirSync(join(directory, "folder.jsonl"));
    const { found, end } = search(directory, { text: "needle" });
    expect(found.map(({ id }) => id)).toEqual(["good", "torn"]);
    expect(found[1]?.matches[0]?.number).toBe(1);
    expect(end.unread).toEqual([]);
  });

  it("shows as many as asked for, and counts the others up to a point", () => {
    const directory = sessions({
      a: [user("e ".repeat(30))],
      b: [user("e ".repeat(30))],
      c: [user("e".repeat(5000))],
    });
    const { found, end } = search(directory, { text: "e", limit: 40 });
    expect(found.map(({ matches, count }) => [matches.length, count])).toEqual([
      [30, 30],
      [10, 30],
      [0, 5000],
    ]);
    expect(end).toEqual({ sessions: 3, shown: 40, more: 5020, unfinished: true, unread: [] });
    expect(reportEnd(end)).toBe(
      "At least 5060 matches in 3 sessions; 5020 more than are shown, see --limit.",
    );
  });

  it("looks into one session by its id or its name", () => {
    const directory = sessions({ a: [user("needle")], b: [user("needle"), { named: "My Talk" }] });
    expect(search(directory, { text: "needle", session: "a" }).found.map(({ id }) => id)).toEqual(["a"]);
    expect(search(directory, { text: "needle", session: "my talk" }).found.map(({ id }) => id)).toEqual([
      "b",
    ]);
  });

  it("finds what lies across two pieces of a large file", () => {
    const text = `${"x".repeat((1 << 20) - 150)}needle${"y".repeat(100)}`;
    for (let shift = 0; shift < 12; shift += 1) {
      const directory = sessions({ a: [user("z".repeat(shift) + text)] });
      expect(search(directory, { text: "needle" }).end.shown, String(shift)).toBe(1);
    }
  });

  const open = "/proc/self/fd";
  it.skipIf(!existsSync(open))("gives back its file when it is left", () => {
    const directory = sessions({ a: [user("needle"), user("x".repeat(3 << 20))] });
    const compiled = compileQuery({ text: "absent" });
    if (compiled.kind === "wrong") throw new Error(compiled.problem);
    const before = readdirSync(open).length;
    const steps = searchSessions(directory, { text: "absent" }, compiled.finder);
    steps.next();
    expect(readdirSync(open).length).toBe(before + 1);
    steps.return({} as SearchEnd);
    expect(readdirSync(open).length).toBe(before);
  });

  it.each([
    ["(a+)+$", "a".repeat(40)],
    ["(a|a)*$", "a".repeat(40)],
    ["(.*,){20}P", "1,".repeat(40)],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(40)],
  ])("gives up %s, which would take for ever", (text, said) => {
    const directory = sessions({ a: [user("before"), user(`${said}!`)], b: [user("aaa")] });
    expect(() => search(directory, { text, regex: true })).toThrow(/^the regular expression takes too long/);
    expect(search(directory, { text: "before" }).end.shown).toBe(1);
  });

  it("takes its time with a pattern that behaves", () => {
    const directory = sessions({ a: [user(`${"word ".repeat(400_000)}zebra`)] });
    expect(search(directory, { text: "\\bz[a-z]+a$", regex: true }).end.shown).toBe(1);
  });

  it("finds nothing where there are no sessions", () => {
    expect(reportEnd(search(join(temporary(), "none"), { text: "x" }).end)).toBe("Nothing found.");
  });
});

describe("rawPatterns", () => {
  it("never misses what is in the text", () => {
    const unit = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 4 }),
      fc.constantFrom("ß", "ς", "İ", '"', "\\", "\n", "K", "é", "😀"),
    );
    fc.assert(
      fc.property(
        unit,
        fc.array(unit),
        fc.array(unit),
        fc.boolean(),
        fc.func(fc.boolean()),
        (needle, before, after, exact, flip) => {
          fc.pre(needle !== "" && !/\p{Surrogate}/u.test(needle));
          const shouted = exact ? needle : [...needle].map((c) => (flip(c) ? swapped(c) : c)).join("");
          const text = `${before.join("")}${shouted}${after.join("")}`;
          const compiled = compileQuery({ text: needle, caseSensitive: exact });
          if (compiled.kind === "wrong") throw new Error(compiled.problem);
          fc.pre(compiled.finder.findIn([text]).flat().length > 0);
          const json = JSON.stringify(text);
          const ascii = json.replaceAll(
            /[^\0-\u007f]/g,
            (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
          );
          const patterns = rawPatterns(needle, exact);
          for (const line of [json, ascii]) {
            expect(patterns?.line.test(line)).toBe(true);
            expect(patterns?.bytes.test(Buffer.from(line).toString("latin1"))).toBe(true);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("says nothing of half a character, which is then looked for in every line", () => {
    expect(rawPatterns("\ud83d", false)).toBeUndefined();
  });
});

/** In the other case, where that is one letter as well. */
function swapped(character: string): string {
  const other = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
  return other.length === character.length ? other : character;
}

describe("readSearch", () => {
  it.each([
    ["some words", { text: "some words" }],
    ["--regex --case a.b", { text: "a.b", regex: true, caseSensitive: true }],
    [
      "--role user --limit 5 --in my-talk --count x y",
      { text: "x y", role: "user", limit: 5, session: "my-talk", count: true },
    ],
    ["-- --regex", { text: "--regex" }],
    ['" spaced "', { text: " spaced " }],
    ["-x", { text: "-x" }],
  ])("%s", (words, request) => {
    expect(readSearch(words)).toEqual({ kind: "read", request });
  });

  it.each([
    ["--fuzzy x", "--fuzzy is no option of /search; put -- before a text that begins so"],
    ["--role root x", "--role must be user, assistant, tool, system"],
    ["--limit 0 x", "--limit must be a whole number from 1 to 99999"],
    ["--in", "--in must be the id or the name of a session"],
  ])("refuses %s", (words, problem) => {
    expect(readSearch(words)).toEqual({ kind: "wrong", problem });
  });
});
