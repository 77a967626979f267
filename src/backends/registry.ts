/** The table of backends. Each is loaded only when it is created; none of their wire formats is known here. */
import type { Backend } from "../model/backend.ts";
import type { BackendSettings, Settings } from "../model/settings.ts";
import type { HelpSection } from "./offline/help.ts";
import type { Sleep } from "./offline/play.ts";

export interface BackendOptions {
  readonly settings: Settings;
  readonly help: readonly HelpSection[];
  readonly sleep: Sleep;
}

export interface BackendEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  /** For people. */
  readonly label: string;
  /** The environment variable that holds its key; absent where no key is needed. */
  readonly needsKey?: string;
  create(access: BackendAccess, options: BackendOptions): Promise<Backend>;
}

/** `apiKey` is empty where the entry needs none. */
export interface BackendAccess {
  readonly apiKey: string;
  readonly baseUrl?: string;
  readonly model?: string;
}

export type CreatedBackend =
  | { readonly kind: "ok"; readonly backend: Backend }
  | { readonly kind: "error"; readonly message: string };

export const backendEntries: readonly BackendEntry[] = [
  {
    name: "offline",
    aliases: [],
    label: "offline demo",
    async create(_access, { help, sleep }) {
      const { createOffline } = await import("./offline.ts");
      return createOffline({ help, sleep });
    },
  },
  {
    name: "anthropic",
    aliases: ["claude", "claude-api"],
    label: "Anthropic API",
    needsKey: "ANTHROPIC_API_KEY",
    async create(access) {
      const { createAnthropic } = await import("./anthropic.ts");
      return createAnthropic(access);
    },
  },
];

export function backendNames(): readonly string[] {
  return backendEntries.map((entry) => entry.name);
}

/** Takes a name or an alias, in any case. Never rejects. */
export async function createBackend(name: string, options: BackendOptions): Promise<CreatedBackend> {
  const entry = findEntry(name);
  if (!entry) {
    return failed(`Unknown backend "${name}": choose one of ${backendNames().join(", ")}.`);
  }
  const access = accessTo(entry, options.settings);
  if (entry.needsKey && !access.apiKey) return failed(missingKey(entry.name, entry.needsKey));
  try {
    return { kind: "ok", backend: await entry.create(access, options) };
  } catch (error) {
    return failed(`The backend ${entry.name} could not be started: ${reasonOf(error, access.apiKey)}`);
  }
}

function findEntry(name: string): BackendEntry | undefined {
  const wanted = name.trim().toLowerCase();
  return backendEntries.find((entry) => entry.name === wanted || entry.aliases.includes(wanted));
}

function accessTo(entry: BackendEntry, settings: Settings): BackendAccess {
  const names = [entry.name, ...entry.aliases];
  const own: BackendSettings = Object.assign({}, ...names.map((name) => settings.backends[name]));
  return {
    apiKey: own.apiKey?.trim() ?? "",
    baseUrl: own.baseUrl,
    model: settings.model ?? own.model,
  };
}

function missingKey(name: string, variable: string): string {
  return `The backend ${name} needs an API key: set ${variable} or the config key \`backends.${name}.api_key\`.`;
}

/** The text of an error, without the key that a library may have quoted in it. */
function reasonOf(error: unknown, apiKey: string): string {
  const text = error instanceof Error ? error.message : String(error);
  return apiKey ? text.replaceAll(apiKey, "***") : text;
}

function failed(message: string): CreatedBackend {
  return { kind: "error", message };
}
