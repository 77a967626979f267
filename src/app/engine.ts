/** What a session works with and may exchange: settings, backend, tools. Asks nobody and says nothing. */
import type { Catalogue, ModelFacts } from "../catalog/catalogue.ts";
import type { Prices } from "../catalog/cost.ts";
import type { Backend } from "../model/backend.ts";
import type { Settings } from "../model/settings.ts";
import type { LocalToolbox } from "../tools/toolbox.ts";
import { type Lazily, lazily } from "./lazily.ts";

export interface Engine {
  settings(): Settings;
  backend(): Backend;
  /** Loading the tools takes longer than showing the prompt. */
  toolbox(): Lazily<LocalToolbox>;
  readonly catalogue: Catalogue;
  /** Of the model in use. */
  facts(): ModelFacts;
  /** Asks the service about a model that nobody else knows, once. Never rejects. */
  learn(): Promise<void>;
  /** Longest answer to ask for: what is set, and no more than the model can give. */
  maxOutputTokens(): number;
  set(settings: Settings): void;
  /** The old backend is closed, the old tools are ended. */
  exchange(settings: Settings, backend: Backend): void;
  /** Ends what would outlive the session. */
  close(): void;
}

export interface EngineOptions {
  readonly settings: Settings;
  readonly backend: Backend;
  readonly catalogue: Catalogue;
  readonly openToolbox: (settings: Settings) => Promise<LocalToolbox>;
}

export function createEngine({ catalogue, openToolbox, ...start }: EngineOptions): Engine {
  let { settings, backend } = start;
  let toolbox = openTools(settings);
  /** What a service tells of its models when the catalogue does not know them. */
  let told: { readonly backend: Backend; readonly facts: ModelFacts } | undefined;
  let asking: { readonly backend: Backend; readonly answer: Promise<ModelFacts> } | undefined;

  function openTools(chosen: Settings): Lazily<LocalToolbox> {
    return lazily(() => openToolbox(chosen));
  }

  function facts(): ModelFacts {
    const { contextWindow } = settings.backends[backend.name] ?? {};
    const known = {
      ...(told?.backend === backend && told.facts),
      ...catalogue.facts(backend.model),
      ...(isFree(backend, settings) && { prices: free }),
    };
    if (contextWindow !== undefined) return { ...known, window: contextWindow };
    if (typeOf(backend, settings) !== "ollama" || known.window === undefined) return known;
    return { ...known, window: Math.min(known.window, mostOllamaContext) };
  }

  return {
    settings: () => settings,
    backend: () => backend,
    toolbox: () => toolbox,
    catalogue,
    facts,
    async learn() {
      if (facts().window !== undefined) return;
      if (asking?.backend !== backend) asking = { backend, answer: askBackend(backend) };
      told = { backend: asking.backend, facts: await asking.answer };
    },
    maxOutputTokens: () => Math.min(settings.maxOutputTokens, facts().maxOutput ?? Number.POSITIVE_INFINITY),
    set(chosen) {
      settings = chosen;
    },
    exchange(chosen, next) {
      if (next !== backend) backend.close?.();
      if (toolsDiffer(settings, chosen)) {
        toolbox.peek()?.shutdown();
        toolbox = openTools(chosen);
      }
      settings = chosen;
      backend = next;
    },
    close() {
      toolbox.peek()?.shutdown();
      backend.close?.();
    },
  };
}

/** What Ollama is told to use at most; its code, which says the same, is not loaded before it is used. */
export const mostOllamaContext = 32_768;
const free: Prices = { input: 0, output: 0 };

/** What runs on the user's own machine has no price. */
function isFree(backend: Backend, settings: Settings): boolean {
  return ["offline", "ollama"].includes(typeOf(backend, settings));
}

export function typeOf({ name }: Backend, { backends }: Settings): string {
  return backends[name]?.type ?? name;
}

function toolsDiffer(a: Settings, b: Settings): boolean {
  const decisive = ({
    tools,
    autoTools,
    approvalMode,
    securityProfile,
    blockedCommands,
    allowedCommands,
    sandbox,
    sandboxNetwork,
    hooks,
  }: Settings) =>
    JSON.stringify([
      ...[tools, autoTools, approvalMode, securityProfile, blockedCommands, allowedCommands],
      ...[sandbox, sandboxNetwork, hooks],
    ]);
  return decisive(a) !== decisive(b);
}

const patienceMs = 5000;

async function askBackend(backend: Backend): Promise<ModelFacts> {
  const listing = await backend.listModels?.(AbortSignal.timeout(patienceMs)).catch(() => undefined);
  const models = listing?.kind === "ok" ? listing.models : [];
  const { contextWindow: window, maxOutput } = models.find(({ id }) => id === backend.model) ?? {};
  return { ...(window !== undefined && { window }), ...(maxOutput !== undefined && { maxOutput }) };
}
