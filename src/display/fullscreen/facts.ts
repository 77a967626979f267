/** What the status bar and the spinner are told, worked out from the events as they come. Constant work for each. */
import type { Envelope } from "../../model/event.ts";
import { addUsage, noUsage, promptTokens, type Usage } from "../../model/usage.ts";
import { type Activity, idle, reduceActivity } from "../../view/activity.ts";

export interface Facts {
  readonly activity: Activity;
  /** Counted by the provider, of the whole session. */
  readonly total: Usage;
  /** Our own guesses where it counted nothing, of the whole session. */
  readonly guessed: Usage;
  /** What the last request took up of the context. */
  readonly contextUsed: number;
  readonly contextEstimated: boolean;
}

export const noFacts: Facts = {
  activity: idle,
  total: noUsage,
  guessed: noUsage,
  contextUsed: 0,
  contextEstimated: false,
};

export function reduceFacts(facts: Facts, envelope: Envelope): Facts {
  const activity = reduceActivity(facts.activity, envelope);
  const { event } = envelope;
  if (event.type === "session-opened") {
    const { total, last = noUsage } = event.usage;
    return {
      ...noFacts,
      activity,
      total,
      contextUsed: promptTokens(last) + last.output,
      contextEstimated: last.estimated === true,
    };
  }
  if (event.type !== "usage") return activity === facts.activity ? facts : { ...facts, activity };
  const { usage } = event;
  return {
    activity,
    total: usage.estimated ? facts.total : addUsage(facts.total, usage),
    guessed: usage.estimated ? addUsage(facts.guessed, usage) : facts.guessed,
    contextUsed: promptTokens(usage) + usage.output,
    contextEstimated: usage.estimated === true,
  };
}
