/** The README is checked against the program: its commands exist, its options are real, its tables are true. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readArguments } from "../src/config/args.ts";
import { environmentRows } from "../src/config/environment.ts";
import { exitMeanings } from "../src/config/exit-codes.ts";
import { helpText } from "../src/config/help.ts";
import { settingKeys } from "../src/config/keys.ts";
import { tables } from "../src/config/tables.ts";
import { root, runProgram } from "./support/program.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** What stands in code spans and in shell blocks. */
const shell = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
  block.trim().split("\n"),
);
const spans = [...readme.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code.replaceAll("\\|", "|"));
const calls = [...shell, ...spans].flatMap((code) => /(?:^|\| )treadle(?: .*)?$/.exec(code)?.[0] ?? []);

test("it opens with the two commands", () => {
  expect(readme).toMatch(/^# treadle\n\n```sh\nnpm start\nnpm test\n```\n/);
});

test("every npm command in it exists", () => {
  const named = [...shell, ...spans].flatMap((code) => /^npm (?:run )?([a-z]+)/.exec(code)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(4);
  const known = [...Object.keys(scripts), "install"];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test("every call of treadle in it is understood", () => {
  expect(calls.length).toBeGreaterThan(10);
  const wrong = calls.filter((call) => readArguments(wordsOf(call)).kind === "usage-error");
  expect(wrong).toEqual([]);
});

/** Words as a shell would split these simple lines, up to a redirection. */
function wordsOf(call: string): readonly string[] {
  const [command = ""] = call.replace(/^\| /, "").split(/ \d?[<>]/);
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "").slice(1);
}

test("every option in it is in the help", () => {
  const named = spans.flatMap((code) => code.match(/(?<=^|\s)--[a-z-]+/g) ?? []);
  const known = helpText(tables);
  expect(named.filter((option) => !known.includes(option) && option !== "--global")).toEqual([]);
});

test.each([
  ["Exit codes", exitMeanings],
  ["Environment", environmentRows],
])("its table of %s is the program's", (title, rows) => {
  expect(tableUnder(title)).toEqual(rows);
});

/** The rows of the table that follows a heading, as plain text. */
function tableUnder(title: string): readonly (readonly string[])[] {
  const [, section = ""] = readme.split(`\n## ${title}\n`);
  const [table = ""] = /^\|.*(?:\n\|.*)*/m.exec(section) ?? [];
  const rows = table.split("\n").map((line) => line.split("|").slice(1, -1));
  return rows.slice(2).map((cells) => cells.map((cell) => cell.trim().replaceAll("`", "")));
}

test("the settings in its example are real", () => {
  const yaml = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text).join("");
  const keys = [...yaml.matchAll(/^([a-z_]+):/gm)].map(([, key = ""]) => key);
  expect(keys.length).toBeGreaterThan(1);
  expect(keys.filter((key) => !(key in settingKeys) && key !== "agents")).toEqual([]);
});

test.each([
  ["list three colours"],
  ["--output", "json", "hi"],
  ["--output", "jsonl", "hi"],
  ["--list-agents"],
])("treadle %s runs", async (...args) => {
  const { code, stdout } = await runProgram({ args });
  expect(code).toBe(0);
  expect(stdout).not.toBe("");
});
