/** What the requests of a session took: a bounded row of samples and running totals, from events. Pure. */
import type { Envelope } from "../model/event.ts";
import { addUsage, noUsage, promptTokens, type Usage } from "../model/usage.ts";

export interface RequestSample {
  /** From 1, over the whole session. */
  readonly number: number;
  readonly usage: Usage;
  /** In dollars; undefined where the price is unknown. */
  readonly cost: number | undefined;
  /** Of the session up to here; nobody is billed for an estimate. */
  readonly costSoFar: number | undefined;
  /** With what was only estimated. */
  readonly tokensSoFar: number;
  /** Until the first piece of the answer; undefined where none came. */
  readonly firstMs: number | undefined;
  readonly totalMs: number;
  /** It was made beside the conversation, and says nothing of its size. */
  readonly aside?: true;
}

export interface UsageSamples {
  /** The oldest first; no more than `mostSamples`. */
  readonly samples: readonly RequestSample[];
  /** Of all requests, also those whose samples are gone. */
  readonly count: number;
  readonly total: Usage;
  /** What was only estimated of it. */
  readonly guessed: Usage;
  /** Undefined from the first request on whose price is unknown. */
  readonly cost: number | undefined;
  readonly totalMs: number;
  /** The requests under way, by task. */
  readonly open: ReadonlyMap<string, OpenRequest>;
}

interface OpenRequest {
  readonly startedAt: number;
  readonly firstAt?: number;
}

export type CostOf = (usage: Usage) => number | undefined;

export const mostSamples = 60;

export const noSamples: UsageSamples = {
  samples: [],
  count: 0,
  total: noUsage,
  guessed: noUsage,
  cost: 0,
  totalMs: 0,
  open: new Map(),
};

/** The same object where the event changes nothing. */
export function reduceUsage(
  state: UsageSamples,
  { task, at, event, background }: Envelope,
  costOf: CostOf,
): UsageSamples {
  const open = state.open.get(task);
  switch (event.type) {
    case "request-started":
      return { ...state, open: new Map(state.open).set(task, { startedAt: at }) };
    case "text-delta":
    case "reasoning-delta":
      if (!open || open.firstAt !== undefined) return state;
      return { ...state, open: new Map(state.open).set(task, { ...open, firstAt: at }) };
    case "usage":
      return open
        ? finished(state, { task, at, open, usage: event.usage, aside: background }, costOf)
        : state;
    case "turn-finished":
      return open ? { ...state, open: without(state.open, task) } : state;
    default:
      return state;
  }
}

interface Finished {
  readonly task: string;
  readonly at: number;
  readonly open: OpenRequest;
  readonly usage: Usage;
  readonly aside: true | undefined;
}

function finished(
  state: UsageSamples,
  { task, at, open, usage, aside }: Finished,
  costOf: CostOf,
): UsageSamples {
  const cost = costOf(usage);
  const total = addUsage(state.total, usage);
  const guessed = usage.estimated ? addUsage(state.guessed, usage) : state.guessed;
  const added = cost !== undefined && usage.estimated ? 0 : cost;
  const costSoFar = state.cost === undefined || added === undefined ? undefined : state.cost + added;
  const { startedAt, firstAt } = open;
  const sample: RequestSample = {
    number: state.count + 1,
    usage,
    cost,
    costSoFar,
    tokensSoFar: allTokens(total),
    firstMs: firstAt === undefined ? undefined : Math.max(0, firstAt - startedAt),
    totalMs: Math.max(0, at - startedAt),
    ...(aside && { aside }),
  };
  return {
    samples: [...state.samples, sample].slice(-mostSamples),
    count: sample.number,
    total,
    guessed,
    cost: costSoFar,
    totalMs: state.totalMs + sample.totalMs,
    open: without(state.open, task),
  };
}

/** The last request of the conversation itself: it tells how long that is. */
export function lastInFront({ samples }: UsageSamples): RequestSample | undefined {
  return samples.findLast(({ aside }) => !aside);
}

function without(open: UsageSamples["open"], task: string): UsageSamples["open"] {
  const rest = new Map(open);
  rest.delete(task);
  return rest;
}

/** Read and written: what a request took up of the context. */
export function allTokens(usage: Usage): number {
  return promptTokens(usage) + usage.output;
}
