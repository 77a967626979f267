/** `agent_backend/2`: a backend, and an agent of the same name that uses it. */
import type { MapEntry, Tree } from "../tree.ts";
import {
  isBackendKey,
  nameOf,
  type Placed,
  placed,
  plainEntry,
  propertiesOf,
  type Told,
} from "./properties.ts";
import type { CompoundTerm, ListTerm, Term } from "./term.ts";

export function backendEntries(name: Term | undefined, properties: ListTerm, told: Told): readonly Placed[] {
  const key = nameOf(name, told);
  if (key === undefined) return [];
  const { offset } = properties;
  const given = propertiesOf(properties, told);
  const description = given.filter((property) => property.name === "description");
  const entries = given
    .filter((property) => property.name !== "description")
    .flatMap((property) => translate(property, key, told));
  const agent: readonly MapEntry[] = [
    { key: "backend", offset, value: scalar(key, offset) },
    ...description.flatMap((property) => plainEntry(property, told)),
  ];
  return [
    placed("backends", key, offset, entries),
    { ...placed("agents", key, offset, agent), implied: true },
  ];
}

/** Said of a backend elsewhere; here each knows it of itself. */
const knownAnyway: ReadonlySet<string> = new Set([
  "auth_header",
  "auth_required",
  "supports_tools",
  "supports_streaming",
  "class_name",
  "file_name",
]);

function translate(property: CompoundTerm, backend: string, told: Told): readonly MapEntry[] {
  const { name, offset } = property;
  if (knownAnyway.has(name)) return [];
  if (name === "endpoint") return endpoint(property, backend, told);
  if (!isBackendKey(name) && name !== "output_parser") {
    told.note(offset, `${name} of the backend ${backend} is not used.`);
    return [];
  }
  return plainEntry(property, told).flatMap((entry) => adapt(entry));
}

/** Words from elsewhere: a value that means nothing here is left out. */
function adapt(entry: MapEntry): readonly MapEntry[] {
  const { key, value } = entry;
  const word = value.kind === "scalar" ? String(value.value) : "";
  if (key === "type" && word === "api") return [];
  if (key === "context_format" && word === "messages_array") return [];
  if (key === "context_format" && word === "conversation_history") return [changed(entry, key, "plain")];
  if (key === "output_parser") return [changed(entry, "profile", word.replace(/_parser$/, ""))];
  return [entry];
}

function changed(entry: MapEntry, key: string, word: string): MapEntry {
  return { ...entry, key, value: scalar(word, entry.value.offset) };
}

function scalar(value: string, offset: number): Tree {
  return { kind: "scalar", offset, value };
}

interface Service {
  readonly path: RegExp;
  readonly type: string;
  readonly api?: string;
}

/** What answers at an address, by the end of its path. */
const services: readonly Service[] = [
  { path: /\/v1\/messages\/?$/, type: "anthropic" },
  { path: /\/chat\/completions\/?$/, type: "openai", api: "chat" },
  { path: /\/responses\/?$/, type: "openai", api: "responses" },
  { path: /\/api\/chat\/?$/, type: "ollama" },
];

/** The vendors' own addresses, and where their keys usually are. A key goes to no other host. */
const keyVariables: readonly (readonly [RegExp, string])[] = [
  [/^https:\/\/api\.anthropic\.com(?:\/|$)/, "ANTHROPIC_API_KEY"],
  [/^https:\/\/api\.openai\.com(?:\/|$)/, "OPENAI_API_KEY"],
];

function endpoint(property: CompoundTerm, backend: string, told: Told): readonly MapEntry[] {
  const [entry] = plainEntry(property, told);
  if (entry?.value.kind !== "scalar") return [];
  const { offset } = entry;
  const address = String(entry.value.value);
  const service = services.find(({ path }) => path.test(address));
  const at = (key: string, value: string): MapEntry => ({
    key,
    offset,
    value: scalar(value, entry.value.offset),
  });
  if (!service) return [at("base_url", address)];
  const variable = keyVariables.find(([host]) => host.test(address))?.[1];
  return [
    at("type", service.type),
    at("base_url", address.replace(service.path, "")),
    ...(service.api === undefined ? [] : [at("api", service.api)]),
    // The backend of that very name finds its key by itself.
    ...(variable === undefined || backend === service.type ? [] : [at("api_key", `env:${variable}`)]),
  ];
}
