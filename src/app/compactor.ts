/** Shortens the history of a running session: by asking the model, or without it. */

import { compactTurns } from "../context/compaction/compact-turns.ts";
import { summaryRequest } from "../context/compaction/summary-request.ts";
import { withSummary } from "../context/compaction/with-summary.ts";
import { findZone, type Zone } from "../context/compaction/zone.ts";
import type { Compact, CompactOptions, CompactOutcome } from "../context/compaction.ts";
import { estimateUsage } from "../context/request.ts";
import { askAside } from "../loop/ask-aside.ts";
import type { Budget } from "../loop/budget.ts";
import type { Emit } from "../loop/bus.ts";
import type { Collected } from "../loop/collect.ts";
import type { RetryDeps } from "../loop/retry.ts";
import type { Backend } from "../model/backend.ts";
import type { AgentEvent } from "../model/event.ts";
import { changed, type HistoryChange } from "../model/history-change.ts";
import { callsOf, type Message, textOf } from "../model/message.ts";
import type { CompactionForm } from "../model/settings.ts";

export interface CompactorParts {
  readonly backend: Backend;
  readonly form: CompactionForm;
  readonly emit: Emit;
  readonly retry: RetryDeps;
  readonly budget: Pick<Budget, "spent">;
  /** What the user wants to be kept above all; only a model can heed it. */
  readonly focus?: string;
}

/** For one turn, or for one time that the user asks. Says nothing of what came of it. */
export function createCompactor(parts: CompactorParts): Compact {
  /** A summary did not bring it down to the target: the next would not either. */
  let modelFellShort = false;

  return async (history, options) => {
    if (parts.form === "off" && !wanted(options)) return { kind: "unchanged" };
    const zone = mayAskModel(parts, options) && !modelFellShort ? findZone(history) : undefined;
    if (!zone) return options.reason === "threshold" ? { kind: "unchanged" } : mechanically(history, options);
    const answer = await askAside(
      summaryRequest(zone.messages, parts.focus),
      { ...parts, estimateUsage, started: { type: "compacting", messages: zone.messages.length } },
      options.signal,
    );
    const outcome = summarised(history, zone, answer, options);
    modelFellShort =
      outcome?.kind !== "compacted" || sizeAfter(history, outcome.change, options) > options.target;
    return outcome ?? mechanically(history, options);
  };
}

/** A user who asks, or has chosen a mode that is made of summaries, means it. */
function wanted({ reason }: CompactOptions): boolean {
  return reason === "asked" || reason === "threshold";
}

/** Another agent would set about the task instead of summarising it. */
function mayAskModel({ backend, form, focus, budget }: CompactorParts, { reason }: CompactOptions): boolean {
  if (backend.ownTools || budget.spent() !== undefined) return false;
  return form === "summarize" || reason === "threshold" || (focus !== undefined && focus !== "");
}

/** Undefined when what the model said is no use, and another way has to be found. */
function summarised(
  history: readonly Message[],
  zone: Zone,
  { end, parts }: Collected,
  options: CompactOptions,
): CompactOutcome | undefined {
  if (end.kind === "aborted") return { kind: "unchanged" };
  if (end.kind === "failed") return failed(end.failure, options);
  const answer = { role: "assistant", parts } as const;
  const text = textOf(answer).trim();
  const refused = end.stop === "refusal" || end.stop === "context-exceeded";
  if (refused || text === "" || callsOf(answer).length > 0) return undefined;
  const change = withSummary(history, zone, text);
  if (sizeAfter(history, change, options) >= options.estimate(history)) return undefined;
  return { kind: "compacted", change };
}

/** Where the history has to become shorter now, it does without a model; where it can wait, nothing is lost. */
function failed(
  { kind, message }: Extract<Collected["end"], { kind: "failed" }>["failure"],
  { reason }: CompactOptions,
): CompactOutcome | undefined {
  if (kind === "context-overflow" || reason === "limit" || reason === "overflow") return undefined;
  const next = reason === "asked" ? "The conversation is as it was." : "Falling back to history trimming.";
  return { kind: "unchanged", problem: `Compaction failed: ${message} ${next}` };
}

/** Who asks for it wants more than to get by. */
function mechanically(history: readonly Message[], options: CompactOptions): CompactOutcome {
  const change = compactTurns(history, { ...options, thorough: options.reason === "asked" });
  return change ? { kind: "compacted", change } : { kind: "unchanged" };
}

function sizeAfter(history: readonly Message[], change: HistoryChange, { estimate }: CompactOptions): number {
  return estimate(changed(history, change));
}

/** What there is to say of a compaction. */
export function compactedEvent(
  history: readonly Message[],
  change: HistoryChange,
  estimate: CompactOptions["estimate"],
): Extract<AgentEvent, { type: "compacted" }> {
  const stayed = change.inserted.filter((message) => history.includes(message)).length;
  return {
    type: "compacted",
    messages: change.removed - stayed,
    before: estimate(history),
    after: estimate(changed(history, change)),
  };
}
