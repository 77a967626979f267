/**
 * The user's rules in a file that can be read and changed by hand: one JSON object on each line. A line that cannot be
 * read might have denied something, so then none of the rules that allow count.
 */
import { appendFileSync, chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Rule } from "./rules.ts";

export interface RuleFile {
  readonly rules: readonly Rule[];
  /** What is wrong with the file, in sentences. */
  readonly problems: readonly string[];
}

export function readRuleFile(path: string): RuleFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return { rules: [], problems: [] };
    return { rules: [], problems: [`Your rules in ${path} cannot be read: ${reasonOf(error)}`] };
  }
  const lines = text
    .split("\n")
    .flatMap((line, index) => (isEmpty(line) ? [] : [{ line, number: index + 1 }]));
  const read = lines.map(({ line, number }) => ({ rule: parseRule(line), number }));
  const broken = read.find(({ rule }) => rule === undefined);
  const rules = read.flatMap(({ rule }) => rule ?? []);
  if (!broken) return { rules, problems: [] };
  const problem = `Line ${broken.number} of ${path} is no rule: until it is mended, no rule there allows anything.`;
  return { rules: rules.filter(({ verdict }) => verdict === "deny"), problems: [problem] };
}

/** Throws what the file system throws. */
export function appendRules(path: string, rules: readonly Rule[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  appendFileSync(path, rules.map((rule) => `${lineOf(rule)}\n`).join(""), { mode: 0o600 });
}

/** Leaves out the rules that equal this one. Throws what the file system throws. */
export function forgetRule(path: string, forgotten: Rule): void {
  const same = lineOf(forgotten);
  const kept = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => isEmpty(line) || lineOf(parseRule(line)) !== same);
  const draft = `${path}.new`;
  writeFileSync(draft, kept.join("\n"), { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

function isEmpty(line: string): boolean {
  return line.trim() === "" || line.trimStart().startsWith("#");
}

const keys = ["command", "exact_command", "path", "pin", "in"] as const;

function lineOf(rule: Rule | undefined): string | undefined {
  if (!rule) return undefined;
  const { verdict, tool, begins, exactly, path, pin, directory } = rule;
  return JSON.stringify({
    [verdict]: tool,
    command: begins,
    exact_command: exactly,
    path,
    pin,
    in: directory,
  });
}

function parseRule(line: string): Rule | undefined {
  const object = parseObject(line);
  if (!object) return undefined;
  const { allow, deny, command, exact_command: exactly, path, pin, in: directory, ...others } = object;
  const tool = allow ?? deny;
  const known = keys.every((key) => object[key] === undefined || isText(object[key]));
  if (!known || Object.keys(others).length > 0 || !isText(tool) || (allow && deny)) return undefined;
  return {
    verdict: allow === undefined ? "deny" : "allow",
    tool,
    ...texts({ begins: command, exactly, path, pin, directory }),
  };
}

function texts(values: Readonly<Record<string, unknown>>): Partial<Rule> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
