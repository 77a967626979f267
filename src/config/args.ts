/** From the words of the command line to what is to be done. Starts nothing and reads no file. */
import { type Flags, type Invocation, type Prompt, type UsageError, usageError } from "./invocation.ts";
import type { Layer } from "./layer.ts";
import { nearest } from "./nearest.ts";
import type { RunFlags } from "./option.ts";
import { ownersOf, takes } from "./option-owners.ts";
import { options } from "./options.ts";
import {
  type OptionToken,
  type ReadOptions,
  readOptions,
  tokensOf,
  type Word,
  wordsOf,
} from "./read-options.ts";
import type { Maker, Subcommand } from "./subcommand.ts";
import { subcommands } from "./subcommands.ts";

/** `argv` without the program's own name. */
export function readArguments(argv: readonly string[]): Invocation {
  const tokens = tokensOf(argv);
  const given = tokens.filter((token) => token.kind === "option");
  const words = wordsOf(tokens);
  if (given.some(asksForHelp)) return { kind: "help", topic: namedIn(given, words)?.name };
  if (given.some((token) => token.name === "version")) return { kind: "version" };
  const call = callOf(given, words);
  const read = readOptions(given, (token) => unknownOption(token, call?.subcommand));
  if (read.kind === "usage-error") return read;
  return strayOption(given, call?.subcommand) ?? toInvocation(read, words, call);
}

/** The whole prompt, once standard input has been read. */
export function promptText(prompt: Prompt, input: string): string {
  if (!prompt.stdin) return prompt.words;
  return prompt.words === "" ? input : `${prompt.words}\n\n${input}`;
}

/** Also where another option would take it for its value. */
function asksForHelp({ name, value, inlineValue }: OptionToken): boolean {
  return name === "help" || (!inlineValue && (value === "--help" || value === "-h"));
}

interface Call {
  readonly subcommand: Subcommand;
  readonly make: Maker;
}

/** An option that is one comes before what stands among the words. */
function namedIn(given: readonly OptionToken[], [first]: readonly Word[]): Subcommand | undefined {
  const isGiven = ({ name }: Subcommand) => given.some((token) => `--${token.name}` === name);
  const isFirst = ({ name }: Subcommand) => first?.text === name && !first.literal;
  return subcommands.find(isGiven) ?? subcommands.find(isFirst);
}

/** Undefined where the words are a prompt, whatever it begins with. */
function callOf(given: readonly OptionToken[], words: readonly Word[]): Call | undefined {
  const subcommand = namedIn(given, words);
  const texts = words.map(({ text }) => text);
  const make = subcommand?.read(subcommand.name.startsWith("-") ? texts : texts.slice(1));
  return subcommand && make && { subcommand, make };
}

function unknownOption({ name, rawName }: OptionToken, subcommand: Subcommand | undefined): UsageError {
  const known = options.map(({ flag }) => flag).filter((flag) => takes(subcommand, flag));
  const meant = rawName.startsWith("--") ? nearest(name, known) : undefined;
  if (subcommand) return refused(subcommand, `has no option ${rawName}`, meant);
  const hint =
    meant === undefined ? "put -- before a prompt that begins with a dash." : `did you mean --${meant}?`;
  return usageError(`Unknown option ${rawName}; ${hint} See treadle --help.`);
}

function refused({ name }: Subcommand, why: string, meant?: string): UsageError {
  const hint = meant === undefined ? "" : `; did you mean --${meant}?`;
  const see = hint === "" ? "; see" : " See";
  return usageError(`treadle ${name} ${why}${hint}${see} treadle ${name} --help.`);
}

/** What an option that belongs elsewhere was probably meant to be. */
const rather: Readonly<Record<string, string>> = { json: "; for an answer use --output json" };

function strayOption(
  given: readonly OptionToken[],
  subcommand: Subcommand | undefined,
): UsageError | undefined {
  const stray = given.find(({ name }) => !takes(subcommand, name));
  if (!stray) return undefined;
  if (subcommand) return refused(subcommand, `does not take --${stray.name}`);
  const owners = ownersOf(stray.name).map(({ name }) => `treadle ${name}`);
  return usageError(`--${stray.name} belongs to ${owners.join(" and ")}${rather[stray.name] ?? ""}.`);
}

function toInvocation({ settings, run }: ReadOptions, words: readonly Word[], call?: Call): Invocation {
  const flags = toFlags(settings, run);
  if (run.listAgents) return { kind: "list-agents", flags };
  if (call) return call.make({ flags, run });
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

function toPrompt(words: readonly Word[]): Prompt {
  const isInput = (word: Word) => word.text === "-" && !word.literal;
  const text = words.filter((word) => !isInput(word)).map((word) => word.text);
  return { words: text.join(" "), stdin: words.some(isInput) };
}
