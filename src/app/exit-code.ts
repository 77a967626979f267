/** What the program's exit status says about how a run ended. The table in the help and the README is this one. */
import type { TurnOutcome } from "../model/event.ts";

export const exitCodes = {
  ok: 0,
  error: 1,
  usage: 2,
  limit: 3,
  denied: 4,
  interrupted: 130,
  /** 128 + the number of the signal, as a shell reports it. */
  hungUp: 129,
  brokenPipe: 141,
  terminated: 143,
} as const;

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
