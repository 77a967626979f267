/** What could answer on this machine: keys in the environment, by name alone, an Ollama, installed agents. */
import { type BackendEntry, backendEntries, keyState } from "../../backends/registry.ts";
import { installedAgents } from "../offer-agents.ts";
import type { Machine } from "./machine.ts";

export interface Candidate {
  readonly backend: string;
  readonly label: string;
  /** What speaks for it, or what it lacks. */
  readonly finding: string;
  readonly ready: boolean;
  /** The environment variable that holds its key. */
  readonly keyVariable?: string;
  /** Those that it has here; empty where nobody was asked. */
  readonly models: readonly string[];
}

/** Those that could be used at once come first. */
export async function survey({ host, settings, ollamaModels }: Machine): Promise<readonly Candidate[]> {
  const found = [
    ...backendEntries.filter(({ keyVariable }) => keyVariable !== undefined).map(service),
    await ollama(),
    ...installedAgents(host.env.PATH).map(agent),
  ].filter((candidate) => candidate !== undefined);
  return [...found.filter(({ ready }) => ready), ...found.filter(({ ready }) => !ready)];

  function service(entry: BackendEntry): Candidate {
    const { name, label, keyVariable = "" } = entry;
    const state = keyState(entry, settings);
    const finding = {
      found: `${keyVariable} is set`,
      missing: `needs ${keyVariable}, which is not set`,
      "not-needed": "its address is set",
    }[state];
    const common = { backend: name, label, finding, ready: state !== "missing", models: [] };
    return state === "not-needed" ? common : { ...common, keyVariable };
  }

  async function ollama(): Promise<Candidate | undefined> {
    const models = await ollamaModels(patienceMs);
    if (models === undefined || models.length === 0) return undefined;
    const finding = `runs here with ${models.length === 1 ? "1 model" : `${models.length} models`}`;
    return { backend: "ollama", label: "Ollama", finding, ready: true, models };
  }
}

/** Nobody is kept from typing by it. */
const patienceMs = 1000;

function agent({ program, backend }: { readonly program: string; readonly backend: string }): Candidate {
  const finding = `${program} is installed`;
  return { backend, label: `${program} CLI`, finding, ready: true, models: [] };
}
