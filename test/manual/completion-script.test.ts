/** The scripts are run by the real shells, where they are installed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { shells } from "../../src/config/invocation.ts";
import { options } from "../../src/config/options.ts";
import { subcommands } from "../../src/config/subcommands.ts";
import { completionScript } from "../../src/manual/completion-script.ts";
import { gatherCompletions } from "../../src/manual/completions.ts";
import { scratch } from "../support/program.ts";
import { startPty } from "../support/pty.ts";
import { isInstalled, runTool } from "../support/shells.ts";

const names = { backend: ["anthropic", "my-desk"], theme: ["dark", "loom"], resume: ["last"] };
const plainWords = subcommands.map(({ name }) => name).filter((name) => !name.startsWith("-"));

test.each(shells)("%s finds no mistake in its script", (shell) => {
  if (!isInstalled(shell)) return;
  const file = join(scratch(), `completion.${shell}`);
  writeFileSync(file, completionScript(shell, names));
  expect(runTool(shell, ["-n", file])).toBe("");
});

test.each(shells)("the script for %s knows every option and subcommand", (shell) => {
  const script = completionScript(shell, names);
  for (const { flag } of options) expect(script).toMatch(new RegExp(`(?:--|-l )${flag}\\b`));
  for (const name of plainWords) expect(script).toMatch(new RegExp(`\\b${name}\\b`));
});

test("names that a shell could read as something else are left out", () => {
  const hostile = { backend: ["ok-1", "$(touch x)", "a b", "`x`", "--help", "a'b", "x;y"] };
  const backend = gatherCompletions(hostile).options.find(({ flag }) => flag === "backend");
  expect(backend?.value).toMatchObject({ words: ["ok-1"] });
});

describe.skipIf(!isInstalled("bash"))("bash completes", () => {
  /** What is offered for the last word; as bash splits them, an equals sign is a word of its own. */
  function offered(...words: readonly string[]): readonly string[] {
    const all = "$" + "{COMPREPLY[@]}";
    const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _treadle; printf '%s\\n' "${all}"`;
    const script = `${completionScript("bash", names)}\n${ask}`;
    return runTool("bash", ["--norc", "--noprofile", "-c", script, "bash", "treadle", ...words])
      .split("\n")
      .filter((line) => line !== "");
  }

  it.each<readonly [readonly string[], readonly string[]]>([
    [["--disp"], ["--display"]],
    [
      ["--display", ""],
      ["auto", "full", "append"],
    ],
    [
      ["--display", "="],
      ["auto", "full", "append"],
    ],
    [["--display", "=", "f"], ["full"]],
    [["-b", "my"], ["my-desk"]],
    [["--theme", "l"], ["loom"]],
    [
      ["--output", "j"],
      ["json", "jsonl"],
    ],
    [["--tools", "r"], ["read"]],
    [["--model", "x"], []],
    [["--no-tools", "do"], ["doctor"]],
    [["--model", "spec", "tru"], ["trust"]],
    [["--model", "=", "spec", "tru"], ["trust"]],
    [
      ["spec", ""],
      ["check", "show", "docs", "convert"],
    ],
    [["spec", "check", ""], []],
    [["completion", "f"], ["fish"]],
    [
      ["export", "--"],
      ["--force", "--help"],
    ],
    [["export", "la"], ["last"]],
    [["import", "--f"], []],
    [["--reg"], ["--regex"]],
    [["--for"], []],
    [["init", "--f"], ["--force"]],
    [["doctor", "--js"], ["--json"]],
    [["doctor", "--disp"], ["--display"]],
    [["explain", "this", "do"], []],
    [["--", "--disp"], []],
  ])("%j with %j", (words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });

  it("every subcommand at first", () => {
    expect(offered("")).toEqual(plainWords);
  });

  it("at a prompt, with files where they belong", async () => {
    const home = scratch();
    mkdirSync(join(home, "looms"));
    writeFileSync(join(home, "loom settings.yaml"), "");
    const rc = join(home, "rc");
    writeFileSync(rc, `PS1='> '\n${completionScript("bash", names)}`);
    const pty = startPty({
      file: "bash",
      args: ["--noprofile", "--rcfile", rc, "-i"],
      cwd: home,
      env: { TERM: "dumb", INPUTRC: "/dev/null" },
    });
    try {
      await pty.expect("> ");
      pty.type("treadle --disp\t");
      await pty.expect("treadle --display ");
      pty.type("f\t");
      await pty.expect("full ");
      pty.type("--config loom\\ s\t");
      await pty.expect("ettings.yaml");
      pty.type(" trust lo\t");
      await pty.expect("oms/");
    } finally {
      await pty.dispose();
    }
  });
});

test.skipIf(!isInstalled("fish")).each([
  ["treadle --disp", ["--display"]],
  ["treadle --display f", ["full"]],
  ["treadle -b my", ["my-desk"]],
  ["treadle doc", ["doctor"]],
  ["treadle spec c", ["check", "convert"]],
  ["treadle export --fo", ["--force"]],
  ["treadle import --fo", []],
  ["treadle import --disp", []],
])("fish completes %j with %j", (line, expected) => {
  const file = join(scratch(), "treadle.fish");
  writeFileSync(file, completionScript("fish", names));
  const found = runTool("fish", ["--no-config", "-c", `source ${file}; complete -C '${line}'`]);
  const words = found.split("\n").flatMap((row) => row.split("\t")[0] || []);
  expect(words).toEqual(expected);
});

test.skipIf(!isInstalled("zsh"))("zsh takes the script, and offers what it says", async () => {
  const home = scratch();
  writeFileSync(
    join(home, ".zshrc"),
    `PS1='> '\nunsetopt zle_bracketed_paste\nautoload -U compinit && compinit -u -D\n${completionScript("zsh", names)}`,
  );
  const pty = startPty({
    file: "zsh",
    args: ["-i"],
    cwd: home,
    env: { HOME: home, ZDOTDIR: home, TERM: "dumb" },
  });
  try {
    await pty.expect("> ");
    pty.type("treadle --disp\t");
    await pty.expect("lay");
    pty.type("f\t");
    await pty.expect("ull");
    pty.type(" spec con\t");
    await pty.expect("vert");
  } finally {
    await pty.dispose();
  }
});
