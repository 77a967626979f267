/** What tokens cost. Input, output and what was read from or written to a cache are priced apart. */
import type { Cost } from "../model/cost.ts";
import { promptTokens, type Usage } from "../model/usage.ts";

/** In dollars per million tokens. Where a cache has no price of its own it costs what input costs. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

export interface Prices extends Rates {
  /** For requests that read more than `over` tokens; without rates where nobody knows them. */
  readonly long?: { readonly over: number; readonly rates?: Rates };
}

const perMillion = 1_000_000;

/** Of one request; undefined where the price is unknown. */
export function costOf(prices: Prices, usage: Usage): Cost | undefined {
  const isLong = prices.long !== undefined && promptTokens(usage) > prices.long.over;
  const rates: Rates | undefined = isLong ? prices.long?.rates : prices;
  if (!rates) return undefined;
  const price = (tokens: number, rate: number) => (tokens * rate) / perMillion;
  const input = price(usage.input, rates.input);
  const output = price(usage.output, rates.output);
  const cacheRead = price(usage.cacheRead, rates.cacheRead ?? rates.input);
  const cacheWrite = price(usage.cacheWrite, rates.cacheWrite ?? rates.input);
  return { input, output, cacheRead, cacheWrite, total: input + output + cacheRead + cacheWrite };
}

/** $0.0105; $? where it is unknown. */
export function dollars(amount: number | undefined): string {
  return amount === undefined ? "$?" : `$${amount.toFixed(4)}`;
}

export type BudgetState = "open" | "near" | "spent";

const nearShare = 0.8;

/** A budget of 0 is none. */
export function budgetState(spent: number, budget: number): BudgetState {
  if (budget <= 0) return "open";
  if (spent >= budget) return "spent";
  return spent >= budget * nearShare ? "near" : "open";
}
