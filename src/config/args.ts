/** From the words of the command line to what is to be done. Starts nothing and reads no file. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { OutputFormat } from "../model/settings.ts";
import { type Layer, mergeLayers, oneSetting } from "./layer.ts";
import { nearest } from "./nearest.ts";
import type { Option, RunFlags, Target } from "./option.ts";
import { options } from "./options.ts";
import { allowedAsText, readText, type Value } from "./rules.ts";

/** What the flags set. */
export interface Flags {
  readonly settings: Layer;
  readonly agent?: string;
  /** The settings file to use instead of the user's own. */
  readonly config?: string;
  /** A file of agents, tools and settings to use with the user's own. */
  readonly spec?: string;
  /** For the backend that is chosen in the end. */
  readonly baseUrl?: string;
  readonly output: OutputFormat;
  readonly trace?: string;
  /** The session to go on with; empty for the last one of this directory. */
  readonly resume?: string;
  /** Whether the session is recorded. */
  readonly record: boolean;
}

export interface Prompt {
  /** Empty when the prompt comes from standard input alone. */
  readonly words: string;
  readonly stdin: boolean;
}

export type Invocation =
  | { readonly kind: "chat"; readonly flags: Flags; readonly prompt?: Prompt }
  | { readonly kind: "one-shot"; readonly flags: Flags; readonly prompt: Prompt }
  | { readonly kind: "list-agents"; readonly flags: Flags }
  | { readonly kind: "doctor"; readonly flags: Flags; readonly json: boolean }
  | { readonly kind: "trust"; readonly flags: Flags; readonly directory?: string }
  | SpecInvocation
  | SearchInvocation
  | ExportInvocation
  | { readonly kind: "import"; readonly file: string }
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "usage-error"; readonly message: string };

export interface SpecInvocation {
  readonly kind: "spec";
  readonly action: SpecAction;
  readonly file: string;
}

/** A search across the recorded sessions. */
export interface SearchInvocation {
  readonly kind: "search";
  readonly text: string;
  readonly regex: boolean;
  readonly caseSensitive: boolean;
  readonly role?: NonNullable<RunFlags["role"]>;
  readonly session?: string;
  readonly limit?: number;
  readonly count: boolean;
  readonly json: boolean;
}

/** A recorded session as a document. */
export interface ExportInvocation {
  readonly kind: "export";
  readonly session: string;
  readonly file: string;
  /** As in `3-8` or `last 4`; empty for all. */
  readonly range: string;
  readonly force: boolean;
}

const specActions = ["check", "show", "docs", "convert"] as const;
export type SpecAction = (typeof specActions)[number];

/** `argv` without the program's own name. */
export function readArguments(argv: readonly string[]): Invocation {
  const tokens = tokensOf(argv);
  const given = tokens.filter((token) => token.kind === "option");
  if (given.some((token) => token.name === "help")) return { kind: "help" };
  if (given.some((token) => token.name === "version")) return { kind: "version" };
  const read = readOptions(given);
  return read.kind === "usage-error" ? read : toInvocation(read, wordsOf(tokens));
}

/** The whole prompt, once standard input has been read. */
export function promptText(prompt: Prompt, input: string): string {
  if (!prompt.stdin) return prompt.words;
  return prompt.words === "" ? input : `${prompt.words}\n\n${input}`;
}

type Token = ReturnType<typeof tokensOf>[number];
type OptionToken = Extract<Token, { readonly kind: "option" }>;
type UsageError = Extract<Invocation, { readonly kind: "usage-error" }>;

function tokensOf(argv: readonly string[]) {
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

function usageError(message: string): UsageError {
  return { kind: "usage-error", message };
}

interface ReadOptions {
  readonly kind: "read";
  readonly settings: Layer;
  readonly run: RunFlags;
}

/** In the order in which they were given, so that the last one wins. */
function readOptions(tokens: readonly OptionToken[]): ReadOptions | UsageError {
  let read: ReadOptions = { kind: "read", settings: {}, run: {} };
  for (const token of tokens) {
    const option = options.find(({ flag }) => flag === token.name);
    if (option === undefined) return unknownOption(token);
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

function unknownOption({ name, rawName }: OptionToken): UsageError {
  const flags = options.map(({ flag }) => flag);
  const meant = rawName.startsWith("--") ? nearest(name, flags) : undefined;
  const hint =
    meant === undefined ? "put -- before a prompt that begins with a dash." : `did you mean --${meant}?`;
  return usageError(`Unknown option ${rawName}; ${hint} See treadle --help.`);
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

interface Word {
  readonly text: string;
  /** After `--`: nothing but text. */
  readonly literal: boolean;
}

function wordsOf(tokens: readonly Token[]): readonly Word[] {
  const end = tokens.find((token) => token.kind === "option-terminator")?.index ?? Number.POSITIVE_INFINITY;
  return tokens.flatMap((token) => {
    return token.kind === "positional" ? [{ text: token.value, literal: token.index > end }] : [];
  });
}

function toInvocation({ settings, run }: ReadOptions, words: readonly Word[]): Invocation {
  const flags = toFlags(settings, run);
  if (run.listAgents) return { kind: "list-agents", flags };
  const search = readSearchFlags(run, words);
  if (search) return search;
  if (isDoctor(words)) return { kind: "doctor", flags, json: run.json === true };
  if (run.json)
    return usageError("--json belongs to treadle doctor and --search; for an answer use --output json.");
  const spec = readSpecWords(words);
  if (spec) return spec;
  const moved = readMovingWords(words, run.force === true);
  if (moved) return moved;
  if (run.force) return usageError("--force belongs to treadle export SESSION FILE.");
  if (isTrust(words)) return { kind: "trust", flags, directory: words[1]?.text };
  if (words.length === 0) return { kind: "chat", flags };
  const prompt = toPrompt(words);
  if (!prompt.stdin && prompt.words.trim() === "")
    return usageError("The prompt is empty: write one, or leave it out for a chat.");
  if (!run.interactive) return { kind: "one-shot", flags, prompt };
  if (prompt.stdin) return usageError("-I needs standard input for the chat, so it cannot be used with -.");
  return { kind: "chat", flags, prompt };
}

function toFlags(settings: Layer, run: RunFlags): Flags {
  const { agent, config, spec, baseUrl, trace, output = "text" } = run;
  const resume = run.resume ?? (run.continue ? "" : undefined);
  const record = run.noSession !== true;
  return { settings, agent, config, spec, baseUrl, trace, output, resume, record };
}

const searchFlags = {
  regex: "regex",
  caseSensitive: "case",
  role: "role",
  inSession: "in",
  limit: "limit",
  count: "count",
};

function readSearchFlags(run: RunFlags, words: readonly Word[]): SearchInvocation | UsageError | undefined {
  const { search: text, regex, caseSensitive, role, inSession: session, limit, count, json } = run;
  if (text === undefined) {
    const [, lonely] = Object.entries(searchFlags).find(([key]) => key in run) ?? [];
    return lonely === undefined ? undefined : usageError(`--${lonely} belongs to --search TEXT.`);
  }
  if (words.length > 0) {
    return usageError("--search takes one text: put quotes around several words, and leave out the prompt.");
  }
  return {
    kind: "search",
    text,
    regex: regex === true,
    caseSensitive: caseSensitive === true,
    role,
    session,
    limit,
    count: count === true,
    json: json === true,
  };
}

/** `trust` alone or with one directory; a longer sentence that begins with this word is a prompt. */
function isTrust([first, ...others]: readonly Word[]): boolean {
  return first?.text === "trust" && !first.literal && others.length <= 1;
}

/** `spec`, what to do and with which file; any other sentence that begins with this word is a prompt. */
function readSpecWords([first, second, third, ...others]: readonly Word[]):
  | SpecInvocation
  | UsageError
  | undefined {
  const action = specActions.find((known) => known === second?.text);
  if (first?.text !== "spec" || first.literal || action === undefined || others.length > 0) return undefined;
  if (third === undefined)
    return usageError(`treadle spec ${action} needs a file: treadle spec ${action} FILE.`);
  return { kind: "spec", action, file: third.text };
}

/** `export SESSION FILE [RANGE]` and `import FILE.json`; any other sentence that begins so is a prompt. */
function readMovingWords(words: readonly Word[], force: boolean): Invocation | undefined {
  const [verb, first, second, ...others] = words.map(({ text }) => text);
  if (words[0]?.literal || first === undefined) return undefined;
  if (verb === "import" && second === undefined && /\.json$/i.test(first))
    return { kind: "import", file: first };
  const range = others.join(" ");
  const isRange = /^(?:|\d{1,9}(?:-\d{0,9})?|last(?: \d{1,9})?)$/i.test(range);
  if (verb !== "export" || second === undefined || !/\.\w+$/.test(second) || !isRange) return undefined;
  return { kind: "export", session: first, file: second, range, force };
}

/** `doctor` alone; a sentence that begins with this word is a prompt. */
function isDoctor([first, ...others]: readonly Word[]): boolean {
  return first?.text === "doctor" && !first.literal && others.length === 0;
}

function toPrompt(words: readonly Word[]): Prompt {
  const isInput = (word: Word) => word.text === "-" && !word.literal;
  const text = words.filter((word) => !isInput(word)).map((word) => word.text);
  return { words: text.join(" "), stdin: words.some(isInput) };
}
