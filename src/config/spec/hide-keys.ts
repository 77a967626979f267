/** Keys of services are not shown; a reference to a variable is no secret. */
import { isSecret } from "../rules.ts";
import { ruleAt } from "../schema.ts";
import type { Path, Tree } from "../tree.ts";

export function hideKeys(tree: Tree, path: Path = []): Tree {
  if (tree.kind === "list")
    return { ...tree, items: tree.items.map((item, index) => hideKeys(item, [...path, index])) };
  if (tree.kind === "map") {
    const entries = tree.entries.map((entry) => ({
      ...entry,
      value: hideKeys(entry.value, [...path, entry.key]),
    }));
    return { ...tree, entries };
  }
  const isReference = typeof tree.value === "string" && /^(?:env:|\$)/.test(tree.value);
  return isSecret(ruleAt(path)) && !isReference ? { ...tree, value: "***" } : tree;
}
