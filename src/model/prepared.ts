/** What comes of a history before it is sent: a request that fits, or the reason why there is none. */
import type { BackendRequest, FailureKind } from "./backend.ts";
import type { HistoryChange } from "./history-change.ts";
import type { Message } from "./message.ts";

/**
 * Called before each request: after the user's message and after the results of tools. `overflowed`: the provider has
 * found the request made last too long, so this one has to be shorter. Never rejects.
 */
export type PrepareRequest = (
  history: readonly Message[],
  options: { readonly signal: AbortSignal; readonly overflowed?: true },
) => Promise<Prepared>;

export type Prepared = {
  /** What was done to the history on the way, in order; whoever keeps it has to do the same. */
  readonly changes: readonly HistoryChange[];
} & (
  | { readonly kind: "ready"; readonly request: BackendRequest }
  | { readonly kind: "failed"; readonly cause: FailureKind; readonly message: string }
);
