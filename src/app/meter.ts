/** Adds up what the session costs, request by request, and watches the budget. Knows no display. */
import type { ModelFacts } from "../catalog/catalogue.ts";
import { budgetState, costOf, dollars } from "../catalog/cost.ts";
import type { Budget } from "../loop/budget.ts";
import type { Emit, Listener } from "../loop/bus.ts";
import { addRequest, type Cost, type CostRow } from "../model/cost.ts";
import type { Usage } from "../model/usage.ts";

export interface Meter {
  /** To be told of every event; `emit` is for warnings. */
  observer(emit: Emit): Listener;
  /** In dollars; undefined as soon as the price of anything used is unknown. */
  total(): number | undefined;
  /** Of one request, by the model in use. */
  price(usage: Usage): { readonly model: string; readonly cost?: Cost };
  rows(): readonly CostRow[];
  /** What another session took takes the place of what is there. */
  adopt(rows: readonly CostRow[]): void;
  readonly budget: Budget;
}

export interface MeterOptions {
  readonly inUse: () => { readonly model: string; readonly facts: ModelFacts };
  /** In dollars; 0 = no limit. */
  readonly maxCost: number;
}

export function createMeter({ inUse, maxCost }: MeterOptions): Meter {
  const rows = new Map<string, CostRow>();
  let budget = maxCost;
  let warned = false;

  const spent = () => [...rows.values()].reduce((sum, { cost }) => sum + (cost?.total ?? 0), 0);

  function price(usage: Usage): { readonly model: string; readonly cost?: Cost } {
    const { model, facts } = inUse();
    const cost = facts.prices && costOf(facts.prices, usage);
    return { model, ...(cost && { cost }) };
  }

  function count(usage: Usage, emit: Emit): void {
    const { model, cost } = price(usage);
    const before = rows.get(model);
    rows.set(model, addRequest(before, { model, usage, cost }));
    if (!cost && (!before || before.cost)) warn(emit, unknownPrice(model, maxCost));
    if (warned || budgetState(spent(), budget) === "open") return;
    warned = true;
    warn(emit, `${dollars(spent())} of the ${dollars(budget)} for this session is spent.`);
  }

  return {
    observer:
      (emit) =>
      ({ event }) => {
        // A guess is for the eye: nobody is billed for it.
        if (event.type === "usage" && !event.usage.estimated) count(event.usage, emit);
      },
    total() {
      if ([...rows.values()].some(({ cost }) => !cost)) return undefined;
      return rows.size > 0 || inUse().facts.prices ? spent() : undefined;
    },
    price,
    rows: () => [...rows.values()],
    adopt(others) {
      rows.clear();
      for (const row of others) rows.set(row.model, row);
    },
    budget: {
      spent() {
        if (budgetState(spent(), budget) !== "spent") return undefined;
        return `The session has cost ${dollars(spent())}; the limit is ${dollars(budget)} (max_cost)`;
      },
      extend() {
        budget = spent() + maxCost;
        warned = false;
      },
    },
  };
}

function warn(emit: Emit, text: string): void {
  emit({ type: "notice", level: "warning", text });
}

function unknownPrice(model: string, maxCost: number): string {
  const file = "add it to ~/.config/treadle/models.json";
  const limit = maxCost > 0 ? " and is not counted towards max_cost" : "";
  return `The price of ${model} is unknown, so its cost is shown as $?${limit}; ${file} if you know it.`;
}
