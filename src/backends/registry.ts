/** The table of backends. Each is loaded only when it is created; none of their wire formats is known here. */
import type { Backend } from "../model/backend.ts";
import type { BackendSettings, BackendType, Settings } from "../model/settings.ts";
import type { ProgramHost } from "./cli/program-host.ts";
import type { HelpSection } from "./offline/help.ts";
import type { Sleep } from "./offline/play.ts";
import { isOpenAi } from "./openai-address.ts";

export interface BackendOptions {
  readonly settings: Settings;
  readonly help: () => Promise<readonly HelpSection[]>;
  readonly sleep: Sleep;
  /** Loads a file of the user's as a module. */
  readonly loadModule: (file: string) => Promise<unknown>;
  readonly programs: ProgramHost;
}

/** A name that can be chosen: a built-in one, or the user's own for a server, a program or a module. */
export interface BackendEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  /** For people. */
  readonly label: string;
  readonly type: BackendType | "offline";
  /** The environment variable that holds its key; absent where there is none. */
  readonly keyVariable?: string;
  /** What is set unless the user sets it. */
  readonly preset?: BackendSettings;
}

/** How backends of one type are made. */
interface BackendMaker {
  /** Where it tells nothing, no key is needed. */
  needsKey?(access: BackendAccess): boolean;
  create(access: BackendAccess, options: BackendOptions): Promise<Backend>;
}

/** What a backend is made from: its settings under all its names, and who it is. */
export interface BackendAccess extends BackendSettings {
  readonly name: string;
  readonly label: string;
  readonly keyVariable?: string;
  /** Empty where none is configured. */
  readonly apiKey: string;
}

export type CreatedBackend =
  | { readonly kind: "ok"; readonly backend: Backend }
  | { readonly kind: "error"; readonly message: string };

export const backendEntries: readonly BackendEntry[] = [
  { name: "offline", aliases: [], label: "offline demo", type: "offline" },
  {
    name: "anthropic",
    aliases: ["claude", "claude-api"],
    label: "Anthropic API",
    type: "anthropic",
    keyVariable: "ANTHROPIC_API_KEY",
  },
  {
    name: "openai",
    aliases: ["gpt", "openai-api"],
    label: "OpenAI API",
    type: "openai",
    keyVariable: "OPENAI_API_KEY",
  },
  { name: "ollama", aliases: ["ollama-api"], label: "Ollama", type: "ollama" },
  cliEntry("coro", "coro", []),
  cliEntry("claude-cli", "claude", []),
  cliEntry("gemini-cli", "gemini", ["gemini"]),
  cliEntry("codex-cli", "codex", ["codex"]),
  cliEntry("ollama-cli", "ollama", []),
];

function cliEntry(name: string, profile: string, aliases: readonly string[]): BackendEntry {
  return { name, aliases, label: `${profile} CLI`, type: "cli", preset: { profile } };
}

const makers: Readonly<Partial<Record<BackendEntry["type"], BackendMaker>>> = {
  offline: {
    async create(_access, { help, sleep }) {
      const { createOffline } = await import("./offline.ts");
      return createOffline({ help, sleep });
    },
  },
  anthropic: {
    needsKey: () => true,
    async create(access) {
      const { createAnthropic } = await import("./anthropic.ts");
      return createAnthropic(access);
    },
  },
  openai: {
    needsKey: ({ baseUrl }) => isOpenAi(baseUrl),
    async create(access) {
      const { createOpenAi } = await import("./openai.ts");
      return createOpenAi(access);
    },
  },
  ollama: {
    async create(access) {
      const { createOllama } = await import("./ollama.ts");
      return createOllama(access);
    },
  },
  module: {
    async create(access, { loadModule }) {
      const { createCustom } = await import("./custom/load-custom.ts");
      return createCustom({ ...access, load: loadModule });
    },
  },
  acp: {
    async create(access, { programs }) {
      const { createAcp } = await import("./acp/acp-agent.ts");
      return createAcp(access, programs);
    },
  },
  cli: {
    async create(access, { programs }) {
      const { createCliAgent } = await import("./cli/cli-agent.ts");
      return createCliAgent(access, programs);
    },
  },
};

/** Every backend that can be chosen: the built-in ones, then those that the user has given a name and a type. */
export function knownBackends({ backends }: Settings): readonly BackendEntry[] {
  const own = Object.entries(backends).flatMap(([name, { type }]) => ownEntry(name, type) ?? []);
  return [...backendEntries, ...own];
}

/** A built-in name keeps its meaning; an alias can be given another. */
function ownEntry(name: string, type: BackendType | undefined): BackendEntry | undefined {
  if (type === undefined || backendEntries.some((entry) => entry.name === name)) return undefined;
  if (backendEntries.some((entry) => entry.type === type && entry.aliases.includes(name))) return undefined;
  return { name, aliases: [], label: name, type };
}

/** Takes a name or an alias, in any case. Never rejects. */
export async function createBackend(name: string, options: BackendOptions): Promise<CreatedBackend> {
  const { settings } = options;
  const entry = findEntry(name, settings);
  if (!entry) return failed(unknownName(name, settings));
  const maker = makers[entry.type];
  const type = settings.backends[entry.name]?.type ?? entry.type;
  if (type !== entry.type) return failed(builtInName(entry, type));
  if (!maker) return failed(`The backend ${entry.name} is of the type ${type}, which does not exist yet.`);
  const access = accessTo(entry, settings);
  if (maker.needsKey?.(access) && !access.apiKey) return failed(missingKey(entry));
  try {
    return { kind: "ok", backend: await maker.create(access, options) };
  } catch (error) {
    return failed(`The backend ${entry.name} could not be started: ${reasonOf(error, access.apiKey)}`);
  }
}

export type KeyState = "not-needed" | "found" | "missing";

/** Whether the key that a backend needs is configured. */
export function keyState(entry: BackendEntry, settings: Settings): KeyState {
  const access = accessTo(entry, settings);
  if (access.apiKey) return "found";
  return makers[entry.type]?.needsKey?.(access) ? "missing" : "not-needed";
}

/** The user's own names come first: they may be aliases of the built-in ones. */
function findEntry(name: string, settings: Settings): BackendEntry | undefined {
  const wanted = name.trim();
  const known = knownBackends(settings);
  const lower = wanted.toLowerCase();
  return (
    known.find((entry) => entry.name === wanted) ??
    known.find((entry) => entry.name.toLowerCase() === lower) ??
    known.find((entry) => entry.aliases.includes(lower))
  );
}

/** What is configured for a backend, under all its names. */
export function accessOf(name: string, settings: Settings): BackendAccess | undefined {
  const entry = findEntry(name, settings);
  return entry && accessTo(entry, settings);
}

function accessTo(entry: BackendEntry, settings: Settings): BackendAccess {
  const { name, label, keyVariable, preset } = entry;
  const { contextFormat } = settings;
  const common = contextFormat === undefined ? {} : { contextFormat };
  const own: BackendSettings = Object.assign({}, preset, common, ...settingsOf(entry, settings));
  return {
    ...own,
    name,
    label,
    ...(keyVariable !== undefined && { keyVariable }),
    apiKey: own.apiKey?.trim() ?? "",
    model: settings.model ?? own.model,
  };
}

/** What is configured under an alias counts as well, unless the user means something else by it. */
function settingsOf({ name, aliases, type }: BackendEntry, { backends }: Settings): BackendSettings[] {
  return [name, ...aliases]
    .map((known) => (Object.hasOwn(backends, known) ? backends[known] : undefined))
    .filter((own) => own !== undefined)
    .filter((own) => own.type === undefined || own.type === type);
}

function unknownName(name: string, settings: Settings): string {
  const names = knownBackends(settings).map((entry) => entry.name);
  const untyped = Object.hasOwn(settings.backends, name)
    ? ` Or say what it is in \`backends.${name}.type\`.`
    : "";
  return `Unknown backend "${name}": choose one of ${names.join(", ")}.${untyped}`;
}

function builtInName({ name, label }: BackendEntry, type: string): string {
  return `The backend ${name} is the ${label}, not of the type ${type}: give yours another name in the settings.`;
}

function missingKey({ name, keyVariable }: BackendEntry): string {
  const variable = keyVariable === undefined ? "" : `${keyVariable} or `;
  return `The backend ${name} needs an API key: set ${variable}the config key \`backends.${name}.api_key\`.`;
}

/** The text of an error, without the key that a library may have quoted in it. */
function reasonOf(error: unknown, apiKey: string): string {
  const text = error instanceof Error ? error.message : String(error);
  return apiKey ? text.replaceAll(apiKey, "***") : text;
}

function failed(message: string): CreatedBackend {
  return { kind: "error", message };
}
