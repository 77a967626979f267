/** Reads conversations that were saved as JSON, by treadle or by another program. Trusts nothing in them. */
import type { Message } from "../model/message.ts";
import { savedVersion } from "./export-json.ts";
import type { SessionFacts } from "./exported.ts";
import { readSavedMessage } from "./import-message.ts";

type Json = Readonly<Record<string, unknown>>;

export type Imported =
  | {
      readonly kind: "imported";
      /** It was written by treadle. */
      readonly isOurs: boolean;
      readonly facts: Partial<SessionFacts>;
      readonly messages: readonly Message[];
    }
  /** A sentence without its subject, as in "has no messages". */
  | { readonly kind: "refused"; readonly reason: string };

/** `findFault` tells where a text stops being JSON: the parser of the language does not always. */
export function importJson(given: string, findFault: (text: string) => number | undefined): Imported {
  const text = given.replace(/^\uFEFF/, "");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(`is not valid JSON${placeOf(findFault(text), text)}`);
  }
  const version = versionOf(value);
  if (version !== undefined && version !== savedVersion) {
    return refused(`cannot be read: unsupported session file version ${JSON.stringify(version)}`);
  }
  const saved = recordOf(value);
  return Array.isArray(saved.messages)
    ? readSaved(saved, saved.messages)
    : refused("is not a saved conversation: it has no list of messages");
}

function readSaved(saved: Json, given: readonly unknown[]): Imported {
  const messages: Message[] = [];
  for (const [index, one] of given.entries()) {
    const read = readSavedMessage(one);
    if (read.kind === "wrong") {
      return refused(`is not a saved conversation: messages[${index}]${read.problem}`);
    }
    messages.push(read.message);
  }
  return { kind: "imported", isOurs: saved.treadle !== undefined, facts: factsOf(saved), messages };
}

/** Programs differ in where they put the facts; ours and the one that they come from are both read. */
function factsOf(saved: Json): Partial<SessionFacts> {
  const metadata = recordOf(saved.metadata);
  const { format } = recordOf(saved.settings);
  const facts = {
    id: text(saved.id ?? metadata.id),
    created: text(saved.created ?? metadata.created),
    updated: text(saved.updated ?? metadata.modified),
    backend: text(saved.backend ?? metadata.backend),
    model: text(saved.model),
    contextFormat: text(saved.context_format ?? format),
    name: text(metadata.name),
    tokensUsed: count(metadata.tokens_used ?? metadata.token_count),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function versionOf(value: unknown): unknown {
  const top = recordOf(value);
  return recordOf(top.treadle).version ?? top.version;
}

function placeOf(offset: number | undefined, text: string): string {
  if (text.trim() === "") return ": the file is empty";
  if (offset === undefined) return "";
  const before = text.slice(0, offset).split("\n");
  return `: see line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
}

function refused(reason: string): Imported {
  return { kind: "refused", reason };
}

function recordOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
