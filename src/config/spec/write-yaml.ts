/** A settings tree as YAML. Brings the yaml package along. */
import { stringify } from "yaml";
import type { Tree } from "../tree.ts";

export function writeYaml(root: Tree): string {
  return stringify(plain(root), { lineWidth: 0 });
}

function plain(tree: Tree): unknown {
  if (tree.kind === "scalar") return tree.value;
  if (tree.kind === "list") return tree.items.map(plain);
  return Object.fromEntries(tree.entries.map(({ key, value }) => [key, plain(value)]));
}
