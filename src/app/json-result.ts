/** `--output json`: the whole run as one object, for other programs. */
import type { Envelope, TurnOutcome } from "../model/event.ts";
import type { Usage } from "../model/usage.ts";

export interface JsonResult {
  readonly outcome: TurnOutcome["kind"] | "not-run";
  /** Empty unless the outcome is `answered`. */
  readonly answer: string;
  readonly error?: { readonly cause: string; readonly message: string };
  readonly requests: number;
  readonly tools: readonly ToolUse[];
  readonly usage?: Usage;
}

interface ToolUse {
  readonly name: string;
  readonly fate: string;
  readonly isError: boolean;
}

export interface ResultCollector {
  record(envelope: Envelope): void;
  result(): JsonResult;
}

export function createResultCollector(): ResultCollector {
  const tools: ToolUse[] = [];
  let requests = 0;
  let usage: Usage | undefined;
  let outcome: TurnOutcome | undefined;
  return {
    record({ event, background }) {
      if (background) return;
      if (event.type === "request-started") requests += 1;
      if (event.type === "tool-finished") {
        const { name, isError } = event.result;
        tools.push({ name, fate: event.fate, isError });
      }
      if (event.type === "turn-finished") ({ outcome, usage } = event);
    },
    result: () => ({
      outcome: outcome?.kind ?? "not-run",
      answer: outcome?.kind === "answered" ? outcome.text : "",
      error: errorOf(outcome),
      requests,
      tools,
      usage,
    }),
  };
}

function errorOf(outcome: TurnOutcome | undefined): JsonResult["error"] {
  if (outcome?.kind === "failed") return { cause: outcome.cause, message: outcome.message };
  if (outcome?.kind === "iteration-limit") return { cause: outcome.kind, message: outcome.reason };
  return undefined;
}
