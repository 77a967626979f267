/** The auditor against ncurses itself: what the library sends must be explained and show what the library means. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createAuditor } from "../support/auditor/auditor.ts";
import { alternateCharacters, glyphNames } from "../support/auditor/glyphs.ts";
import { fixtureDatabase, fixtureEntry } from "../support/terminfo/fixture.ts";
import { sampleTerms } from "../support/terminfo/sample.ts";

const script = fileURLToPath(new URL("../support/auditor/curses-scenario.py", import.meta.url));
const size = { columns: 80, rows: 24 };
const hasCurses = spawnSync("python3", ["-c", "import curses, pty"]).status === 0;
const hasTput = spawnSync("tput", ["-V"]).status === 0;

interface Session {
  readonly rows: readonly string[];
  readonly cursor: readonly [number, number];
  readonly bytes: string;
}

function runCurses(term: string): Session {
  const { stdout, stderr, status } = spawnSync("python3", [script, String(size.rows), String(size.columns)], {
    encoding: "latin1",
    env: { PATH: process.env.PATH, HOME: "/nonexistent", LC_ALL: "C", TERM: term, TERMINFO: fixtureDatabase },
  });
  const end = stdout.indexOf("\n");
  expect(stderr, `python3 ended with ${status}`).toBe("");
  return { ...JSON.parse(stdout.slice(0, end)), bytes: stdout.slice(end + 1) };
}

/** Letters of the alternate set as what they show on this terminal; it has no line drawing: ASCII, as ncurses does. */
function asShown(term: string, rows: readonly string[]): readonly string[] {
  const own = new Set(alternateCharacters(fixtureEntry(term)).values());
  return rows.map((row) =>
    row.replaceAll(/[\ue000-\ue0ff]/g, (char) => {
      const letter = String.fromCharCode(char.charCodeAt(0) & 0xff);
      const glyph = glyphNames.get(letter) ?? letter;
      return own.has(glyph) ? glyph : (fallbacks[letter] ?? "+");
    }),
  );
}

/** ncurses sends a literal CR when it leaves, whether the entry has one or not. */
function entryHasReturn(term: string): boolean {
  return fixtureEntry(term).strings.has("cr");
}

const fallbacks: Readonly<Record<string, string>> = { q: "-", x: "|" };

const curses = describe.skipIf(!hasCurses);

curses("a session of ncurses (needs python3 with curses)", () => {
  const terms =
    "xterm-256color xterm screen tmux-256color linux vt100 vt220 ansi wy50 wy60 sun putty st-256color dtterm cygwin qnx att605 ibm3151 vt52 aaa".split(
      " ",
    );

  it.each(terms)("%s: every byte is explained and every row is shown", (term) => {
    const { rows, cursor, bytes } = runCurses(term);
    const auditor = createAuditor({
      entry: fixtureEntry(term),
      ...size,
      encoding: "ascii",
      addsReturn: false,
    });
    const [drawing = "", leaving = ""] = bytes.split("<drawn>");
    auditor.feed(drawing);
    expect(auditor.unexplained).toEqual([]);
    expect(auditor.text().map((row) => row.trimEnd())).toEqual(asShown(term, rows));
    expect(auditor.cursor()).toEqual({ row: cursor[0], column: cursor[1] });
    auditor.feed(leaving.replace("\r", entryHasReturn(term) ? "\r" : ""));
    expect(auditor.unexplained).toEqual([]);
    expect(auditor.modesLeftOn()).toEqual([]);
  });
});

describe.skipIf(!hasTput)("single capabilities from tput (needs ncurses-bin)", () => {
  // Not clear: tput sends E3 behind it, which the auditor rightly refuses.
  const calls: readonly (readonly string[])[] = [
    ["cup", "3", "7"],
    ["el"],
    ["bold"],
    ["rev"],
    ["setaf", "3"],
    ["csr", "2", "10"],
    ["smcup"],
    ["rmcup"],
    ["civis"],
    ["cnorm"],
    ["smkx"],
    ["rmkx"],
    ["sgr0"],
    ["dl", "3"],
    ["ech", "5"],
  ];

  it("are explained for the whole sample", { timeout: 60_000 }, () => {
    const terms = sampleTerms.slice(0, 12);
    for (const term of terms) {
      const entry = fixtureEntry(term);
      const own = calls.filter(([name = ""]) => (entry.strings as ReadonlyMap<string, string>).get(name));
      const { stdout } = spawnSync("tput", ["-T", term, "-S"], {
        input: own.map((call) => call.join(" ")).join("\n"),
        encoding: "latin1",
        env: { PATH: process.env.PATH, HOME: "/nonexistent", TERMINFO: fixtureDatabase },
      });
      const auditor = createAuditor({ entry, ...size });
      auditor.feed(stdout);
      expect(auditor.unexplained, term).toEqual([]);
      expect(stdout.length, term).toBeGreaterThan(0);
    }
  });
});
