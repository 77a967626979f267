/**
 * From the text of a settings file to settings, or to everything that is wrong with it. Brings zod along, so it is
 * loaded only when there is a file.
 */
import type { AgentName } from "./choose-agent.ts";
import { fileRule } from "./keys.ts";
import type { Layer } from "./layer.ts";
import { usualMcpForm } from "./mcp-form.ts";
import type { Environment } from "./paths.ts";
import { type Limited, limitToProject } from "./project-limits.ts";
import { followReferences, missingVariables } from "./references.ts";
import { type GroupRule, isSecret, type Rule } from "./rules.ts";
import { checkSettings, keyProblems } from "./schema.ts";
import { parseJson } from "./syntax-json.ts";
import { lineOf, type Parsed, type Problem, positionText, type Tree, treeAt } from "./tree.ts";
import type { Variant } from "./variants.ts";

export interface SettingsText {
  /** For messages; its ending tells the syntax. */
  readonly name: string;
  readonly text: string;
  readonly owner: Owner;
}

export type Owner =
  | { readonly kind: "user"; readonly env: Environment }
  /** A project's file may not set everything, and it sees no environment variables. */
  | { readonly kind: "project" }
  /** Of a file that names MCP servers nothing else counts, and variables are seen only where secrets are expected. */
  | { readonly kind: "servers"; readonly env: Environment };

export interface FileSettings {
  readonly layer: Layer;
  /** The agent that the file chooses, and where it does so. */
  readonly agent?: AgentName;
  readonly agents: readonly Variant[];
  readonly notices: readonly string[];
  /** What was read, less what was ignored, as it is written. */
  readonly written: Tree;
}

export type FileReading =
  | ({ readonly kind: "ok" } & FileSettings)
  | { readonly kind: "error"; readonly messages: readonly string[] };

export async function readSettingsText(source: SettingsText): Promise<FileReading> {
  const parsed = await parse(source);
  if (parsed.kind === "failed") return { kind: "error", messages: messagesOf(source, parsed.problems) };
  const root = usualMcpForm(parsed.root ?? { kind: "map", offset: 0, entries: [] });
  return read(source, root, parsed.notices ?? []);
}

async function parse({ name, text }: SettingsText): Promise<Parsed> {
  if (name.endsWith(".json")) return parseJson(text);
  if (name.endsWith(".pl")) return (await import("./prolog/spec.ts")).parseProlog(text);
  const { parseYaml } = await import("./syntax-yaml.ts");
  return parseYaml(text);
}

function read(source: SettingsText, root: Tree, remarks: readonly Problem[]): FileReading {
  const { owner } = source;
  const limited = limits[owner.kind](root);
  const env = owner.kind === "project" ? {} : owner.env;
  const follows = owner.kind === "servers" ? isSecret : undefined;
  const checked = checkSettings(followReferences(limited.tree, env, follows));
  const problems = [
    ...keyProblems(limited.tree, (offset) => lineOf(source.text, offset)),
    ...(checked.kind === "wrong" ? checked.problems : []),
  ];
  if (checked.kind === "wrong" || problems.length > 0) {
    return { kind: "error", messages: messagesOf(source, problems) };
  }
  const missing = owner.kind === "project" ? [] : missingVariables(limited.tree, env, follows);
  const notices = messagesOf(source, [...remarks, ...limited.ignored, ...missing]);
  return { kind: "ok", ...toSettings(source, limited.tree, checked.values), notices, written: limited.tree };
}

const limits: Readonly<Record<Owner["kind"], (root: Tree) => Limited>> = {
  user: (tree) => ({ tree, ignored: [] }),
  project: limitToProject,
  servers: (tree) =>
    tree.kind === "map"
      ? { tree: { ...tree, entries: tree.entries.filter(({ key }) => key === "mcp_servers") }, ignored: [] }
      : { tree, ignored: [] },
};

const mostMessages = 50;

function messagesOf({ name, text }: SettingsText, problems: readonly Problem[]): readonly string[] {
  const messages = problems
    .toSorted((a, b) => a.offset - b.offset)
    .slice(0, mostMessages)
    .map((problem) => `${name}:${positionText(text, problem.offset)}: ${problem.text}`);
  const more = problems.length - messages.length;
  return more === 0 ? messages : [...messages, `${name}: there are ${more} more problems.`];
}

/** What `rename` makes of a file that the schema has approved of. */
interface Renamed extends Layer {
  readonly agent?: string;
  readonly agents?: Readonly<Record<string, Layer & { readonly description?: string }>>;
}

function toSettings(
  source: SettingsText,
  tree: Tree,
  values: unknown,
): Omit<FileSettings, "notices" | "written"> {
  const { agent, agents = {}, ...layer } = renameGroup(fileRule, values) as Renamed;
  const variants = Object.entries(agents).map(([name, { description, ...settings }]) => {
    return description === undefined ? { name, settings } : { name, description, settings };
  });
  if (agent === undefined) return { layer, agents: variants };
  const from = `${source.name}:${positionText(source.text, treeAt(tree, ["agent"])?.offset ?? 0)}`;
  return { layer, agents: variants, agent: { name: agent, from } };
}

function rename(rule: Rule, value: unknown): unknown {
  if (rule.kind === "group") return renameGroup(rule, value);
  if (rule.kind === "map") return mapValues(value, (held) => rename(rule.of, held));
  if (rule.kind !== "list" || !Array.isArray(value)) return value;
  const items = rule.repeats ? value : [...new Set(value)];
  return items.map((item) => rename(rule.item, item));
}

/** From the keys of the file to the names of the settings. */
function renameGroup({ keys }: GroupRule, value: unknown): object {
  const held = new Map(Object.entries(value ?? {}));
  const renamed = Object.entries(keys)
    .filter(([key]) => held.has(key))
    .map(([key, entry]) => [entry.setting, rename(entry.rule, held.get(key))]);
  return Object.fromEntries(renamed);
}

function mapValues(value: unknown, change: (held: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value ?? {}).map(([key, held]) => [key, change(held)]));
}
