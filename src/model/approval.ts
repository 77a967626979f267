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
