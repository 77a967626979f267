/** References to environment variables in a settings file: `$NAME` or `${NAME}` as a whole value, `env:NAME` as a key. */
import type { Environment } from "./paths.ts";
import { isSecret, type Rule, readText } from "./rules.ts";
import { ruleAt } from "./schema.ts";
import { type Path, type Problem, pathText, type ScalarTree, scalars, type Tree } from "./tree.ts";

/** Where references are heeded, by what is expected there. */
export type Follows = (rule: Rule | undefined) => boolean;

const everywhere: Follows = () => true;

/** A reference to a variable that is not set stays as it is written; only a key is left out then. */
export function followReferences(
  tree: Tree,
  env: Environment,
  follows: Follows = everywhere,
  path: Path = [],
): Tree {
  if (tree.kind === "scalar") return follows(ruleAt(path)) ? followScalar(tree, env, ruleAt(path)) : tree;
  if (tree.kind === "list") {
    const items = tree.items.map((item, index) => followReferences(item, env, follows, [...path, index]));
    return { ...tree, items };
  }
  const entries = tree.entries.flatMap((entry) => {
    const here = [...path, entry.key];
    const missing =
      entry.value.kind === "scalar" ? missingVariable(entry.value, env, ruleAt(here)) : undefined;
    if (missing !== undefined && isSecret(ruleAt(here))) return [];
    return [{ ...entry, value: followReferences(entry.value, env, follows, here) }];
  });
  return { ...tree, entries };
}

function followScalar(scalar: ScalarTree, env: Environment, rule: Rule | undefined): ScalarTree {
  const variable = referenceIn(scalar, rule);
  const text = variable === undefined ? undefined : lookUp(env, variable, rule);
  if (rule === undefined || text === undefined) return scalar;
  const value = readText(rule, text);
  return { ...scalar, value: value === undefined || typeof value === "object" ? text : value, variable };
}

/** What to tell the user about each reference to a variable that is not set. */
export function missingVariables(
  root: Tree,
  env: Environment,
  follows: Follows = everywhere,
): readonly Problem[] {
  return scalars(root).flatMap(([path, scalar]) => {
    const rule = ruleAt(path);
    const name = follows(rule) ? missingVariable(scalar, env, rule) : undefined;
    if (name === undefined) return [];
    const so = isSecret(rule) ? "is ignored" : "is taken as it is written";
    const text = `${pathText(path)} ${so}: the environment variable ${name} is not set.`;
    return [{ offset: scalar.offset, text }];
  });
}

function missingVariable(scalar: ScalarTree, env: Environment, rule: Rule | undefined): string | undefined {
  const name = referenceIn(scalar, rule);
  return name === undefined || lookUp(env, name, rule) !== undefined ? undefined : name;
}

const plain = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})$/;
/** Anything else after `env:` is no name, perhaps the key itself, and must not be shown. */
const inKey = /^env:([A-Za-z_]\w*)$/;

function referenceIn({ value }: ScalarTree, rule: Rule | undefined): string | undefined {
  if (rule === undefined || typeof value !== "string") return undefined;
  const match = plain.exec(value) ?? (isSecret(rule) ? inKey.exec(value) : null);
  return match?.[1] ?? match?.[2];
}

/** A key that is empty counts as not set. */
function lookUp(env: Environment, name: string, rule: Rule | undefined): string | undefined {
  const text = Object.hasOwn(env, name) ? env[name] : undefined;
  return text === "" && isSecret(rule) ? undefined : text;
}
