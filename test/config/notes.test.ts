import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGuidanceReader } from "../../src/config/guidance-file.ts";
import { findNotes, readNotes } from "../../src/config/notes.ts";
import { makeWorkspace } from "./workspace.ts";

function open() {
  const { home, cwd, put } = makeWorkspace();
  const config = join(home, ".config/treadle");
  const read = createGuidanceReader();
  const find = (from = cwd) => findNotes({ cwd: from, home, config });
  const notes = (from?: string) => readNotes(find(from), read);
  return { home, cwd, put, find, notes };
}

describe("notes", () => {
  test("come from the user first, then from the root of the repository down", () => {
    const { home, put, notes } = open();
    mkdirSync(join(home, "project/.git"), { recursive: true });
    put("AGENTS.md", "above the repository");
    put("project/AGENTS.md", "root");
    put("project/a/CLAUDE.md", "middle");
    put("project/a/b/GEMINI.md", "near");
    put(".config/treadle/AGENTS.md", "mine");
    const found = notes(join(home, "project/a/b")).notes;
    expect(found.map(({ owner, text }) => `${owner}: ${text}`)).toEqual([
      "user: mine",
      "project: root",
      "project: middle",
      "project: near",
    ]);
    expect(found[0]?.name).toBe("~/.config/treadle/AGENTS.md");
  });

  test("of a directory are one file, AGENTS.md before the others", () => {
    const { cwd, put, find } = open();
    put("project/GEMINI.md", "g");
    put("project/CLAUDE.md", "c");
    expect(find().map(({ name }) => name)).toEqual(["CLAUDE.md"]);
    put("project/AGENTS.md", "a");
    expect(find()).toEqual([
      { owner: "project", path: join(cwd, "AGENTS.md"), name: "AGENTS.md", leadsOut: false },
    ]);
  });

  test("outside a repository are those of the working directory alone", () => {
    const { cwd, put, find } = open();
    put("project/AGENTS.md", "a");
    mkdirSync(join(cwd, "below"));
    expect(find(join(cwd, "below"))).toEqual([]);
  });

  test("are read once where two names lead to the same file", () => {
    const { home, cwd, put, notes } = open();
    mkdirSync(join(home, "project/.git"));
    put("project/AGENTS.md", "a");
    mkdirSync(join(cwd, "below"));
    symlinkSync("../AGENTS.md", join(cwd, "below/CLAUDE.md"));
    expect(notes(join(cwd, "below")).notes).toHaveLength(1);
  });

  test("that lead out of the project are not read", () => {
    const { home, cwd, put, notes } = open();
    put("secret", "key");
    symlinkSync(join(home, "secret"), join(cwd, "AGENTS.md"));
    expect(notes()).toEqual({
      notes: [],
      notices: ["The notes in AGENTS.md are ignored: they are a link that leads out of the project."],
    });
  });

  test("are clean text: no NUL, no byte that controls, nothing that only a model sees", () => {
    const { put, notes } = open();
    const hidden = String.fromCodePoint(0xe0041, 0x202e);
    put("project/AGENTS.md", `\uFEFFa\0b${String.fromCharCode(27)}[2J\r\nc${hidden}d\te\r`);
    expect(notes().notes[0]?.text).toBe("ab[2J\ncd\te\n");
  });

  test("that are empty or no regular file say nothing, and do not hang", () => {
    const { cwd, put, notes } = open();
    put("project/AGENTS.md", " \n");
    expect(notes()).toEqual({ notes: [], notices: [] });
    const pipe = open();
    execFileSync("mkfifo", [join(pipe.cwd, "AGENTS.md")]);
    expect(pipe.notes().notices).toEqual(["The notes in AGENTS.md are ignored: it is not a regular file."]);
    mkdirSync(join(cwd, "CLAUDE.md"));
  });

  test("that are too long are cut with a notice, and the nearest has room first", () => {
    const { home, put, notes } = open();
    mkdirSync(join(home, "project/.git"));
    put("project/AGENTS.md", "r".repeat(10_000));
    put("project/a/AGENTS.md", "m".repeat(31_000));
    put("project/a/b/AGENTS.md", "\u{1F600}".repeat(50_000));
    put(".config/treadle/AGENTS.md", "mine");
    const found = notes(join(home, "project/a/b"));
    expect(found.notes.map(({ text }) => text.length)).toEqual([4, 1000, 31_000, 32_000]);
    expect(found.notices).toEqual([
      "The notes in AGENTS.md are too long: the model gets only the first 32000 characters.",
      "The notes in ~/project/AGENTS.md are too long: the model gets only the first 1000 characters.",
    ]);
  });

  test("are read again when they have changed, and only then", () => {
    const { cwd, put, notes } = open();
    const path = put("project/AGENTS.md", "one");
    const first = notes().notes[0];
    expect(notes().notes[0]?.text).toBe("one");
    put("project/AGENTS.md", "two");
    utimesSync(path, 1, 1);
    expect(first?.text).toBe("one");
    expect(notes().notes[0]?.text).toBe("two");
    const read = createGuidanceReader();
    expect(read(path)).toBe(read(path));
    expect(read(join(cwd, "none"))).toEqual({ kind: "failed", reason: "there is no such file" });
  });
});
