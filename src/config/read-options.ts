/** From the words of the command line to options and their values. Knows no subcommand. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type UsageError, usageError } from "./invocation.ts";
import { type Layer, mergeLayers, oneSetting } from "./layer.ts";
import type { Option, RunFlags, Target } from "./option.ts";
import { options } from "./options.ts";
import { allowedAsText, readText, type Value } from "./rules.ts";

export type Token = ReturnType<typeof tokensOf>[number];
export type OptionToken = Extract<Token, { readonly kind: "option" }>;

export interface ReadOptions {
  readonly kind: "read";
  readonly settings: Layer;
  readonly run: RunFlags;
}

/** A word that is neither an option nor its value. */
export interface Word {
  readonly text: string;
  /** After `--`: nothing but text. */
  readonly literal: boolean;
}

/** `argv` without the program's own name. */
export function tokensOf(argv: readonly string[]) {
  const how = { options: parserOptions, strict: false, allowPositionals: true, tokens: true } as const;
  return parseArgs({ args: argv.map(withValue), ...how }).tokens;
}

/** An option whose value may be left out takes the next word, but never another option. */
function withValue(word: string, index: number, argv: readonly string[]): string {
  const next = argv[index + 1];
  const isAlone = next === undefined || next.startsWith("-");
  return isAlone && optionalFlags.has(word) && !argv.slice(0, index).includes("--") ? `${word}=` : word;
}

const optionalFlags: ReadonlySet<string> = new Set(
  options.flatMap(({ flag, action }) => (action.kind === "optional" ? [`--${flag}`] : [])),
);

const parserOptions: ParseArgsConfig["options"] = Object.fromEntries(
  options.map(({ flag, short, action }) => {
    const type: "boolean" | "string" = action.kind === "switch" ? "boolean" : "string";
    return [flag, short === undefined ? { type } : { type, short }];
  }),
);

export function wordsOf(tokens: readonly Token[]): readonly Word[] {
  const end = tokens.find((token) => token.kind === "option-terminator")?.index ?? Number.POSITIVE_INFINITY;
  return tokens.flatMap((token) => {
    return token.kind === "positional" ? [{ text: token.value, literal: token.index > end }] : [];
  });
}

/** In the order in which they were given, so that the last one wins. */
export function readOptions(
  tokens: readonly OptionToken[],
  unknown: (token: OptionToken) => UsageError,
): ReadOptions | UsageError {
  let read: ReadOptions = { kind: "read", settings: {}, run: {} };
  for (const token of tokens) {
    const option = options.find(({ flag }) => flag === token.name);
    if (option === undefined) return unknown(token);
    const value = readValue(option, token);
    if (value.kind === "usage-error") return value;
    read = assign(read, option.action.target, value.value);
  }
  return read;
}

function assign(read: ReadOptions, target: Target, value: Value): ReadOptions {
  if (target.kind === "run") return { ...read, run: { ...read.run, [target.key]: value } };
  return { ...read, settings: mergeLayers(read.settings, oneSetting(target.key, value)) };
}

type OptionValue = { readonly kind: "value"; readonly value: Value } | UsageError;

function readValue({ action }: Option, token: OptionToken): OptionValue {
  const { rawName, value: text } = token;
  if (action.kind === "switch") {
    if (text !== undefined) return usageError(`${rawName} takes no value. See treadle --help.`);
    return { kind: "value", value: action.to };
  }
  if (text === "" && action.kind === "optional") return { kind: "value", value: action.without };
  if (text === undefined) return usageError(`${rawName} needs a value: ${rawName} ${action.name}.`);
  if (!token.inlineValue && /^-[^\d]/.test(text)) {
    return usageError(`${rawName} needs a value; if it begins with a dash, write --${token.name}=${text}.`);
  }
  const value = readText(action.rule, text);
  if (value !== undefined) return { kind: "value", value };
  return usageError(`${rawName} must be ${allowedAsText(action.rule)}, not ${JSON.stringify(text)}.`);
}
