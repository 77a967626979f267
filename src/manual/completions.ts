/** What there is to complete, gathered from the tables for the writers of each shell's script. */
import type { Option } from "../config/option.ts";
import { takes } from "../config/option-owners.ts";
import { options } from "../config/options.ts";
import type { Rule } from "../config/rules.ts";
import type { SubcommandWord } from "../config/subcommand.ts";
import { subcommands } from "../config/subcommands.ts";

export interface Completions {
  readonly options: readonly CompletedOption[];
  /** Those of a call without a subcommand. */
  readonly chatFlags: readonly string[];
  readonly subcommands: readonly CompletedSubcommand[];
}

export interface CompletedOption {
  readonly flag: string;
  readonly short?: string;
  readonly help: string;
  readonly value: CompletedValue;
}

/** `words` may be empty: then nobody knows what it could be. */
export type CompletedValue =
  | { readonly kind: "none" }
  | { readonly kind: "file" }
  | { readonly kind: "words"; readonly words: readonly string[]; readonly optional: boolean };

export interface CompletedSubcommand {
  readonly name: string;
  readonly help: string;
  readonly flags: readonly string[];
  readonly words: readonly SubcommandWord[];
}

/** By the option that takes them: what is known only on this machine. */
export type KnownNames = Readonly<Record<string, readonly string[]>>;

export function gatherCompletions(names: KnownNames): Completions {
  const flags = options.map(({ flag }) => flag);
  const searchOptions = subcommands.find(({ name }) => name === "--search")?.options ?? [];
  return {
    options: options.map((option) => completed(option, names)),
    chatFlags: flags.filter((flag) => takes(undefined, flag) || searchOptions.includes(flag)),
    subcommands: subcommands
      .filter(({ name }) => !name.startsWith("-"))
      .map((subcommand) => ({
        name: subcommand.name,
        help: subcommand.brief[1],
        flags: flags.filter((flag) => flag === "help" || takes(subcommand, flag)),
        words: subcommand.words,
      })),
  };
}

function completed({ flag, short, help, action }: Option, names: KnownNames): CompletedOption {
  const common = { flag, help, ...(short !== undefined && { short }) };
  if (action.kind === "switch") return { ...common, value: { kind: "none" } };
  if (action.name === "FILE") return { ...common, value: { kind: "file" } };
  const words = [...(names[flag] ?? []), ...fixedValues(action.rule)].filter(isPlain);
  return { ...common, value: { kind: "words", words, optional: action.kind === "optional" } };
}

function fixedValues(rule: Rule): readonly string[] {
  if (rule.kind === "choice") return rule.values;
  return rule.kind === "list" && rule.item.kind === "choice" ? rule.item.values : [];
}

/** What no shell reads as anything but itself. */
function isPlain(word: string): boolean {
  return /^[\w.][\w.@%+-]*$/.test(word);
}
