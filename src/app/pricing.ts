/** What displays are told of the model in use beyond its name: prices and window, as they are at the moment. */
import { costOf } from "../catalog/cost.ts";
import type { Usage } from "../model/usage.ts";
import type { Engine } from "./engine.ts";

export interface Pricing {
  /** In dollars; undefined where the price is unknown. */
  readonly costOf: (usage: Usage) => number | undefined;
  /** How many tokens the model takes. */
  readonly contextWindow: number | undefined;
}

export function pricingOf(engine: Pick<Engine, "facts">): Pricing {
  return {
    costOf(usage) {
      const { prices } = engine.facts();
      return prices && costOf(prices, usage)?.total;
    },
    get contextWindow() {
      return engine.facts().window;
    },
  };
}
