/** The contract between the loop and whatever answers it: a request goes in, a stream of events comes out. */
import type { Message, ReasoningPart } from "./message.ts";
import type { ToolCall, ToolSpec } from "./tool.ts";
import type { Usage } from "./usage.ts";

/**
 * `stream` yields any number of content events and then exactly one `done` or `failed`, and nothing after it.
 * It never throws for trouble with the request, the model or the network, and it ends with
 * `failed(aborted)` soon after `signal` aborts.
 */
export interface Backend {
  readonly name: string;
  /** For people: the name, and anything they must know ("offline demo"). */
  readonly label: string;
  readonly model: string;
  stream(request: BackendRequest, signal: AbortSignal): AsyncIterable<BackendEvent>;
}

export interface BackendRequest {
  readonly system?: string;
  /** Never empty; every tool call in it is followed by its result. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly topP?: number;
}

export type BackendEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  /** A finished reasoning block that must be replayed; its text was already sent as `reasoning` events. */
  | { readonly type: "reasoning-block"; readonly part: ReasoningPart }
  | { readonly type: "tool-call"; readonly call: ToolCall }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "done"; readonly stop: StopReason }
  | { readonly type: "failed"; readonly failure: Failure };

export type StopReason = "end" | "tool-use" | "max-tokens" | "refusal" | "paused" | "context-exceeded";

export interface Failure {
  readonly kind: FailureKind;
  /** One sentence for the user that says what to do. Not sanitised. */
  readonly message: string;
  readonly retryAfterMs?: number;
}

/** Why a request failed. Retry reads this and nothing else. */
export type FailureKind =
  | "rate-limit"
  | "overloaded"
  | "network"
  | "context-overflow"
  | "auth"
  | "aborted"
  | "other";
