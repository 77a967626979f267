/** A layer is what one source sets; layers are laid over each other, the later ones on top. */
import type { BackendSettings, Settings } from "../model/settings.ts";
import { backendKeys } from "./backend-keys.ts";
import { type SettingKey, settingKeys } from "./keys.ts";
import type { KeyTable, Value } from "./rules.ts";

export type Layer = Partial<Omit<Settings, "agent">>;

export function mergeLayers(...layers: readonly Layer[]): Layer {
  return layers.reduce(lay, {});
}

function lay(below: Layer, above: Layer): Layer {
  const merged = { ...below, ...above };
  if (below.backends === undefined || above.backends === undefined) return merged;
  return { ...merged, backends: mergeBackends(below.backends, above.backends) };
}

function mergeBackends(below: Settings["backends"], above: Settings["backends"]): Settings["backends"] {
  const changed = Object.entries(above).map(([name, settings]) => {
    const base = Object.hasOwn(below, name) ? below[name] : {};
    return [name, { ...base, ...settings }] as const;
  });
  return { ...below, ...Object.fromEntries(changed) };
}

/** The value must be one that the key's rule allows. */
export function oneSetting(key: SettingKey, value: Value): Layer {
  return { [settingKeys[key].setting]: value };
}

/** The value must be one that the key's rule allows. */
export function oneBackendSetting(backend: string, key: keyof typeof backendKeys, value: Value): Layer {
  const settings: BackendSettings = { [backendKeys[key].setting]: value };
  return { backends: { [backend]: settings } };
}

/** The keys of the layer that only the user's own configuration may set. */
export function ownKeys(layer: Layer): readonly string[] {
  const table: KeyTable = settingKeys;
  return Object.entries(table)
    .filter(([, entry]) => entry.own === true && Object.hasOwn(layer, entry.setting))
    .map(([key]) => key);
}
