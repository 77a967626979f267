/**
 * Fields of an answer in the chat format that we do not know. Some servers refuse a tool call that comes back
 * without them, so they are kept with the answer. Knows nothing of their meaning.
 */
import type { AssistantMessage } from "../model/message.ts";
import { grown, isRecord, type Json } from "./json.ts";

/** Who wrote them: nobody else is sent them. */
export interface Author {
  readonly baseUrl: string;
  readonly model: string;
}

/** What is kept in the `opaque` of a reasoning part. */
export interface KeptFields extends Author {
  readonly message: Json;
  /** By the id of the call. */
  readonly calls: Readonly<Record<string, Json>>;
}

export interface Fields {
  /** Takes what is unknown in a delta: strings and lists go on, anything else is replaced. */
  add(delta: Json): void;
  all(): Json;
}

/** `known` are the names that are dealt with elsewhere. */
export function createFields(known: ReadonlySet<string>): Fields {
  const fields = new Map<string, unknown>();
  return {
    add(delta) {
      for (const [key, value] of Object.entries(delta)) {
        if (!known.has(key) && isWorthKeeping(value)) fields.set(key, join(fields.get(key), value));
      }
    },
    all: () => Object.fromEntries(fields),
  };
}

function isWorthKeeping(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isRecord(value) || Object.keys(value).length > 0;
}

/** Lists are our own copies, so that adding to one takes no longer the longer it is. */
function join(before: unknown, value: unknown): unknown {
  if (typeof before === "string" && typeof value === "string") return grown(before, value);
  if (!Array.isArray(value)) return value;
  const items: unknown[] = Array.isArray(before) ? before : [];
  for (const item of value) addItem(items, item);
  return items;
}

/** A list of blocks arrives in pieces that say with `index` and `type` which block they go on with. */
function addItem(items: unknown[], item: unknown): void {
  const last = items.at(-1);
  if (isRecord(last) && isRecord(item) && goesOn(last, item))
    items[items.length - 1] = joinBlocks(last, item);
  else items.push(item);
}

function goesOn(block: Json, piece: Json): boolean {
  return typeof piece.index === "number" && block.index === piece.index && block.type === piece.type;
}

const grows: ReadonlySet<string> = new Set(["text", "summary", "data", "signature"]);

function joinBlocks(block: Json, piece: Json): Json {
  const joined = new Map(Object.entries(block));
  for (const [key, value] of Object.entries(piece)) {
    if (value !== null) joined.set(key, grows.has(key) ? join(joined.get(key), value) : value);
  }
  return Object.fromEntries(joined);
}

/** What this author once sent with the message. */
export function keptFields(message: AssistantMessage, author: Author): KeptFields | undefined {
  return message.parts
    .map((part) => (part.type === "reasoning" ? part.opaque : undefined))
    .find((opaque): opaque is KeptFields => isKept(opaque, author));
}

function isKept(opaque: unknown, { baseUrl, model }: Author): opaque is KeptFields {
  return (
    isRecord(opaque) &&
    opaque.baseUrl === baseUrl &&
    opaque.model === model &&
    isRecord(opaque.message) &&
    isRecord(opaque.calls)
  );
}
