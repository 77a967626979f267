/** Judges calls by everything that has a say in it, and remembers what the user allows. */
import type { ApprovalMode, SecurityProfile, Standing } from "../../model/approval.ts";
import type { CommandPatterns } from "./blocklist.ts";
import { checkCommand } from "./command-check.ts";
import { type Decision, decide } from "./decide.ts";
import { profiles } from "./profiles.ts";
import { type Asked, describeOffer, type Rule, rulesFor } from "./rules.ts";

export interface Policy {
  judge(call: PolicyCall): Judgement;
  remember(rules: readonly Rule[], how: "session" | "always"): void;
}

export interface PolicyCall {
  readonly tool: string;
  /** Whether it asks, as far as the tool itself goes. */
  readonly confirm: boolean;
  readonly does: "looks" | "edits" | "anything";
  readonly outside?: string;
  /** The shell command that it would run. */
  readonly command?: string;
  /** Of a tool from elsewhere: see `ForeignTraits`. */
  readonly pin?: string;
  readonly changed?: boolean;
}

export interface Judgement {
  readonly decision: Decision;
  /** What would allow this and the like of it. */
  readonly rules: readonly Rule[];
  /** In words; absent where nothing can be kept. */
  readonly rule?: string;
}

export interface PolicyOptions {
  readonly profile: SecurityProfile;
  readonly patterns: CommandPatterns;
  readonly directory: string;
  readonly now: () => number;
  /** What holds at the moment of a call. */
  readonly mode: () => ApprovalMode;
  readonly standing: () => Standing;
  readonly memory: RuleMemory;
}

export interface RuleMemory {
  rules(): readonly Rule[];
  /** For as long as the session lasts. */
  add(rules: readonly Rule[]): void;
  /** For good; absent where there is no place to keep anything. */
  keep?(rules: readonly Rule[]): void;
}

export function createPolicy(options: PolicyOptions): Policy {
  const { directory, memory, patterns } = options;
  const profile = profiles[options.profile];
  return {
    judge({ tool, confirm, does, outside, command, pin, changed }) {
      const check = command === undefined ? undefined : checkCommand(command, profile, patterns);
      const asked: Asked = {
        tool,
        directory,
        ...(outside !== undefined && { outside }),
        ...(pin !== undefined && { pin }),
        ...(check && command !== undefined && { command: { source: command, reading: check.reading } }),
      };
      const decision = decide(
        { asked, does, confirm, changed, ...(check && { check }) },
        { mode: options.mode(), standing: options.standing(), rules: memory.rules(), now: options.now() },
      );
      const rules = rulesFor(asked);
      return { decision, rules, ...(memory.keep && { rule: describeOffer(rules) }) };
    },
    remember(rules, how) {
      if (how === "always" && memory.keep) memory.keep(rules);
      else memory.add(rules);
    },
  };
}
