/**
 * Whether a failed request is sent again, and when. Reads the kind of the failure and nothing else of it; the time and
 * chance are passed in.
 */
import type { Failure, FailureKind } from "../model/backend.ts";
import type { Ask } from "./batch.ts";
import type { Emit } from "./bus.ts";

export interface RetryDeps {
  /** Resolves when the time is over or the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  /** The first wait; each later one is twice as long. */
  readonly baseMs: number;
}

export const usualBaseMs = 10_000;

/** An attempt that came to nothing. */
export interface FailedAttempt {
  readonly failure: Failure;
  /** Part of the answer had arrived. */
  readonly midStream: boolean;
  /** The backend has run tools of its own: sending the request again might do things twice. */
  readonly acted: boolean;
}

export type RetryPlan =
  | { readonly kind: "give-up" }
  /** `ask`: longer than anyone should be made to wait unasked. */
  | { readonly kind: "wait" | "ask"; readonly waitMs: number; readonly of: number };

interface Policy {
  readonly retries: number;
  /** The first wait, as a share of the base. */
  readonly first: number;
}

const patient: Policy = { retries: 5, first: 1 };
/** The service is there and each attempt is paid for: sooner, and not as often. */
const brokenOff: Policy = { retries: 3, first: 0.1 };

const policies: Readonly<Partial<Record<FailureKind, { readonly before: Policy; readonly mid: Policy }>>> = {
  "rate-limit": { before: patient, mid: patient },
  overloaded: { before: patient, mid: { ...patient, retries: 3 } },
  network: { before: patient, mid: brokenOff },
};

/** How far chance moves a wait, so that clients that failed together do not come back together. */
const jitter = 0.2;
const shortestAskedMs = 1000;
const longestUnaskedMs = 300_000;

/** `attempt` counts from 1: what to do after that many failures of one request. */
export function planRetry(
  { failure, midStream, acted }: FailedAttempt,
  attempt: number,
  { baseMs, random }: Pick<RetryDeps, "baseMs" | "random">,
): RetryPlan {
  const policy = policies[failure.kind]?.[midStream ? "mid" : "before"];
  if (!policy || acted || attempt > policy.retries) return { kind: "give-up" };
  const of = policy.retries;
  if (failure.retryAfterMs === undefined) {
    const wait = baseMs * policy.first * 2 ** (attempt - 1);
    return { kind: "wait", waitMs: Math.round(wait * (1 - jitter + 2 * jitter * random())), of };
  }
  const waitMs = Math.max(shortestAskedMs, failure.retryAfterMs);
  return { kind: waitMs > longestUnaskedMs ? "ask" : "wait", waitMs, of };
}

export interface RetryWait {
  readonly retry: RetryDeps;
  readonly ask: Ask;
  /** Whether there is anyone to ask. */
  readonly atLimit: "ask" | "stop";
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

/** Resolves to whether the request is to be sent again, when it is time to; at once when the signal aborts. */
export async function awaitRetry(
  attempted: FailedAttempt,
  attempt: number,
  { retry, ask, atLimit, emit, signal }: RetryWait,
): Promise<boolean> {
  const plan = planRetry(attempted, attempt, retry);
  if (plan.kind === "give-up" || signal.aborted) return false;
  const reason = attempted.failure.message;
  if (plan.kind === "ask") {
    if (atLimit === "stop") return false;
    const answer = await ask({ kind: "pause", reason: longWait(reason, plan.waitMs) }, signal);
    if (signal.aborted || answer === undefined || answer.verdict === "deny") return false;
  }
  const { waitMs, of } = plan;
  emit({ type: "retrying", attempt, of, waitMs, reason, ...(attempted.midStream && { dropped: true }) });
  await retry.sleep(waitMs, signal);
  return true;
}

function longWait(reason: string, waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000);
  return `${reason} Pausing: the wait until the next attempt would be ${minutes} minutes`;
}
