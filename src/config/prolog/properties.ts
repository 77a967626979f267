/** Properties of facts, `name(value)`, as entries of a settings tree. Knows no fact by name. */
import { backendKeys } from "../backend-keys.ts";
import type { MapEntry, Tree } from "../tree.ts";
import type { CompoundTerm, ListTerm, Term } from "./term.ts";

export interface Told {
  note(offset: number, sentence: string): void;
  wrong(offset: number, sentence: string): void;
}

/** An entry of a set of names, or with the group "" one of the file itself. */
export interface Placed {
  readonly group: "" | "backends" | "agents" | "tool_settings" | "tools";
  readonly entry: MapEntry;
  /** It follows from another fact: one that says it itself comes first. */
  readonly implied?: true;
}

export function isBackendKey(name: string): boolean {
  return Object.hasOwn(backendKeys, name);
}

/** Properties look like `name(value)`; anything else is wrong. */
export function propertiesOf({ items }: ListTerm, told: Told): readonly CompoundTerm[] {
  return items.flatMap((item) => {
    if (item.kind === "compound") return [item];
    told.wrong(item.offset, "a property is written name(value).");
    return [];
  });
}

/** A property with one plain value, as it is. */
export function plainEntry({ name, offset, args }: CompoundTerm, told: Told): readonly MapEntry[] {
  const [value] = args;
  const tree = value && args.length === 1 ? plainTree(value) : undefined;
  if (tree) return [{ key: name, offset, value: tree }];
  told.wrong(offset, `${name} takes one value: a text, a number, true or false, or a list of texts.`);
  return [];
}

function plainTree(term: Term): Tree | undefined {
  const { offset } = term;
  if (term.kind === "string" || term.kind === "number") return { kind: "scalar", offset, value: term.value };
  if (term.kind === "atom") {
    const value = term.name === "true" ? true : term.name === "false" ? false : term.name;
    return { kind: "scalar", offset, value };
  }
  if (term.kind === "compound") return undefined;
  const items = term.items.map(plainTree).filter((item) => item !== undefined);
  return items.length === term.items.length ? { kind: "list", offset, items } : undefined;
}

export function nameOf(term: Term | undefined, told: Told): string | undefined {
  if (term?.kind === "atom") return term.name;
  if (term?.kind === "string") return term.value;
  told.wrong(term?.offset ?? 0, "a name is expected here.");
  return undefined;
}

export function placed(
  group: Placed["group"],
  key: string,
  offset: number,
  entries: readonly MapEntry[],
): Placed {
  return { group, entry: { key, offset, value: { kind: "map", offset, entries } } };
}
