/** What was paid, in dollars. */
import { addUsage, type Usage } from "./usage.ts";

export interface Cost {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly total: number;
}

function addCost(a: Cost, b: Cost): Cost {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    total: a.total + b.total,
  };
}

/** What the requests to one model took. */
export interface CostRow {
  readonly model: string;
  readonly requests: number;
  readonly usage: Usage;
  /** Undefined as soon as the price of one request was unknown. */
  readonly cost: Cost | undefined;
}

export interface PricedRequest {
  readonly model: string;
  readonly usage: Usage;
  readonly cost?: Cost | undefined;
}

export function addRequest(before: CostRow | undefined, { model, usage, cost }: PricedRequest): CostRow {
  if (!before) return { model, requests: 1, usage, cost };
  return {
    model,
    requests: before.requests + 1,
    usage: addUsage(before.usage, usage),
    cost: before.cost && cost && addCost(before.cost, cost),
  };
}
