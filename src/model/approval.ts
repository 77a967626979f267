/** How much a user approves of beforehand. */

/** `default` asks, `auto_edit` lets files be changed, `yolo` lets everything run, `plan` lets nothing but looking. */
export const approvalModes = ["default", "auto_edit", "yolo", "plan"] as const;
export type ApprovalMode = (typeof approvalModes)[number];

/** How careful treadle is by itself, from nothing refused to hardly anything let through. */
export const securityProfiles = ["open", "cautious", "guarded", "paranoid"] as const;
export type SecurityProfile = (typeof securityProfiles)[number];

/** What holds for now, above the mode: set by a command, gone with the session. */
export type Standing =
  | "ask"
  | "all"
  | "none"
  /** Everything, until then: milliseconds since the epoch. */
  | { readonly until: number };

interface Chosen {
  readonly autoTools: boolean;
  readonly approvalMode: ApprovalMode;
}

export function approvalModeOf({ autoTools, approvalMode }: Chosen): ApprovalMode {
  return autoTools ? "yolo" : approvalMode;
}

/** What comes of mode and standing together, at the moment. */
export type ApprovalInForce = "ask" | "edits" | "all" | "plan" | "none";

export function approvalInForce(chosen: Chosen, standing: Standing): ApprovalInForce {
  if (standing === "ask") return ofMode[approvalModeOf(chosen)];
  return standing === "none" ? "none" : "all";
}

const ofMode: Readonly<Record<ApprovalMode, ApprovalInForce>> = {
  default: "ask",
  auto_edit: "edits",
  yolo: "all",
  plan: "plan",
};

/** For people. */
export const approvalWords: Readonly<Record<ApprovalInForce, string>> = {
  ask: "tools ask first",
  edits: "edits run unasked",
  all: "tools run unasked",
  plan: "tools only look",
  none: "tools are refused",
};
