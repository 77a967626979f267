/** How careful treadle is by itself, in four steps. A profile decides what is refused and what needs no question. */
import type { SecurityProfile } from "../../model/approval.ts";
import type { GuardLevel } from "./guards.ts";

export interface Profile {
  /** The built-in blocklist and the path policy are in force. */
  readonly blocklist: boolean;
  readonly guards: GuardLevel;
  /** Beyond the built-in blocklist. */
  readonly blocked: readonly RegExp[];
  /** Anything but ordinary commands is refused. */
  readonly onlyOrdinary: boolean;
  /** Commands that only look run unasked. */
  readonly looksUnasked: boolean;
  readonly audit: AuditLevel;
  /** In bytes. */
  readonly maxRead?: number;
  readonly maxWrite?: number;
}

/** `forensic` keeps what a tool was given and gave back, not only that it ran. */
export type AuditLevel = "off" | "basic" | "detailed" | "forensic";

const unwanted: readonly RegExp[] = [
  /\bsudo\b/,
  /\beval\b/,
  /\bnohup\b/,
  /\bdisown\b/,
  /&\s*$/,
  /\bbase64\b.*\|\s*(bash|sh)/,
];

export const profiles: Readonly<Record<SecurityProfile, Profile>> = {
  open: {
    blocklist: false,
    guards: "off",
    blocked: [],
    onlyOrdinary: false,
    looksUnasked: false,
    audit: "off",
  },
  cautious: {
    blocklist: true,
    guards: "off",
    blocked: [],
    onlyOrdinary: false,
    looksUnasked: false,
    audit: "basic",
  },
  guarded: {
    blocklist: true,
    guards: "on",
    blocked: unwanted,
    onlyOrdinary: false,
    looksUnasked: true,
    audit: "detailed",
  },
  paranoid: {
    blocklist: true,
    guards: "strict",
    blocked: [],
    onlyOrdinary: true,
    looksUnasked: true,
    audit: "forensic",
    maxRead: 1_048_576,
    maxWrite: 10_485_760,
  },
};
