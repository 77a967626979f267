/** Puts the tool calls of a chat stream together, however the server marks which fragment belongs to which. */
import { grown, isRecord, type Json, parseObject } from "./json.ts";
import { createFields, type Fields } from "./openai-extra.ts";
import { type RawCall, recordOr, stringOr } from "./openai-reader.ts";

export interface CallCollector {
  /** Takes the `tool_calls` of one delta. */
  add(fragments: unknown): void;
  calls(): readonly CollectedCall[];
}

export interface CollectedCall extends RawCall {
  /** Fields that we do not know. */
  readonly fields: Json;
}

interface Slot {
  readonly index: unknown;
  id: string;
  name: string;
  json: string;
  readonly fields: Fields;
}

interface Slots {
  readonly all: Slot[];
  /** The last one of each index. */
  readonly latest: Map<unknown, Slot>;
}

interface Fragment {
  readonly index: unknown;
  readonly id: string;
  readonly name: string;
  readonly json: string;
}

const knownFields: ReadonlySet<string> = new Set(["index", "id", "type", "function"]);

export function createCallCollector(): CallCollector {
  const slots: Slots = { all: [], latest: new Map() };
  const addOne = (raw: Json) => {
    const fragment = readFragment(raw);
    const slot = slotOf(slots, fragment) ?? newSlot(slots, fragment);
    slot.id ||= fragment.id;
    slot.name ||= fragment.name;
    slot.json = grown(slot.json, fragment.json);
    slot.fields.add(raw);
  };
  return {
    add(fragments) {
      if (Array.isArray(fragments)) fragments.filter(isRecord).forEach(addOne);
    },
    calls: () => slots.all.map(({ id, name, json, fields }) => ({ id, name, json, fields: fields.all() })),
  };
}

/** Some servers send the arguments as what they mean instead of as text. */
function readFragment(raw: Json): Fragment {
  const { name, arguments: json } = recordOr(raw.function);
  return {
    index: raw.index ?? undefined,
    id: stringOr(raw.id, ""),
    name: stringOr(name, ""),
    json: isRecord(json) || Array.isArray(json) ? JSON.stringify(json) : stringOr(json, ""),
  };
}

function newSlot({ all, latest }: Slots, { index }: Fragment): Slot {
  const slot: Slot = { index, id: "", name: "", json: "", fields: createFields(knownFields) };
  all.push(slot);
  latest.set(index, slot);
  return slot;
}

/** The call that a fragment goes on with; undefined when it begins another. */
function slotOf({ all, latest }: Slots, fragment: Fragment): Slot | undefined {
  const { index, id, name } = fragment;
  if (index !== undefined) {
    const slot = latest.get(index);
    return slot && !isAnother(slot, fragment) ? slot : undefined;
  }
  const known = id === "" ? undefined : all.find((slot) => slot.id === id);
  if (known) return known;
  const last = all.at(-1);
  return last && id === "" && (name === "" || !isAnother(last, fragment)) ? last : undefined;
}

/** Some servers give all calls the same index, with or without ids. */
function isAnother(slot: Slot, { id, name, json }: Fragment): boolean {
  if (id !== "" && slot.id !== "") return id !== slot.id;
  if (name === "" || slot.name === "") return false;
  return name !== slot.name || (json !== "" && isWhole(slot.json));
}

function isWhole(json: string): boolean {
  return /\}\s*$/.test(json) && parseObject(json).kind === "ok";
}
