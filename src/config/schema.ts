/** The zod schema of a settings file, made from the table of keys. Knows no file, no environment. */
import * as z from "zod/mini";
import { fileRule } from "./keys.ts";
import { nearest } from "./nearest.ts";
import { allowed, type GroupRule, isSecret, type NumberRule, type Rule } from "./rules.ts";
import {
  entryAt,
  type MapTree,
  type Path,
  type Problem,
  pathText,
  quoted,
  type Tree,
  treeAt,
} from "./tree.ts";

/** How the user may call a backend or an agent of his own. */
const entryName = /^[A-Za-z0-9][\w.-]{0,63}$/;

const settingsSchema = toSchema(fileRule);

function toSchema(rule: Rule): z.ZodMiniType {
  switch (rule.kind) {
    case "text":
      return z.string().check(z.refine(rule.accepts));
    case "choice":
      return z.enum(rule.values);
    case "boolean":
      return z.boolean();
    case "number":
      return numberSchema(rule);
    case "list":
      return z.array(toSchema(rule.item));
    case "map":
      return z.record(z.string().check(z.regex(entryName)), toSchema(rule.of));
    case "group":
      return groupSchema(rule);
  }
}

function numberSchema(rule: NumberRule): z.ZodMiniType {
  const number = rule.whole ? z.int() : z.number();
  const atLeast = number.check(z.minimum(rule.min));
  return rule.max === undefined ? atLeast : atLeast.check(z.maximum(rule.max));
}

function groupSchema(rule: GroupRule): z.ZodMiniType {
  const keys = Object.entries(rule.keys).map(([key, entry]) => {
    const schema = toSchema(entry.rule);
    return [key, rule.required?.includes(key) ? schema : z.optional(schema)];
  });
  return z.strictObject(Object.fromEntries(keys));
}

/** The values that the schema has approved of, or everything that is wrong with them. */
export type Checked =
  | { readonly kind: "ok"; readonly values: unknown }
  | { readonly kind: "wrong"; readonly problems: readonly Problem[] };

export function checkSettings(root: Tree): Checked {
  const result = settingsSchema.safeParse(toPlain(root, fileRule));
  if (result.success) return { kind: "ok", values: result.data };
  const problems = result.error.issues.flatMap((issue) => explain(root, issue));
  const unique = new Map(problems.map((problem) => [`${problem.offset} ${problem.text}`, problem]));
  return { kind: "wrong", problems: [...unique.values()] };
}

/** A set of names without any value ("agents:") is an empty one; any other key without a value is a mistake. */
function toPlain(tree: Tree, rule: Rule | undefined): unknown {
  if (tree.kind === "list") return tree.items.map((item, index) => toPlain(item, ruleBelow(rule, index)));
  if (tree.kind === "map") {
    const plain: Record<string, unknown> = Object.create(null);
    for (const { key, value } of tree.entries) plain[key] = toPlain(value, ruleBelow(rule, key));
    return plain;
  }
  const isSet = rule?.kind === "map" || rule?.kind === "group";
  return isSet && tree.value === null ? {} : tree.value;
}

export function ruleBelow(rule: Rule | undefined, step: string | number): Rule | undefined {
  if (rule?.kind === "list") return rule.item;
  if (rule?.kind === "map") return rule.of;
  if (rule?.kind !== "group") return undefined;
  return Object.hasOwn(rule.keys, step) ? rule.keys[step]?.rule : undefined;
}

export function ruleAt(path: Path): Rule | undefined {
  return path.reduce<Rule | undefined>(ruleBelow, fileRule);
}

function explain(root: Tree, issue: z.core.$ZodIssue): readonly Problem[] {
  const path = issue.path.map((step) => (typeof step === "symbol" ? String(step) : step));
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(root, path, key));
  if (issue.code === "invalid_key") return [badName(root, path)];
  const tree = treeAt(root, path);
  const place = tree ?? treeAt(root, path.slice(0, -1));
  return [{ offset: place?.offset ?? 0, text: wrongValue(path, tree) }];
}

function unknownKey(root: Tree, path: Path, key: string): Problem {
  const rule = ruleAt(path);
  const known = rule?.kind === "group" ? Object.keys(rule.keys) : [];
  const meant = nearest(key, known);
  const hint = meant === undefined ? `. Known settings: ${known.join(", ")}.` : `; did you mean ${meant}?`;
  return { offset: keyOffset(root, path, key), text: `${pathText([...path, key])} is not a setting${hint}` };
}

function badName(root: Tree, path: Path): Problem {
  const key = String(path.at(-1) ?? "");
  const text = `${pathText(path)} is not a usable name: use up to 64 letters, digits, dots, dashes and underscores.`;
  return { offset: keyOffset(root, path.slice(0, -1), key), text };
}

function keyOffset(root: Tree, path: Path, key: string): number {
  const map = treeAt(root, path);
  return (map?.kind === "map" ? entryAt(map, key)?.offset : undefined) ?? 0;
}

function wrongValue(path: Path, tree: Tree | undefined): string {
  const rule = ruleAt(path);
  if (path.length === 0) return `the file must hold settings by name${butHas(tree, rule)}.`;
  const wanted = rule === undefined ? "left out" : allowed(rule);
  if (tree?.kind === "scalar" && tree.value === null)
    return `${pathText(path)} has no value; it must be ${wanted}.`;
  if (tree === undefined) return `${pathText(path)} is missing; it must be ${wanted}.`;
  return `${pathText(path)} must be ${wanted}${butHas(tree, rule)}.`;
}

function butHas(tree: Tree | undefined, rule: Rule | undefined): string {
  return tree === undefined || isSecret(rule) ? "" : `, not ${shown(tree, rule)}`;
}

/** Never the value of a variable, nor a text instead of settings: it may be a secret put in the wrong place. */
function shown(tree: Tree, rule: Rule | undefined): string {
  if (tree.kind === "list") return "a list";
  if (tree.kind === "map") return "a set of settings";
  if (tree.variable !== undefined) return `the value of $${tree.variable}`;
  if (typeof tree.value !== "string") return String(tree.value);
  return rule?.kind === "map" || rule?.kind === "group" ? "a text" : quoted(tree.value);
}

/** What is wrong with the keys as such, which a plain object can no longer tell. */
export function keyProblems(
  tree: Tree,
  lineAt: (offset: number) => number,
  path: Path = [],
): readonly Problem[] {
  if (tree.kind === "list")
    return tree.items.flatMap((item, index) => keyProblems(item, lineAt, [...path, index]));
  if (tree.kind === "scalar") return [];
  const below = tree.entries.flatMap(({ key, value }) => keyProblems(value, lineAt, [...path, key]));
  return [...forbiddenKeys(tree, path), ...repeatedKeys(tree, lineAt, path), ...below];
}

/** Among names chosen by the user, where zod would drop it without a word. */
function forbiddenKeys(map: MapTree, path: Path): readonly Problem[] {
  if (ruleAt(path)?.kind !== "map") return [];
  return map.entries
    .filter(({ key }) => key === "__proto__")
    .map(({ key, offset }) => ({ offset, text: `${pathText([...path, key])} is not a usable name.` }));
}

function repeatedKeys(map: MapTree, lineAt: (offset: number) => number, path: Path): readonly Problem[] {
  const first = new Map<string, number>();
  return map.entries.flatMap(({ key, offset }) => {
    const earlier = first.get(key);
    first.set(key, earlier ?? offset);
    if (earlier === undefined) return [];
    return [
      {
        offset,
        text: `${pathText([...path, key])} is set twice; the first time is on line ${lineAt(earlier)}.`,
      },
    ];
  });
}
