/**
 * A specification in Prolog facts as the tree of a settings file: `agent_backend/2`, `agent/2`, `tool_spec/2` and
 * `loop_config/1`. What it does not know is told and passed over; what is wrong is found by the schema of settings.
 */
import { settingKeys } from "../keys.ts";
import type { MapEntry, MapTree, Parsed, Problem, Tree } from "../tree.ts";
import { backendEntries } from "./backend-facts.ts";
import { nameOf, type Placed, placed, plainEntry, propertiesOf, type Told } from "./properties.ts";
import { type Fact, readFacts } from "./read.ts";
import type { CompoundTerm, ListTerm, Term } from "./term.ts";
import { toolEntries } from "./tool-facts.ts";

export function parseProlog(text: string): Parsed {
  const read = readFacts(text);
  if (read.kind === "failed") return { kind: "failed", problems: [read.problem] };
  const notices: Problem[] = [];
  const problems: Problem[] = [];
  const told: Told = {
    note: (offset, sentence) => void notices.push({ offset, text: sentence }),
    wrong: (offset, sentence) => void problems.push({ offset, text: sentence }),
  };
  const entries = read.facts.flatMap((fact) => translate(fact, told));
  if (problems.length > 0) return { kind: "failed", problems };
  return { kind: "parsed", root: rootOf(entries), notices };
}

type Translator = (name: Term | undefined, properties: ListTerm, told: Told) => readonly Placed[];

const named: ReadonlyMap<string, Translator> = new Map([
  ["agent_backend", backendEntries],
  ["agent", agentEntries],
  ["tool_spec", toolEntries],
]);

function translate(fact: Fact, told: Told): readonly Placed[] {
  const args = fact.kind === "compound" ? fact.args : [];
  const shape = `${fact.name}/${args.length}`;
  const translator = named.get(fact.name);
  if (fact.name === "loop_config" && args.length === 1)
    return translateWith(loopEntries, undefined, args[0], told);
  if (translator && args.length === 2) return translateWith(translator, args[0], args[1], told);
  told.note(
    fact.offset,
    `${shape} is not used; known are agent_backend/2, agent/2, tool_spec/2 and loop_config/1.`,
  );
  return [];
}

function translateWith(
  translator: Translator,
  name: Term | undefined,
  properties: Term | undefined,
  told: Told,
): readonly Placed[] {
  if (properties?.kind === "list") return translator(name, properties, told);
  told.wrong(properties?.offset ?? 0, "a list of properties is expected here: [name(value), ...].");
  return [];
}

/** What an agent may set is what a settings file may set. */
function agentEntries(name: Term | undefined, properties: ListTerm, told: Told): readonly Placed[] {
  const key = nameOf(name, told);
  if (key === undefined) return [];
  const entries = propertiesOf(properties, told).flatMap((property) => plainEntry(property, told));
  return [placed("agents", key, properties.offset, entries)];
}

/** Names from elsewhere for what the loop can be told. */
const loopNames: Readonly<Record<string, string>> = { display_tokens: "show_tokens" };
const withoutEffect = ["display_tool_calls"];

function loopEntries(_name: Term | undefined, properties: ListTerm, told: Told): readonly Placed[] {
  return propertiesOf(properties, told).flatMap((property) => {
    const { name, offset } = property;
    if (name === "confirm_destructive_tools") return confirmation(property, told);
    if (name === "trim_strategy") return trimStrategy(property, told);
    if (withoutEffect.includes(name)) {
      told.note(offset, `${name} has no effect.`);
      return [];
    }
    const key = loopNames[name] ?? name;
    if (!Object.hasOwn(settingKeys, key)) {
      told.note(offset, `${name} is not used.`);
      return [];
    }
    return plainEntry({ ...property, name: key }, told).map((entry) => ({ group: "", entry }) as const);
  });
}

/** There is one, so there is nothing to set. */
function trimStrategy(property: CompoundTerm, told: Told): readonly Placed[] {
  for (const { value } of plainEntry(property, told)) {
    if (value.kind === "scalar" && value.value === "oldest_first") continue;
    told.note(property.offset, "trim_strategy can only be oldest_first.");
  }
  return [];
}

function confirmation(property: CompoundTerm, told: Told): readonly Placed[] {
  return plainEntry(property, told).map((entry) => {
    const asks = entry.value.kind !== "scalar" || entry.value.value !== false;
    const value: Tree = { kind: "scalar", offset: entry.offset, value: !asks };
    return { group: "", entry: { ...entry, key: "auto_tools", value } };
  });
}

function rootOf(all: readonly Placed[]): MapTree {
  const stated = new Set(
    all.filter(({ implied }) => !implied).map(({ group, entry }) => `${group} ${entry.key}`),
  );
  const groups = new Map<Placed["group"], MapEntry[]>();
  for (const { group, entry, implied } of all) {
    if (implied && stated.has(`${group} ${entry.key}`)) continue;
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return {
    kind: "map",
    offset: 0,
    entries: [...groups].flatMap(([group, held]) => groupEntries(group, held)),
  };
}

function groupEntries(group: Placed["group"], held: readonly MapEntry[]): readonly MapEntry[] {
  if (group === "") return held;
  const offset = held[0]?.offset ?? 0;
  const value: Tree =
    group === "tools"
      ? { kind: "list", offset, items: held.map((entry) => entry.value) }
      : { kind: "map", offset, entries: held };
  return [{ key: group, offset, value }];
}
