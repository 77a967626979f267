/** Whether a call runs, is asked about, or is refused: one order for everything that has a say in it. */

import type { ApprovalMode, Standing } from "../../model/approval.ts";
import type { CommandCheck } from "./command-check.ts";
import { type Asked, judgeByRules, type Rule } from "./rules.ts";

export interface Circumstances {
  readonly mode: ApprovalMode;
  readonly standing: Standing;
  readonly rules: readonly Rule[];
  readonly now: number;
}

export interface Call {
  readonly asked: Asked;
  /** What the tool may do; a tool from elsewhere may do anything. */
  readonly does: "looks" | "edits" | "anything";
  /** Whether it asks, as far as the tool itself goes. */
  readonly confirm: boolean;
  readonly check?: CommandCheck;
  /** The tool is not what it was when the user last allowed it. */
  readonly changed?: boolean;
}

export type Decision =
  | { readonly kind: "run" }
  | { readonly kind: "ask" }
  | { readonly kind: "refuse"; readonly reason: string };

const run: Decision = { kind: "run" };
const ask: Decision = { kind: "ask" };

export function decide(call: Call, { mode, standing, rules, now }: Circumstances): Decision {
  const { asked, check, does } = call;
  if (check?.refusal !== undefined) return refuse(check.refusal);
  if (mode === "plan" && does !== "looks") return refuse(planOnly);
  const ruled = judgeByRules(rules, asked);
  if (ruled === "deny") return refuse(`Your rules deny this use of ${asked.tool}`);
  if (call.changed) return standing === "none" ? refuse(noneNow) : ask;
  if (!call.confirm) return run;
  if (check?.drastic) return standing === "none" ? refuse(noneNow) : ask;
  if (isOpen(standing, now) || mode === "yolo" || ruled === "allow" || check?.harmless) return run;
  if (mode === "auto_edit" && does === "edits") return run;
  return standing === "none" ? refuse(noneNow) : ask;
}

function isOpen(standing: Standing, now: number): boolean {
  return standing === "all" || (typeof standing === "object" && now < standing.until);
}

function refuse(reason: string): Decision {
  return { kind: "refuse", reason };
}

const planOnly = "In plan mode nothing is changed or run: say what you would do instead.";
const noneNow = "The user approves of nothing that needs a question for now.";
