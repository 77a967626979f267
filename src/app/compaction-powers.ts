/** What /compact may do: shorten the conversation now, and take that back. */
import { fallbackWindow } from "../catalog/catalogue.ts";
import type { CompactionPowers } from "../commands/command.ts";
import { estimateTokens } from "../context/tokens.ts";
import type { Emit } from "../loop/bus.ts";
import type { RetryDeps } from "../loop/retry.ts";
import type { Conversation } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import type { Meter } from "./meter.ts";

export interface CompactionPowersParts {
  readonly emit: Emit;
  readonly engine: Engine;
  readonly conversation: Conversation;
  readonly meter: Pick<Meter, "budget">;
  readonly retry: RetryDeps;
}

/** Of the window, for the last turns: those before them go in any case. */
const manualTarget = 0.6;
const nothing = "There is nothing to compact: the first request and the last turns stay as they are.";

export function createCompactionPowers(parts: CompactionPowersParts): CompactionPowers {
  const { emit, engine, conversation, meter, retry } = parts;

  async function compact(focus: string, signal: AbortSignal): Promise<string | undefined> {
    const { compactedEvent, createCompactor } = await import("./compactor.ts");
    const form = engine.settings().compaction;
    const backend = engine.backend();
    const shorten = createCompactor({ backend, form, emit, retry, budget: meter.budget, focus });
    const before = conversation.history();
    const history = [...before];
    const target = Math.floor((engine.facts().window ?? fallbackWindow) * manualTarget);
    const options = { target, estimate: estimateTokens, reason: "asked", signal } as const;
    const outcome = await shorten(history, options);
    if (signal.aborted) return "Compaction was stopped; the conversation is as it was.";
    if (outcome.kind === "unchanged") return outcome.problem ?? nothing;
    // Other commands go on meanwhile.
    if (conversation.history() !== before || before.length !== history.length) {
      return "The conversation has changed meanwhile, so it was not compacted.";
    }
    emit({ type: "history-changed", change: outcome.change });
    emit(compactedEvent(history, outcome.change, estimateTokens));
    return undefined;
  }

  return {
    compact,
    undo() {
      const undoable = conversation.undoable();
      if (!undoable) return "Nothing was compacted that could be brought back.";
      if (undoable.of !== "compacted") {
        return "Something else was changed since then; /undo takes back one change after the other.";
      }
      emit({ type: "history-changed", change: undoable.change });
      return `Brought back: the conversation has ${conversation.history().length} messages again.`;
    },
  };
}
