/** A file that settings name without a full path lies beside the file that names it, wherever that is. */
import { resolve } from "node:path";
import type { Layer } from "./layer.ts";
import type { Variant } from "./variants.ts";

interface Naming {
  readonly layer: Layer;
  readonly agents: readonly Variant[];
}

export function besideFile<T extends Naming>(settings: T, directory: string): T {
  const anchor = (layer: Layer) => anchored(layer, directory);
  return {
    ...settings,
    layer: anchor(settings.layer),
    agents: settings.agents.map((agent) => ({ ...agent, settings: anchor(agent.settings) })),
  };
}

function anchored(layer: Layer, directory: string): Layer {
  if (layer.backends === undefined) return layer;
  const entries = Object.entries(layer.backends).map(([name, backend]) => {
    const { module: file } = backend;
    const isShort = file !== undefined && !file.startsWith("~/");
    return [name, isShort ? { ...backend, module: resolve(directory, file) } : backend];
  });
  return { ...layer, backends: Object.fromEntries(entries) };
}
