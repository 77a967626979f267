/** `tool_spec/2`: which tools are offered, how they are described, and which ask first. */
import { toolNames } from "../../model/settings.ts";
import type { MapEntry } from "../tree.ts";
import { nameOf, type Placed, placed, plainEntry, propertiesOf, type Told } from "./properties.ts";
import type { CompoundTerm, ListTerm, Term } from "./term.ts";

export function toolEntries(name: Term | undefined, properties: ListTerm, told: Told): readonly Placed[] {
  const key = nameOf(name, told);
  if (key === undefined) return [];
  const { offset } = properties;
  if (!toolNames.some((known) => known === key)) {
    told.note(
      offset,
      `There is no tool ${key} here, so it is not offered; known are ${toolNames.join(", ")}.`,
    );
    return [];
  }
  const entries = propertiesOf(properties, told).flatMap((property) => translate(property, key, told));
  const offered: MapEntry = { key, offset, value: { kind: "scalar", offset, value: key } };
  return [{ group: "tools", entry: offered }, placed("tool_settings", key, offset, entries)];
}

/** Our names for them. The parameters are those of the tool itself: a specification can only repeat them. */
const names: Readonly<Record<string, string>> = {
  description: "description",
  confirmation_required: "confirm",
  timeout: "timeout",
};

function translate(property: CompoundTerm, tool: string, told: Told): readonly MapEntry[] {
  const key = Object.hasOwn(names, property.name) ? names[property.name] : undefined;
  if (key !== undefined) return plainEntry({ ...property, name: key }, told);
  if (property.name === "parameters") checkParameters(property, told);
  else told.note(property.offset, `${property.name} of the tool ${tool} is not used.`);
  return [];
}

/** Each must look like `param(name, type, required, "What it is")`. */
function checkParameters({ args, offset }: CompoundTerm, told: Told): void {
  const [list] = args;
  if (list?.kind !== "list") return told.wrong(offset, "parameters takes a list: [param(...), ...].");
  for (const item of list.items) {
    const isParam = item.kind === "compound" && item.name === "param" && item.args.length === 4;
    if (!isParam)
      told.wrong(item.offset, 'a parameter is written param(name, type, required, "What it is").');
  }
}
