/** What the program's exit status says about how a run ended. */
import { exitCodes } from "../config/exit-codes.ts";
import type { TurnOutcome } from "../model/event.ts";

export { exitCodes };

const codeOfOutcome: Record<TurnOutcome["kind"], number> = {
  answered: exitCodes.ok,
  cancelled: exitCodes.interrupted,
  failed: exitCodes.error,
  "iteration-limit": exitCodes.limit,
};

/** `denied`: a tool was denied on the way. An answer that had to do without its tools is not a success. */
export function exitCodeOf(outcome: TurnOutcome | undefined, denied: boolean): number {
  if (!outcome) return exitCodes.ok;
  if (outcome.kind === "failed" && outcome.cause === "cost-limit") return exitCodes.limit;
  return outcome.kind === "answered" && denied ? exitCodes.denied : codeOfOutcome[outcome.kind];
}
