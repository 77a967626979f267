/** Stops a turn before a request that would go beyond what the user wants to spend. Knows no prices. */
import type { TurnOutcome } from "../model/event.ts";
import type { Ask } from "./batch.ts";

export interface Budget {
  /** A sentence that says so once nothing is left; undefined until then. */
  spent(): string | undefined;
  /** The user wants to go on: as much again. */
  extend(): void;
}

export interface BudgetWatch {
  readonly budget: Budget;
  readonly ask: Ask;
  readonly atLimit: "ask" | "stop";
}

/** The outcome when the turn has to end here. */
export async function checkBudget(
  { budget, ask, atLimit }: BudgetWatch,
  signal: AbortSignal,
): Promise<TurnOutcome | undefined> {
  const reason = budget.spent();
  if (reason === undefined) return undefined;
  const stopped: TurnOutcome = { kind: "failed", cause: "cost-limit", message: `${reason}.` };
  if (atLimit === "stop") return stopped;
  const answer = await ask({ kind: "pause", reason }, signal);
  if (signal.aborted || answer === undefined) return { kind: "cancelled" };
  if (answer.verdict === "deny") return stopped;
  budget.extend();
  return undefined;
}
