import { expect, test } from "vitest";
import { variables } from "../../src/config/environment.ts";
import { helpText } from "../../src/config/help.ts";
import { fileRule } from "../../src/config/keys.ts";
import { options } from "../../src/config/options.ts";
import { tables } from "../../src/config/tables.ts";

const lines = helpText(tables).split("\n");

test("is plain ASCII in at most 80 columns", () => {
  for (const line of lines) expect(line).toMatch(/^[ -~]{0,80}$/);
});

test("names every option with its short form, every variable and every setting", () => {
  for (const { flag, short } of options) {
    const term = short === undefined ? `      --${flag}` : `  -${short}, --${flag}`;
    expect(lines.filter((line) => line === term || line.startsWith(`${term} `))).toHaveLength(1);
  }
  for (const name of [...variables.map(({ name }) => name), ...Object.keys(fileRule.keys)]) {
    const term = `  ${name}`;
    expect(lines.filter((line) => line === term || line.startsWith(`${term} `))).toHaveLength(1);
  }
});

test("has usage, groups, examples, exit codes, environment and files", () => {
  const titles = lines.filter((line) => /^\S.*:$/.test(line));
  expect(titles).toEqual([
    "Usage:",
    "Model:",
    "Context:",
    "Tools:",
    "Display and output:",
    "Sessions:",
    "Configuration:",
    "Information:",
    "Examples:",
    "Exit codes:",
    "Environment:",
    "Files:",
    "Settings in a file:",
  ]);
  for (const code of ["0", "1", "2", "3", "4", "130"]) {
    expect(lines.some((line) => line.startsWith(`  ${code} `))).toBe(true);
  }
});

test("no flag and no short form is taken twice", () => {
  const words = options.flatMap(({ flag, short }) => [flag, short ?? []].flat());
  expect(new Set(words).size).toBe(words.length);
});
