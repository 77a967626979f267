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
  /** Asks the service about a model that nobody else knows, once. */
  learn(): void;
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

  function openTools(chosen: Settings): Lazily<LocalToolbox> {
    return lazily(() => openToolbox(chosen));
  }

  function facts(): ModelFacts {
    const { contextWindow } = settings.backends[backend.name] ?? {};
    return {
      ...(told?.backend === backend && told.facts),
      ...catalogue.facts(backend.model),
      ...(isFree(backend, settings) && { prices: free }),
      ...(contextWindow !== undefined && { window: contextWindow }),
    };
  }

  return {
    settings: () => settings,
    backend: () => backend,
    toolbox: () => toolbox,
    catalogue,
    facts,
    learn() {
      if (facts().window !== undefined || told?.backend === backend) return;
      told = { backend, facts: {} };
      void askBackend(backend).then((asked) => {
        if (told?.backend === asked.backend) told = asked;
      });
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

const free: Prices = { input: 0, output: 0 };

/** What runs on the user's own machine has no price. */
function isFree({ name }: Backend, { backends }: Settings): boolean {
  return ["offline", "ollama"].includes(backends[name]?.type ?? name);
}

function toolsDiffer(a: Settings, b: Settings): boolean {
  const decisive = ({
    tools,
    autoTools,
    approvalMode,
    securityProfile,
    blockedCommands,
    allowedCommands,
  }: Settings) =>
    JSON.stringify([tools, autoTools, approvalMode, securityProfile, blockedCommands, allowedCommands]);
  return decisive(a) !== decisive(b);
}

const patienceMs = 5000;

async function askBackend(backend: Backend): Promise<{ backend: Backend; facts: ModelFacts }> {
  const listing = await backend.listModels?.(AbortSignal.timeout(patienceMs)).catch(() => undefined);
  const models = listing?.kind === "ok" ? listing.models : [];
  const { contextWindow: window, maxOutput } = models.find(({ id }) => id === backend.model) ?? {};
  return {
    backend,
    facts: { ...(window !== undefined && { window }), ...(maxOutput !== undefined && { maxOutput }) },
  };
}
