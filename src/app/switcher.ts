/** Exchanges the backend, the model or the agent of a running session. What cannot be made leaves the old one in force. */
import type { CreatedBackend } from "../backends/registry.ts";
import type { Models, Switched, Switching } from "../commands/command.ts";
import type { Settings } from "../model/settings.ts";
import type { Engine } from "./engine.ts";

export interface SwitcherOptions {
  readonly engine: Engine;
  readonly create: (settings: Settings) => Promise<CreatedBackend>;
  /** All settings as they are with this agent. */
  readonly loadAgent: (name: string) => Promise<LoadedAgent>;
  readonly backendNames: (settings: Settings) => readonly string[];
  readonly agentNames: readonly string[];
}

export type LoadedAgent =
  | { readonly kind: "ok"; readonly settings: Settings }
  | { readonly kind: "error"; readonly messages: readonly string[] };

const patienceMs = 10_000;

export function createSwitcher(options: SwitcherOptions): Switching {
  const { engine, create } = options;

  async function exchange(settings: Settings): Promise<Switched> {
    const created = await create(settings);
    if (created.kind === "error") return { kind: "kept", problem: created.message };
    engine.exchange(settings, created.backend);
    const { label, model } = created.backend;
    return { kind: "switched", label, model };
  }

  return {
    backends: () => options.backendNames(engine.settings()),
    agents: () => options.agentNames,
    // A model belongs to its backend.
    useBackend: (backend) => exchange({ ...engine.settings(), backend, model: undefined }),
    useModel: (model) => exchange({ ...engine.settings(), backend: engine.backend().name, model }),
    useFormat: (contextFormat) => exchange({ ...engine.settings(), ...sameBackend(engine), contextFormat }),
    async useAgent(name) {
      const loaded = await options.loadAgent(name);
      if (loaded.kind === "error") return { kind: "kept", problem: loaded.messages.join("\n") };
      return exchange(loaded.settings);
    },
    async models(): Promise<Models> {
      const listing = await engine.backend().listModels?.(AbortSignal.timeout(patienceMs));
      if (listing?.kind === "ok") return { from: "service", names: listing.models.map(({ id }) => id) };
      const problem = listing?.failure.message;
      return {
        from: "catalogue",
        names: engine.catalogue.names(),
        ...(problem !== undefined && { problem }),
      };
    },
  };
}

function sameBackend(engine: Engine): Pick<Settings, "backend" | "model"> {
  const { name: backend, model } = engine.backend();
  return { backend, model };
}
