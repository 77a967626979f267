/** The contract between the loop and whatever answers it: a request goes in, a stream of events comes out. */
import type { Message, ReasoningPart } from "./message.ts";
import type { Answer } from "./question.ts";
import type { ToolCall, ToolPreview, ToolResult, ToolSpec } from "./tool.ts";
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
  /** It runs tools of its own: none of ours are offered to it. */
  readonly ownTools?: true;
  /** It cannot answer two requests at once. */
  readonly oneAtATime?: true;
  stream(request: BackendRequest, signal: AbortSignal): AsyncIterable<BackendEvent>;
  /** Whether the model can be shown pictures; absent where it cannot. Never rejects. */
  seesImages?(signal: AbortSignal): Promise<boolean>;
  /** What the service offers; absent where it cannot tell. Never rejects. */
  listModels?(signal: AbortSignal): Promise<ModelListing>;
  /** The exact size of a prompt, by asking the service; undefined where it does not tell. Never rejects. */
  countTokens?(request: BackendRequest, signal: AbortSignal): Promise<number | undefined>;
  /** Ends what outlives a request, such as a child process. */
  close?(): void;
}

export type ModelListing =
  | { readonly kind: "ok"; readonly models: readonly ModelInfo[] }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface ModelInfo {
  readonly id: string;
  /** In tokens, where the service tells. */
  readonly contextWindow?: number;
  readonly maxOutput?: number;
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
  /** Something the user should know that is no reason to fail. */
  | { readonly type: "notice"; readonly level: "info" | "warning"; readonly text: string }
  /** A backend with tools of its own tells what it does. Shown, never run by us. */
  | { readonly type: "tool-report"; readonly report: ToolReport }
  /** A backend with tools of its own asks whether it may go on; undefined means that nobody answered. */
  | {
      readonly type: "permission";
      readonly call: ToolCall;
      readonly preview: ToolPreview;
      readonly reply: (answer: Answer | undefined) => void;
    }
  | { readonly type: "done"; readonly stop: StopReason }
  | { readonly type: "failed"; readonly failure: Failure };

export type ToolReport =
  | { readonly phase: "started"; readonly call: ToolCall; readonly preview: ToolPreview }
  | { readonly phase: "output"; readonly callId: string; readonly text: string }
  | { readonly phase: "finished"; readonly result: ToolResult };

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
