/** What the user approves of without a question: for now, in this session, for good. The tools ask it at every call. */
import type { ApprovalControl } from "../commands/command.ts";
import { approvalModeOf, type Standing } from "../model/approval.ts";
import type { Settings } from "../model/settings.ts";
import type { Policy } from "../tools/policy/policy.ts";
import type { Rule } from "../tools/policy/rules.ts";

export interface Approvals extends ApprovalControl {
  policyFor(settings: Settings): Promise<Policy>;
  /** To be told, in sentences, what is wrong with the file that keeps rules. */
  onProblem(tell: (text: string) => void): void;
}

export interface ApprovalOptions {
  readonly now: () => number;
  readonly directory: string;
  /** Where rules are kept; absent where there is no such place. */
  readonly file: string | undefined;
}

export function createApprovals({ now, directory, file }: ApprovalOptions): Approvals {
  let standing: Standing = "ask";
  const session: Rule[] = [];
  const told = new Set<string>();
  let tellProblem: (text: string) => void = () => {};
  const loadFile = () => import("../tools/policy/rule-file.ts");

  const standingNow = () => {
    if (typeof standing === "object" && now() >= standing.until) standing = "ask";
    return standing;
  };

  /** Read anew: another treadle may have added to it, or the user. */
  async function kept() {
    return file === undefined ? nothingKept : (await loadFile()).readRuleFile(file);
  }

  function tell(text: string): void {
    if (!told.has(text)) tellProblem(text);
    told.add(text);
  }

  return {
    standing: standingNow,
    set(chosen) {
      standing = chosen;
    },
    now,
    onProblem(listener) {
      tellProblem = listener;
    },
    async policyFor(settings) {
      const { createPolicy } = await import("../tools/policy/policy.ts");
      const { appendRules, readRuleFile } = await loadFile();
      const read = () => {
        const { rules, problems } = file === undefined ? nothingKept : readRuleFile(file);
        for (const problem of problems) tell(problem);
        return rules;
      };
      const keep = (rules: readonly Rule[]) => {
        try {
          if (file !== undefined) appendRules(file, rules);
        } catch (error) {
          session.push(...rules);
          tell(`The rule holds for this session only: ${String(error)}`);
        }
      };
      return createPolicy({
        profile: settings.securityProfile,
        patterns: {
          allowed: settings.allowedCommands.map(toPattern),
          blocked: settings.blockedCommands.map(toPattern),
        },
        directory,
        now,
        mode: () => approvalModeOf(settings),
        standing: standingNow,
        memory: {
          rules: () => [...read(), ...session],
          add: (rules) => void session.push(...rules),
          ...(file !== undefined && { keep }),
        },
      });
    },
    async rules() {
      const { describeRule } = await import("../tools/policy/rules.ts");
      const { rules, problems } = await kept();
      const mine = [
        ...rules.map(describeRule),
        ...session.map((rule) => `${describeRule(rule)} (this session)`),
      ];
      return [...problems, ...mine.map((rule, index) => `${index + 1}. ${rule}`)];
    },
    async add(verdict, words) {
      if (file === undefined) return "There is no directory to keep rules in: set HOME or XDG_CONFIG_HOME.";
      const { describeRule } = await import("../tools/policy/rules.ts");
      const rule: Rule = { verdict, tool: "bash", begins: words.split(/\s+/).join(" ") };
      (await loadFile()).appendRules(file, [rule]);
      return `Kept in ${file}: ${describeRule(rule)}`;
    },
    async forget(place) {
      const { rules } = await kept();
      const rule = rules[place - 1];
      const { describeRule } = await import("../tools/policy/rules.ts");
      if (rule && file !== undefined) {
        (await loadFile()).forgetRule(file, rule);
        return `Forgotten: ${describeRule(rule)}`;
      }
      const [mine] = session.splice(place - 1 - rules.length, place > rules.length ? 1 : 0);
      return mine ? `Forgotten: ${describeRule(mine)}` : `There is no rule ${place}; see /approve rules.`;
    },
  };
}

const nothingKept = { rules: [], problems: [] } as const;

function toPattern(source: string): RegExp {
  return new RegExp(source, "iu");
}
