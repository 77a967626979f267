/** What a turn is given and what it keeps while it runs. */
import type { Backend, BackendRequest } from "../model/backend.ts";
import { changed, type HistoryChange } from "../model/history-change.ts";
import type { AssistantPart, Message } from "../model/message.ts";
import type { PrepareRequest } from "../model/prepared.ts";
import type { Toolbox } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import type { Ask } from "./batch.ts";
import type { Budget } from "./budget.ts";
import type { Emit } from "./bus.ts";
import type { RetryDeps } from "./retry.ts";

export interface TurnDeps {
  readonly backend: Backend;
  readonly toolbox: Toolbox;
  readonly ask: Ask;
  readonly prepareRequest: PrepareRequest;
  /** A guess at the tokens of a request and its answer, for backends that report none. */
  readonly estimateUsage: (request: BackendRequest, answer: readonly AssistantPart[]) => Usage;
  /** Rounds of tool calls before the loop stops by itself; 0 = no limit. */
  readonly maxIterations: number;
  /** At the limit: ask whether to go on, or end the turn. */
  readonly atLimit: "ask" | "stop";
  readonly retry: RetryDeps;
  readonly budget: Budget;
}

export interface Turn {
  readonly deps: TurnDeps;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  messages: Message[];
  usage: Usage;
  /** Rounds since the turn began or the user last chose to go on. */
  sinceLimit: number;
  /** Answers in a row that ended at the token limit. */
  cuts: number;
}

export function add(turn: Turn, message: Message): void {
  turn.messages.push(message);
  turn.emit({ type: "message-added", message });
}

export function change(turn: Turn, made: HistoryChange): void {
  turn.messages = changed(turn.messages, made);
  turn.emit({ type: "history-changed", change: made });
}
