/** What a specification offers, as Markdown for people. Holds no secrets. */
import { entriesAt, type MapEntry, type Tree, treeAt } from "../tree.ts";

export function writeDocs(root: Tree, title: string): string {
  const sections = [
    section("Backends", entriesAt(root, "backends").map(backendLine)),
    section("Agents", entriesAt(root, "agents").map(agentLine)),
    section(
      "Tools",
      toolNamesIn(root).map((name) => toolLine(root, name)),
    ),
    section("Settings", settingLines(root)),
  ];
  return [`# ${plain(title)}\n`, ...sections.filter((text) => text !== "")].join("\n");
}

function section(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${heading}\n\n${lines.join("\n")}\n`;
}

function textAt(tree: Tree, ...path: readonly string[]): string | undefined {
  const found = treeAt(tree, path);
  if (found?.kind === "list") return found.items.map((item) => textAt(item) ?? "").join(" ");
  return found?.kind === "scalar" ? String(found.value) : undefined;
}

function backendLine({ key, value }: MapEntry): string {
  const command = [textAt(value, "command"), textAt(value, "args")].filter(Boolean).join(" ");
  const facts = [
    textAt(value, "type"),
    command === "" ? undefined : code(command),
    link(textAt(value, "base_url")),
    named("model", textAt(value, "model")),
  ];
  return item(key, facts);
}

function agentLine({ key, value }: MapEntry): string {
  const facts = [
    textAt(value, "description"),
    named("backend", textAt(value, "backend")),
    named("model", textAt(value, "model")),
  ];
  return item(key, facts);
}

function toolNamesIn(root: Tree): readonly string[] {
  const list = treeAt(root, ["tools"]);
  if (list?.kind === "list") return list.items.flatMap((entry) => textAt(entry) ?? []);
  return entriesAt(root, "tool_settings").map(({ key }) => key);
}

function toolLine(root: Tree, name: string): string {
  const confirm = textAt(root, "tool_settings", name, "confirm");
  const asks = confirm === "true" ? "asks first" : confirm === "false" ? "does not ask" : undefined;
  return item(name, [textAt(root, "tool_settings", name, "description"), asks]);
}

const elsewhere = ["backends", "agents", "tools", "tool_settings"];

function settingLines(root: Tree): readonly string[] {
  const entries = root.kind === "map" ? root.entries : [];
  return entries
    .filter(({ key }) => !elsewhere.includes(key))
    .map(({ key, value }) => item(key, [textAt(value)]));
}

function item(name: string, facts: readonly (string | undefined)[]): string {
  const told = facts.filter((fact) => fact !== undefined && fact !== "");
  return told.length === 0
    ? `- **${plain(name)}**`
    : `- **${plain(name)}**: ${told.map((fact) => oneLine(fact ?? "")).join(", ")}`;
}

function named(what: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${what} ${code(value)}`;
}

function link(address: string | undefined): string | undefined {
  return address === undefined ? undefined : `<${address}>`;
}

function code(text: string): string {
  return text.includes("`") ? plain(text) : `\`${text}\``;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** Nothing in it is taken for Markdown. */
function plain(text: string): string {
  return oneLine(text).replace(/[\\`*<>[\]]/g, (character) => `\\${character}`);
}
