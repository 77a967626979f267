import { describe, expect, test } from "vitest";
import { readArguments } from "../../src/config/args.ts";
import { helpText } from "../../src/config/help.ts";
import { options } from "../../src/config/options.ts";
import { subcommandHelp } from "../../src/config/subcommand-help.ts";
import { subcommands } from "../../src/config/subcommands.ts";
import { tables } from "../../src/config/tables.ts";

describe.each(subcommands)("treadle $name", (subcommand) => {
  const { name, brief, words } = subcommand;

  test("--help is its own, wherever it stands", () => {
    const asked = { kind: "help", topic: name };
    expect(readArguments([name, "--help"])).toEqual(asked);
    expect(readArguments(["--help", name])).toEqual(asked);
    expect(readArguments(["--no-such-option", name, "-h"])).toEqual(asked);
  });

  test("has a help of plain ASCII in at most 80 columns", () => {
    const lines = helpText(tables, name).split("\n");
    for (const line of lines) expect(line).toMatch(/^[ -~]{0,80}$/);
    expect(lines[0]).toBe("Usage:");
    expect(subcommandHelp[name]?.about).toMatch(/\.$/);
    for (const flag of subcommand.options) expect(helpText(tables, name)).toContain(` --${flag}`);
  });

  test("is in the help of the program, in a row", () => {
    expect(helpText(tables)).toContain(`\n  ${brief[0]}`);
    expect(brief[0]).toMatch(new RegExp(`^treadle ${name}\\b`));
  });

  test("takes options that exist, and completes no word that it would not read", () => {
    const flags = options.map(({ flag }) => flag);
    expect(subcommand.options.filter((flag) => !flags.includes(flag))).toEqual([]);
    const fixed = words[0];
    const others = words.slice(1).map(() => "x.md");
    for (const word of typeof fixed === "object" ? fixed : []) {
      expect(readArguments([name, word, ...others])).not.toMatchObject({ kind: "usage-error" });
      expect(readArguments([name, word, ...others])).not.toMatchObject({ kind: "one-shot" });
    }
  });
});

test.each([
  ["trust", "me", "please"],
  ["spec", "the", "parser"],
  ["export", "the", "data"],
  ["doctor", "who"],
  ["init", "the", "repository"],
  ["completion", "of", "squares"],
  ["--", "completion", "bash"],
])("%s %s … is a prompt", (...argv) => {
  expect(readArguments(argv)).toMatchObject({ kind: "one-shot" });
});

test.each([
  [["init"], { kind: "init", yes: false, force: false, flags: { settings: {} } }],
  [
    ["init", "-b", "ollama", "--yes"],
    { kind: "init", yes: true, flags: { settings: { backend: "ollama" } } },
  ],
  [["completion", "bash"], { kind: "completion", shell: "bash" }],
  [["--search", "loom", "--count"], { kind: "search", text: "loom", count: true, json: false }],
  [["doctor", "--display", "full", "--json"], { kind: "doctor", json: true }],
  [["export", "last", "a.md", "--force"], { kind: "export", file: "a.md", force: true }],
])("%j", (argv, expected) => {
  expect(readArguments(argv)).toMatchObject(expected);
});

test.each([
  [["completion"], "treadle completion needs the name of a shell: bash, zsh, fish."],
  [["completion", "tcsh"], 'treadle completion needs the name of a shell: bash, zsh, fish, not "tcsh".'],
  [
    ["doctor", "--jsn"],
    "treadle doctor has no option --jsn; did you mean --json? See treadle doctor --help.",
  ],
  [["trust", "--frobnicate"], "treadle trust has no option --frobnicate; see treadle trust --help."],
  [["trust", "-x"], "treadle trust has no option -x; see treadle trust --help."],
  [["import", "a.json", "--vi"], "treadle import does not take --vi; see treadle import --help."],
  [["export", "last", "a.md", "--json"], "treadle export does not take --json; see treadle export --help."],
  [["doctor", "--force"], "treadle doctor does not take --force; see treadle doctor --help."],
  [["--force", "hi"], "--force belongs to treadle init and treadle export."],
  [["--yes", "hi"], "--yes belongs to treadle init."],
  [["init", "--theme", "dark"], "treadle init does not take --theme; see treadle init --help."],
  [["--regex", "hi"], "--regex belongs to treadle --search."],
  [
    ["--json", "hi"],
    "--json belongs to treadle doctor and treadle --search; for an answer use --output json.",
  ],
  [
    ["--search", "x", "y"],
    "--search takes one text: put quotes around several words, and leave out the prompt.",
  ],
  [
    ["--search", "x", "doctor"],
    "--search takes one text: put quotes around several words, and leave out the prompt.",
  ],
  [["--search", "x", "--vi"], "treadle --search does not take --vi; see treadle --search --help."],
])("%j is refused in one sentence", (argv, message) => {
  expect(readArguments(argv)).toEqual({ kind: "usage-error", message });
});

test("an option that needs a value does not hide the wish for help", () => {
  expect(readArguments(["--search", "--help"])).toEqual({ kind: "help", topic: "--search" });
  expect(readArguments(["--model", "--help"])).toEqual({ kind: "help", topic: undefined });
  expect(readArguments(["--system=--help"])).toMatchObject({ kind: "chat" });
});
