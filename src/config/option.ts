/** What a command-line option is, and what it may do. The options themselves are in tables. */
import { type SettingKey, settingKeys } from "./keys.ts";
import type { Rule, Value } from "./rules.ts";

export interface Option {
  readonly flag: string;
  readonly short?: string;
  readonly group: OptionGroup;
  readonly help: string;
  readonly action: Action;
}

/** In the order of the help. */
export const optionGroups = [
  "Model",
  "Context",
  "Tools",
  "Display and output",
  "Sessions",
  "Configuration",
  "Information",
] as const;

type OptionGroup = (typeof optionGroups)[number];

export type Action =
  /** `name` is what the help calls the value. */
  | { readonly kind: "value"; readonly name: string; readonly rule: Rule; readonly target: Target }
  /** The value may be left out. */
  | {
      readonly kind: "optional";
      readonly name: string;
      readonly without: Value;
      readonly rule: Rule;
      readonly target: Target;
    }
  | { readonly kind: "switch"; readonly to: Value; readonly target: Target };

export type Target =
  | { readonly kind: "setting"; readonly key: SettingKey }
  | { readonly kind: "run"; readonly key: keyof RunFlags };

/** Options that are no settings: they hold for this run only. */
export interface RunFlags {
  readonly agent?: string;
  readonly config?: string;
  readonly spec?: string;
  readonly baseUrl?: string;
  readonly output?: "text" | "json" | "jsonl";
  readonly trace?: string;
  readonly interactive?: true;
  readonly noSession?: true;
  readonly resume?: string;
  readonly continue?: true;
  readonly listAgents?: true;
  readonly search?: string;
  readonly regex?: true;
  readonly caseSensitive?: true;
  readonly role?: "user" | "assistant" | "tool" | "system";
  readonly inSession?: string;
  readonly limit?: number;
  readonly count?: true;
  readonly force?: true;
  readonly yes?: true;
  readonly json?: true;
  readonly help?: true;
  readonly version?: true;
}

export function sets(key: SettingKey, name: string): Action {
  return { kind: "value", name, rule: settingKeys[key].rule, target: { kind: "setting", key } };
}

export function setsTo(key: SettingKey, to: Value): Action {
  return { kind: "switch", to, target: { kind: "setting", key } };
}

export function takes(key: keyof RunFlags, name: string, rule: Rule): Action {
  return { kind: "value", name, rule, target: { kind: "run", key } };
}

export function turnsOn(key: keyof RunFlags): Action {
  return { kind: "switch", to: true, target: { kind: "run", key } };
}
