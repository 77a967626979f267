/** Variants: named presets of settings, called agents in files and flags. Knows no file. */
import { type Layer, mergeLayers } from "./layer.ts";
import { nearest } from "./nearest.ts";

export interface Variant {
  readonly name: string;
  readonly description?: string;
  readonly settings: Layer;
}

export const builtInVariants: readonly Variant[] = [
  { name: "default", settings: {} },
  {
    name: "yolo",
    description: "Fast, auto-approve everything",
    settings: { autoTools: true, maxIterations: 0 },
  },
  {
    name: "claude-opus",
    description: "Claude Opus for complex tasks",
    settings: { backend: "anthropic", model: "claude-opus-5-5" },
  },
  {
    name: "local",
    description: "Local Ollama for privacy",
    settings: { backend: "ollama", model: "codellama" },
  },
];

/** Later variants add to earlier ones of the same name, key by key. */
export function mergeVariants(...lists: readonly (readonly Variant[])[]): readonly Variant[] {
  const merged = new Map<string, Variant>();
  for (const variant of lists.flat()) {
    const base = merged.get(variant.name);
    const settings = mergeLayers(base?.settings ?? {}, variant.settings);
    merged.set(variant.name, { ...base, ...variant, settings });
  }
  return [...merged.values()];
}

type VariantChoice =
  | { readonly kind: "found"; readonly variant: Variant }
  | { readonly kind: "unknown"; readonly message: string };

/** `from` says where the name was written, for the message. */
export function chooseVariant(variants: readonly Variant[], name: string, from: string): VariantChoice {
  const variant = variants.find((candidate) => candidate.name === name);
  if (variant !== undefined) return { kind: "found", variant };
  const names = variants.map((candidate) => candidate.name);
  const meant = nearest(name, names);
  const hint = meant === undefined ? "." : `; did you mean ${meant}?`;
  const message = `${from}: there is no agent ${JSON.stringify(name)}${hint} Known agents: ${names.join(", ")}.`;
  return { kind: "unknown", message };
}
