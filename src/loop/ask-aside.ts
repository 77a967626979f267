/** A request beside the conversation, such as for a summary: sent until it is answered, and nothing of it is shown. */
import type { Backend, BackendRequest } from "../model/backend.ts";
import type { AgentEvent } from "../model/event.ts";
import type { AssistantPart } from "../model/message.ts";
import type { Usage } from "../model/usage.ts";
import type { Emit } from "./bus.ts";
import { type Collected, collectResponse } from "./collect.ts";
import { awaitRetry, type RetryDeps } from "./retry.ts";

export interface AsideDeps {
  readonly backend: Backend;
  readonly estimateUsage: (request: BackendRequest, answer: readonly AssistantPart[]) => Usage;
  readonly retry: RetryDeps;
  readonly emit: Emit;
  /** Told each time that the request is sent. */
  readonly started: AgentEvent;
}

const nobody = async () => undefined;

/** What it takes is counted. Nobody is asked anything: a wait that is too long ends it. Never rejects. */
export async function askAside(
  body: BackendRequest,
  { backend, estimateUsage, retry, emit, started }: AsideDeps,
  signal: AbortSignal,
): Promise<Collected> {
  const passOn: Emit = (event) => event.type === "notice" && emit(event);
  for (let attempt = 1; ; attempt += 1) {
    emit(started);
    const collected = await collectResponse(backend.stream(body, signal), passOn, nobody, signal);
    const { end, parts, acted, usage } = collected;
    if (end.kind === "done" || usage) emit({ type: "usage", usage: usage ?? estimateUsage(body, parts) });
    if (end.kind !== "failed") return collected;
    const failed = { failure: end.failure, midStream: false, acted };
    const again = await awaitRetry(failed, attempt, { retry, ask: nobody, atLimit: "stop", emit, signal });
    if (signal.aborted) return { ...collected, end: { kind: "aborted" } };
    if (!again) return collected;
  }
}
