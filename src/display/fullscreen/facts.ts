/** What the status bar and the spinner are told, worked out from the events as they come. Constant work for each. */
import type { AgentEvent, Envelope, RunningTask } from "../../model/event.ts";
import { addUsage, noUsage, promptTokens, type Usage } from "../../model/usage.ts";
import { type Activity, idle, reduceActivity } from "../../view/activity.ts";
import { type Hearing, reduceHearing } from "../../view/voice-view.ts";

export interface Facts {
  readonly activity: Activity;
  /** Counted by the provider, of the whole session. */
  readonly total: Usage;
  /** Our own guesses where it counted nothing, of the whole session. */
  readonly guessed: Usage;
  /** What the last request took up of the context. */
  readonly contextUsed: number;
  readonly contextEstimated: boolean;
  /** What is asked now stands beside the conversation, and says nothing of its size. */
  readonly aside: boolean;
  /** In the background. */
  readonly tasks: readonly RunningTask[];
  /** Absent while nobody listens. */
  readonly hearing?: Hearing | undefined;
}

export const noFacts: Facts = {
  activity: idle,
  total: noUsage,
  guessed: noUsage,
  contextUsed: 0,
  contextEstimated: false,
  aside: false,
  tasks: [],
};

export function reduceFacts(facts: Facts, envelope: Envelope): Facts {
  if (envelope.background) return reduceAside(facts, envelope.event);
  const activity = reduceActivity(facts.activity, envelope);
  const { event } = envelope;
  const hearing = reduceHearing(facts.hearing, event);
  const told = reduceContext(facts, event);
  const isSame = told === facts && activity === facts.activity && hearing === facts.hearing;
  return isSame ? facts : { ...told, activity, hearing };
}

/** What is said beside the conversation is paid for, and is nothing else of it. */
function reduceAside(facts: Facts, event: AgentEvent): Facts {
  if (event.type !== "usage") return facts;
  const { total, guessed } = counted(facts, event.usage);
  return { ...facts, total, guessed };
}

function reduceContext(facts: Facts, event: AgentEvent): Facts {
  switch (event.type) {
    case "usage":
      return counted(facts, event.usage);
    case "session-opened":
      return { ...opened(event.usage), tasks: facts.tasks };
    case "tasks-changed":
      return { ...facts, tasks: event.running };
    case "compacting":
      return { ...facts, aside: true };
    case "request-started":
      return facts.aside ? { ...facts, aside: false } : facts;
    case "history-changed": {
      const contextUsed = event.change.reason === "cleared" ? 0 : facts.contextUsed;
      return { ...facts, contextUsed, contextEstimated: true, aside: false };
    }
    case "compacted":
      return { ...facts, contextUsed: Math.max(0, facts.contextUsed + event.after - event.before) };
    default:
      return facts;
  }
}

function counted(facts: Facts, usage: Usage): Facts {
  return {
    ...facts,
    total: usage.estimated ? facts.total : addUsage(facts.total, usage),
    guessed: usage.estimated ? addUsage(facts.guessed, usage) : facts.guessed,
    ...(!facts.aside && {
      contextUsed: promptTokens(usage) + usage.output,
      contextEstimated: usage.estimated === true,
    }),
  };
}

function opened({
  total,
  last = noUsage,
}: {
  readonly total: Usage;
  readonly last?: Usage | undefined;
}): Facts {
  return {
    ...noFacts,
    total,
    contextUsed: promptTokens(last) + last.output,
    contextEstimated: last.estimated === true,
  };
}
