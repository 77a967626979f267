/** What a project's settings file may not set, even when it is trusted. Works on the tree, before it is checked. */
import { fileRule } from "./keys.ts";
import type { Rule } from "./rules.ts";
import { ruleBelow } from "./schema.ts";
import { type MapEntry, type Path, type Problem, pathText, type Tree } from "./tree.ts";

export interface Limited {
  readonly tree: Tree;
  readonly ignored: readonly Problem[];
}

export function limitToProject(tree: Tree): Limited {
  return limitBelow(tree, fileRule, []);
}

function limitBelow(tree: Tree, rule: Rule | undefined, path: Path): Limited {
  if (tree.kind !== "map") return { tree, ignored: [] };
  const entries: MapEntry[] = [];
  const ignored: Problem[] = [];
  for (const entry of tree.entries) {
    const here = [...path, entry.key];
    if (isOwn(rule, entry.key)) {
      const text = `${pathText(here)} is ignored in a project file: set it in your own configuration.`;
      ignored.push({ offset: entry.offset, text });
      continue;
    }
    const below = limitBelow(entry.value, ruleBelow(rule, entry.key), here);
    entries.push({ ...entry, value: below.tree });
    ignored.push(...below.ignored);
  }
  return { tree: { ...tree, entries }, ignored };
}

function isOwn(rule: Rule | undefined, key: string): boolean {
  return rule?.kind === "group" && Object.hasOwn(rule.keys, key) && rule.keys[key]?.own === true;
}
