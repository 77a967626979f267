/** What is known of the model in use beyond its name: prices and window. The one place to ask a catalogue. */
import type { Backend } from "../model/backend.ts";
import type { Usage } from "../model/usage.ts";

export interface Pricing {
  /** In dollars; undefined where the price is unknown. */
  readonly costOf: (usage: Usage) => number | undefined;
  /** How many tokens the model takes. */
  readonly contextWindow: number | undefined;
}

export type Catalogue = {
  readonly costOf?: (model: string, usage: Usage) => number | undefined;
  readonly contextWindow?: (model: string) => number | undefined;
};

export function pricingOf({ model }: Pick<Backend, "model">, catalogue: Catalogue = {}): Pricing {
  return {
    costOf: (usage) => catalogue.costOf?.(model, usage),
    contextWindow: catalogue.contextWindow?.(model),
  };
}
