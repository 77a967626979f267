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
}

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
  },
  cautious: {
    blocklist: true,
    guards: "off",
    blocked: [],
    onlyOrdinary: false,
    looksUnasked: false,
  },
  guarded: {
    blocklist: true,
    guards: "on",
    blocked: unwanted,
    onlyOrdinary: false,
    looksUnasked: true,
  },
  paranoid: {
    blocklist: true,
    guards: "strict",
    blocked: [],
    onlyOrdinary: true,
    looksUnasked: true,
  },
};
