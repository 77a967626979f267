/** How the history of a turn is shortened by itself. The code for it is loaded when it is first needed. */
import type { Compact } from "../context/compaction.ts";
import type { Emit } from "../loop/bus.ts";
import type { RetryDeps } from "../loop/retry.ts";
import type { Backend } from "../model/backend.ts";
import type { Engine } from "./engine.ts";
import type { Meter } from "./meter.ts";

export interface TurnCompactionParts {
  readonly engine: Pick<Engine, "settings">;
  readonly meter: Pick<Meter, "budget">;
  readonly retry: RetryDeps;
}

export type TurnCompaction = (turn: { readonly backend: Backend; readonly emit: Emit }) => Compact;

export function createTurnCompaction({ engine, meter, retry }: TurnCompactionParts): TurnCompaction {
  return ({ backend, emit }) => {
    let shorten: Compact | undefined;
    return async (history, options) => {
      const { compactedEvent, createCompactor } = await import("./compactor.ts");
      const form = engine.settings().compaction;
      shorten ??= createCompactor({ backend, form, emit, retry, budget: meter.budget });
      const outcome = await shorten(history, options);
      if (options.signal.aborted) return { kind: "unchanged" };
      if (outcome.kind === "compacted") emit(compactedEvent(history, outcome.change, options.estimate));
      return outcome;
    };
  };
}
