/** The form of compaction that needs no model: whole turns, the oldest first, give way to lines about them. */
import { changed, type HistoryChange } from "../../model/history-change.ts";
import type { Message } from "../../model/message.ts";
import { isPrompt, isSummary, type Summary } from "./marks.ts";
import { linesSummary, maxSummaryLines, minimalSummary } from "./summary-lines.ts";
import { outcomeOf } from "./tool-outcome.ts";
import { isAcknowledgement } from "./zone.ts";

export const keptTurns = 3;
export const keptFailures = 3;

export interface TurnsOptions {
  readonly estimate: (messages: readonly Message[]) => number;
  /** No more is removed once the history is no longer than this, in tokens. */
  readonly target: number;
}

/** Undefined when that would make nothing shorter. The current turn and the two before it stay as they are. */
export function compactTurns(
  history: readonly Message[],
  { estimate, target }: TurnsOptions,
): HistoryChange | undefined {
  const before = estimate(history);
  if (before <= target) return undefined;
  const turns = turnsOf(history);
  const removed = removedTurns(turns, before - target + roomForLines(target), estimate);
  if (removed.size === 0) return undefined;
  const older = history.filter(isSummary);
  const gone = [...older, ...turns.flatMap((turn) => (removed.has(turn) ? turn : []))];
  const kept = turns.flatMap((turn) => (removed.has(turn) ? [] : turn));
  const summaries = [...lineCounts.map((count) => linesSummary(gone, count)), minimalSummary, undefined];
  const changes = summaries.map((summary) => replacing(history, kept, summary));
  const sizes = changes.map((change) => estimate(changed(history, change)));
  // Nothing but the last has no summary at all, which is worse than one that is too long.
  const fitting = sizes.slice(0, -1).findIndex((size) => size <= target);
  return changes[fitting < 0 ? sizes.findIndex((size) => size < before) : fitting];
}

/** As many as the target has room for. */
const lineCounts = [maxSummaryLines, 12, 6, 3] as const;

/** In tokens: a quarter of a small target, all that the lines can take of others. */
function roomForLines(target: number): number {
  return Math.min(1500, Math.floor(target / 4));
}

type Turn = readonly Message[];

/** The oldest first, until there are so many tokens less. */
function removedTurns(
  turns: readonly Turn[],
  excess: number,
  estimate: TurnsOptions["estimate"],
): ReadonlySet<Turn> {
  const spared = turnsWithLastFailures(turns);
  const removed = new Set<Turn>();
  let freed = 0;
  for (const turn of turns.slice(0, -keptTurns)) {
    if (freed >= excess) break;
    if (spared.has(turn)) continue;
    removed.add(turn);
    freed += estimate(turn);
  }
  return removed;
}

/** Each from a prompt up to the next; what stands before the first belongs to it. Summaries belong to no turn. */
function turnsOf(history: readonly Message[]): readonly Turn[] {
  const turns: Message[][] = [];
  for (const [at, message] of history.entries()) {
    if (isSummary(message) || isAcknowledgement(history, at)) continue;
    const last = turns.at(-1);
    if (last && !(isPrompt(message) && last.some(isPrompt))) last.push(message);
    else turns.push([message]);
  }
  return turns;
}

/** The turns with the last failures of tools, so that their exact words stay. */
function turnsWithLastFailures(turns: readonly Turn[]): ReadonlySet<Turn> {
  const found = new Set<Turn>();
  let failures = 0;
  for (const turn of turns.toReversed()) {
    if (failures >= keptFailures) break;
    const failed = turn.filter(hasFailed).length;
    if (failed > 0) found.add(turn);
    failures += failed;
  }
  return found;
}

function hasFailed(message: Message): boolean {
  return message.role === "tool" && outcomeOf(message.result).status === "failure";
}

/** The end that both have in common is not part of the change. */
function replacing(
  history: readonly Message[],
  kept: readonly Message[],
  summary: Summary | undefined,
): HistoryChange {
  const next = summary ? [summary, ...kept] : kept;
  let common = 0;
  while (common < next.length && next.at(-1 - common) === history.at(-1 - common)) common += 1;
  return {
    from: 0,
    removed: history.length - common,
    inserted: next.slice(0, next.length - common),
    reason: "compacted",
  };
}
