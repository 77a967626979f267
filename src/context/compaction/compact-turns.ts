/** The form of compaction that needs no model: whole turns, the oldest first, give way to lines about them. */
import { changed, type HistoryChange } from "../../model/history-change.ts";
import { callsOf, type Message } from "../../model/message.ts";
import { isPrompt, isSummary, type Summary } from "./marks.ts";
import { linesSummary, maxSummaryLines, minimalSummary } from "./summary-lines.ts";
import { outcomeOf } from "./tool-outcome.ts";
import { isAcknowledgement } from "./zone.ts";

export const keptTurns = 3;
export const keptFailures = 3;
/** Calls with their results; as many of the last stay where the last turns alone are too long. */
export const keptRounds = 3;

export interface TurnsOptions {
  readonly estimate: (messages: readonly Message[]) => number;
  /** In tokens: no more is removed than is needed for the history to be no longer than this. */
  readonly target: number;
  /** All turns but the last few go, also where that is more than the target asks for. */
  readonly thorough?: boolean;
}

/**
 * Undefined when that would make nothing shorter. The last turns stay as they are, unless they alone are more than the
 * target: then their older calls go, with their results. What the user has said in them stays in any case.
 */
export function compactTurns(history: readonly Message[], options: TurnsOptions): HistoryChange | undefined {
  const { estimate, target } = options;
  const before = estimate(history);
  const gone = removedIndexes(history, before, options);
  if (gone.size === 0) return undefined;
  const kept = history.filter((_, at) => !gone.has(at) && !isFrame(history, at));
  const told = history.filter((message, at) => isSummary(message) || gone.has(at));
  const summaries = [...lineCounts.map((count) => linesSummary(told, count)), minimalSummary, undefined];
  const changes = summaries.map((summary) => replacing(history, kept, summary));
  const sizes = changes.map((change) => estimate(changed(history, change)));
  // Nothing but the last has no summary at all, which is worse than one that is too long.
  const fitting = sizes.slice(0, -1).findIndex((size) => size <= target && size < before);
  return changes[fitting < 0 ? sizes.findIndex((size) => size < before) : fitting];
}

function removedIndexes(
  history: readonly Message[],
  before: number,
  { estimate, target, thorough }: TurnsOptions,
): ReadonlySet<number> {
  const excess = before - target;
  if (excess <= 0 && !thorough) return new Set();
  const wanted = excess + roomForLines(target);
  const turns = turnsOf(history);
  const sizeOf = (group: Group) => estimate(group.map(({ message }) => message));
  const fromTurns = oldest(removableTurns(turns), thorough ? Number.POSITIVE_INFINITY : wanted, sizeOf);
  const left = wanted - sizeOf(fromTurns);
  const fromRounds = excess > 0 && left > 0 ? oldest(removableRounds(turns), left, sizeOf) : [];
  return new Set([...fromTurns, ...fromRounds].map(({ at }) => at));
}

/** As many as the target has room for. */
const lineCounts = [maxSummaryLines, 12, 6, 3] as const;

/** In tokens: a quarter of a small target, all that the lines can take of others. */
function roomForLines(target: number): number {
  return Math.min(1500, Math.floor(target / 4));
}

interface Entry {
  readonly at: number;
  readonly message: Message;
}

type Group = readonly Entry[];

/** As many groups as it takes to be rid of so many tokens. */
function oldest(groups: readonly Group[], tokens: number, sizeOf: (group: Group) => number): Group {
  const taken: Entry[] = [];
  let freed = 0;
  for (const group of groups) {
    if (freed >= tokens) break;
    taken.push(...group);
    freed += sizeOf(group);
  }
  return taken;
}

function removableTurns(turns: readonly Group[]): readonly Group[] {
  const spared = turnsWithLastFailures(turns);
  return turns.slice(0, -keptTurns).filter((turn) => !spared.has(turn));
}

/** Of the last turns. */
function removableRounds(turns: readonly Group[]): readonly Group[] {
  const rounds: Entry[][] = [];
  for (const entry of turns.slice(-keptTurns).flat()) {
    const { message } = entry;
    if (message.role === "tool") rounds.at(-1)?.push(entry);
    else if (message.role === "assistant" && callsOf(message).length > 0) rounds.push([entry]);
  }
  return rounds.slice(0, -keptRounds);
}

/** What compaction itself has written. */
function isFrame(history: readonly Message[], at: number): boolean {
  return isSummary(history[at]) || isAcknowledgement(history, at);
}

/** Each from a prompt up to the next; what stands before the first belongs to it. */
function turnsOf(history: readonly Message[]): readonly Group[] {
  const turns: Entry[][] = [];
  for (const [at, message] of history.entries()) {
    if (isFrame(history, at)) continue;
    const last = turns.at(-1);
    if (last && !(isPrompt(message) && last.some((entry) => isPrompt(entry.message))))
      last.push({ at, message });
    else turns.push([{ at, message }]);
  }
  return turns;
}

/** The turns with the last failures of tools, so that their exact words stay. */
function turnsWithLastFailures(turns: readonly Group[]): ReadonlySet<Group> {
  const found = new Set<Group>();
  let failures = 0;
  for (const turn of turns.toReversed()) {
    if (failures >= keptFailures) break;
    const failed = turn.filter(hasFailed).length;
    if (failed > 0) found.add(turn);
    failures += failed;
  }
  return found;
}

function hasFailed({ message }: Entry): boolean {
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
