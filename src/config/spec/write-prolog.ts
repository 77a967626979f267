/** A settings tree as Prolog facts that read back as the same settings. */
import { toolNames } from "../../model/settings.ts";
import { writeAtom, writeTerm } from "../prolog/term.ts";
import { entriesAt, type MapEntry, type MapTree, type Tree, treeAt } from "../tree.ts";

export function writeProlog(root: Tree): string {
  const facts = [
    ...namedFacts(root, "backends", "agent_backend"),
    ...agentFacts(root),
    ...toolFacts(root),
    ...loopFacts(root),
  ];
  return facts.join("\n");
}

function namedFacts(root: Tree, group: string, predicate: string): readonly string[] {
  return entriesAt(root, group).map(
    ({ key, value }) => `${predicate}(${writeAtom(key)}, ${properties(entriesAt(value))}).\n`,
  );
}

/** An agent that does no more than choose the backend of its name is there anyway. */
function agentFacts(root: Tree): readonly string[] {
  const isImplied = ({ key, value }: MapEntry) => {
    const [first, ...others] = entriesAt(value);
    const chosen = first?.key === "backend" && first.value.kind === "scalar" ? first.value.value : undefined;
    return others.length === 0 && chosen === key && treeAt(root, ["backends", key]) !== undefined;
  };
  const told: MapTree = {
    kind: "map",
    offset: 0,
    entries: entriesAt(root, "agents").filter((entry) => !isImplied(entry)),
  };
  const rest: Tree = { kind: "map", offset: 0, entries: [{ key: "agents", offset: 0, value: told }] };
  return namedFacts(rest, "agents", "agent");
}

const toolProperties: Readonly<Record<string, string>> = { confirm: "confirmation_required" };

/** Where all tools are offered, those are named that differ, and with them the others. */
function toolFacts(root: Tree): readonly string[] {
  const list = treeAt(root, ["tools"]);
  const changed = entriesAt(root, "tool_settings");
  if (list === undefined && changed.length === 0) return [];
  const offered = list?.kind === "list" ? list.items.flatMap(textOf) : toolNames;
  return offered.map((name) => {
    const own = entriesAt(root, "tool_settings", name);
    const renamed = own.map((entry) => ({ ...entry, key: toolProperties[entry.key] ?? entry.key }));
    return `tool_spec(${writeAtom(name)}, ${properties(renamed)}).\n`;
  });
}

function textOf(tree: Tree): readonly string[] {
  return tree.kind === "scalar" ? [String(tree.value)] : [];
}

const elsewhere = ["backends", "agents", "tools", "tool_settings"];

function loopFacts(root: Tree): readonly string[] {
  const noTools = treeAt(root, ["tools"]);
  const none = noTools?.kind === "list" && noTools.items.length === 0;
  const rest = entriesAt(root).filter(({ key }) => !elsewhere.includes(key) || (key === "tools" && none));
  return rest.length === 0 ? [] : [`loop_config(${properties(rest)}).\n`];
}

function properties(entries: readonly MapEntry[]): string {
  if (entries.length === 0) return "[]";
  const rows = entries.map(({ key, value }) => `    ${writeAtom(key)}(${written(value)})`);
  return `[\n${rows.join(",\n")}\n]`;
}

function written(tree: Tree): string {
  if (tree.kind === "list") return `[${tree.items.map(written).join(", ")}]`;
  if (tree.kind === "map") return "[]";
  const { value, offset } = tree;
  if (typeof value === "number") return writeTerm({ kind: "number", offset, value });
  if (typeof value === "boolean") return String(value);
  return writeTerm({ kind: "string", offset, value: value ?? "" });
}
