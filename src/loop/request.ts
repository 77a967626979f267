/** One request of a turn: prepared, sent until it is answered, and made shorter when the provider finds it too long. */
import type { BackendRequest } from "../model/backend.ts";
import type { AssistantPart } from "../model/message.ts";
import type { Prepared } from "../model/prepared.ts";
import { addUsage } from "../model/usage.ts";
import { aborted, orAborted } from "./aborted.ts";
import { type Collected, type CollectedEnd, collectResponse } from "./collect.ts";
import { awaitRetry } from "./retry.ts";
import { repairHistory } from "./settle.ts";
import { change, type Turn } from "./turn-state.ts";

export interface Response {
  readonly parts: readonly AssistantPart[];
  readonly end: CollectedEnd;
  readonly stop?: "end" | "max-tokens" | "paused";
  /** Longest answer that was asked for. */
  readonly maxTokens: number;
}

export async function request(turn: Turn, iteration: number): Promise<Response> {
  const first = await prepare(turn);
  if (first.kind !== "ready") return unsent(first);
  const response = await send(turn, first.request, iteration);
  if (!isTooLong(response)) return response;
  const second = await prepare(turn, true);
  if (second.kind === "aborted") return unsent(second);
  return second.kind === "ready" ? send(turn, second.request, iteration) : response;
}

type Ready = { readonly kind: "ready"; readonly request: BackendRequest };

/** What was done to the history is told before anything is sent. */
async function prepare(
  turn: Turn,
  overflowed?: true,
): Promise<Ready | Exclude<CollectedEnd, { kind: "done" }>> {
  const { signal, deps } = turn;
  const options = { signal, ...(overflowed && { overflowed }) };
  const prepared: Prepared | typeof aborted = await orAborted(
    deps.prepareRequest([...turn.messages], options),
    signal,
  );
  if (prepared === aborted) return { kind: "aborted" };
  for (const made of prepared.changes) change(turn, made);
  if (prepared.kind === "ready") return withSettledCalls(prepared);
  return { kind: "failed", failure: { kind: prepared.cause, message: prepared.message } };
}

function withSettledCalls({ request: body }: Ready): Ready {
  return { kind: "ready", request: { ...body, messages: repairHistory(body.messages) } };
}

function unsent(end: CollectedEnd): Response {
  return { parts: [], end, maxTokens: 0 };
}

function isTooLong({ parts, end }: Response): boolean {
  if (parts.length > 0) return false;
  if (end.kind === "failed") return end.failure.kind === "context-overflow";
  return end.kind === "done" && end.stop === "context-exceeded";
}

async function send(turn: Turn, body: BackendRequest, iteration: number): Promise<Response> {
  const collected = await sendUntilAnswered(turn, body, iteration);
  if (collected.end.kind === "done") {
    turn.emit({ type: "response-finished", iteration, stop: collected.end.stop });
  }
  return { ...collected, stop: goOnReason(collected), maxTokens: body.maxTokens };
}

/** What an attempt brought that is made again is not kept, but for the tokens that it took. */
async function sendUntilAnswered(turn: Turn, body: BackendRequest, iteration: number): Promise<Collected> {
  const { deps, emit, signal } = turn;
  for (let attempt = 1; ; attempt += 1) {
    emit({ type: "request-started", iteration });
    const collected = await collectResponse(deps.backend.stream(body, signal), emit, deps.ask, signal);
    countUsage(turn, body, collected);
    const { end, parts, acted } = collected;
    if (end.kind !== "failed") return collected;
    const failed = { failure: end.failure, midStream: parts.length > 0, acted };
    const again = await awaitRetry(failed, attempt, { ...deps, emit, signal });
    if (signal.aborted) return { ...collected, parts: again ? [] : parts, end: { kind: "aborted" } };
    if (!again) return collected;
  }
}

function countUsage(turn: Turn, body: BackendRequest, collected: Collected): void {
  const usage = collected.usage ?? turn.deps.estimateUsage(body, collected.parts);
  if (collected.end.kind === "done" || collected.usage) turn.emit({ type: "usage", usage });
  if (!usage.estimated) turn.usage = addUsage(turn.usage, usage);
}

/** Calls are run whatever reason the backend gives: some say "end" together with complete calls. */
function goOnReason(collected: Collected): Response["stop"] {
  if (collected.end.kind !== "done") return undefined;
  const { stop } = collected.end;
  if (stop === "max-tokens" || stop === "paused") return stop;
  return "end";
}
