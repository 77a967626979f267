/**
 * From a history to a request that fits: shortens the history where it has to, chooses what goes along, and says so when
 * even that is too much. Knows no backend; whoever can shorten a history is passed in.
 */
import type { BackendRequest } from "../model/backend.ts";
import { changed, type HistoryChange } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";
import type { PrepareRequest } from "../model/prepared.ts";
import { exceededText, type Thresholds, thresholds, type Use } from "./budget.ts";
import type { Compact, CompactReason } from "./compaction.ts";
import { type Selection, selectMessages } from "./select.ts";
import { estimateTokens } from "./tokens.ts";
import { trimOldest } from "./trim.ts";

export interface PreparerDeps {
  readonly rules: ContextRules;
  readonly limit: (need: number, signal: AbortSignal) => Promise<ContextLimit>;
  /** The history as this model may see it, once `changes` have been made. */
  readonly readable: (history: readonly Message[], changes: readonly HistoryChange[]) => readonly Message[];
  readonly build: (messages: readonly Message[]) => BackendRequest;
  /** Corrected by what the provider has counted before. */
  readonly estimate: (request: Sent) => number;
  readonly compact: Compact;
  readonly notices: ContextNotices;
}

export interface ContextRules extends Selection {
  /** Messages that are kept at all; 0 = no limit. */
  readonly maxKept: number;
  /** Mode `summarize`: tokens from which old messages become a summary. */
  readonly summarizeAt: number;
}

/** What the model takes in, in tokens; 0 where nobody has to look after it. `assumed`: nobody knows, it is a guess. */
export interface ContextLimit {
  readonly tokens: number;
  readonly assumed: boolean;
}

export type Sent = Pick<BackendRequest, "system" | "messages" | "tools">;

/** What the user is told; what has been said before is up to whoever says it. */
export interface ContextNotices {
  /** How full the window is; undefined while there is no need to care. */
  full(use: Use | undefined): void;
  /** So many messages are no longer sent, though they are kept. */
  leftOut(count: number): void;
  /** So many messages are no longer kept. */
  dropped(count: number): void;
  /** Why the history could not be made shorter. */
  notShortened(problem: string): void;
}

/** For one turn: where shortening has brought nothing, it is not tried again before the next. */
export function createPreparer(deps: PreparerDeps): PrepareRequest {
  let barren = false;

  async function shortened(draft: Draft, bounds: Thresholds | undefined, request: Wish): Promise<Draft> {
    const reason = reasonToCompact(deps, draft, bounds, request.overflowed);
    if (!reason || (barren && reason !== "overflow")) return draft;
    const { shorter, failed } = await compacted(deps, draft, reason, bounds, request.signal);
    const changedLittle = shorter !== draft && shorter.estimated > draft.estimated * worthwhile;
    barren = failed || changedLittle;
    return shorter;
  }

  return async function prepare(history, wish) {
    const draft = draftOf(deps, history, []);
    const limit = await deps.limit(draft.estimated, wish.signal);
    const bounds = thresholds(limit.tokens);
    const final = trimmed(deps, await shortened(draft, bounds, wish));
    const { changes, estimated } = final;
    const use: Use = { estimated, limit: limit.tokens, assumed: limit.assumed };
    const isFull = bounds !== undefined && estimated >= bounds.hardAt;
    if (isFull || (wish.overflowed && changes.length === 0)) {
      return { kind: "failed", changes, cause: "context-overflow", message: exceededText(use) };
    }
    deps.notices.full(bounds && estimated >= bounds.warnAt ? use : undefined);
    deps.notices.leftOut(final.leftOut);
    return { kind: "ready", changes, request: final.request };
  };
}

type Wish = Parameters<PrepareRequest>[1];

/** Shortening has brought something if no more than this share is left. */
const worthwhile = 0.9;
/** What is aimed at, of what the provider found too long or of what is to be summarised. */
const reduced = 0.6;

/** What would be sent of a history. */
interface Draft {
  readonly history: readonly Message[];
  readonly changes: readonly HistoryChange[];
  readonly request: BackendRequest;
  readonly estimated: number;
  readonly leftOut: number;
}

function draftOf(deps: PreparerDeps, history: readonly Message[], changes: readonly HistoryChange[]): Draft {
  const readable = deps.readable(history, changes);
  const messages = selectMessages(readable, deps.rules);
  const request = deps.build(messages);
  const isChosen = ["fresh", "sliding"].includes(deps.rules.mode);
  const leftOut = isChosen ? 0 : readable.length - messages.length;
  return { history, changes, request, estimated: deps.estimate(request), leftOut };
}

function changedDraft(deps: PreparerDeps, { history, changes }: Draft, change: HistoryChange): Draft {
  return draftOf(deps, changed(history, change), [...changes, change]);
}

function reasonToCompact(
  { rules, estimate }: PreparerDeps,
  { history, request: { messages }, estimated }: Draft,
  bounds: Thresholds | undefined,
  overflowed: true | undefined,
): CompactReason | undefined {
  // What came before is not sent, so it cannot be what is too much.
  if (rules.mode === "fresh") return undefined;
  if (overflowed) return "overflow";
  if (bounds && estimated >= bounds.hardAt) return "limit";
  if (rules.mode !== "summarize") return undefined;
  const tooMany = rules.maxKept > 0 && history.length > rules.maxKept;
  // By the rule of thumb too: what a provider counts may be less than what it is sent.
  const size = Math.max(estimateTokens(messages), estimate({ messages, tools: [] }));
  return tooMany || size >= rules.summarizeAt ? "threshold" : undefined;
}

interface Shortened {
  /** The same as before when nothing was done. */
  readonly shorter: Draft;
  /** Something should have been done, and could not be. */
  readonly failed: boolean;
}

async function compacted(
  deps: PreparerDeps,
  draft: Draft,
  reason: CompactReason,
  bounds: Thresholds | undefined,
  signal: AbortSignal,
): Promise<Shortened> {
  const target = Math.max(1, targetOf(deps, draft, reason, bounds));
  const estimate = (messages: readonly Message[]) => deps.estimate({ messages, tools: [] });
  const outcome = await deps.compact(draft.history, { target, estimate, reason, signal });
  if (outcome.kind === "compacted") {
    return { shorter: changedDraft(deps, draft, outcome.change), failed: false };
  }
  const failed = outcome.problem !== undefined;
  if (failed) deps.notices.notShortened(outcome.problem);
  return { shorter: draft, failed };
}

/** For the messages alone: the rest of the request stays as it is. */
function targetOf(
  { rules, estimate }: PreparerDeps,
  { request: { system, tools }, estimated }: Draft,
  reason: CompactReason,
  bounds: Thresholds | undefined,
): number {
  const most = bounds?.autoTarget ?? Number.POSITIVE_INFINITY;
  const whole = reason === "overflow" ? Math.min(most, Math.floor(estimated * reduced)) : most;
  const messages = whole - estimate({ system, tools, messages: [] });
  return reason === "threshold" ? Math.min(messages, Math.floor(rules.summarizeAt * reduced)) : messages;
}

function trimmed(deps: PreparerDeps, draft: Draft): Draft {
  const change = trimOldest(draft.history, deps.rules.maxKept);
  if (!change) return draft;
  deps.notices.dropped(change.removed - change.inserted.length);
  return changedDraft(deps, draft, change);
}
