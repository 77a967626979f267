/**
 * What a shell command line would run, as far as can be told without running it: every simple command in it, wherever
 * it stands. What cannot be told is a doubt, and where there is a doubt nothing may run unasked.
 */
import {
  type Command,
  type CommandExpansionPart,
  forEachChild,
  type Pipeline,
  type ProcessSubstitutionPart,
  parse,
  type Script,
  type SyntaxNode,
  type Word,
  type WordPart,
} from "unbash";
import { print } from "unbash/printer";

export interface ShellCommand {
  /** The program and its arguments. */
  readonly words: readonly ShellWord[];
  /** Variables set for this command alone. */
  readonly sets: readonly string[];
  /** Files that redirections write to. */
  readonly writes: readonly ShellWord[];
  /** The command whose output it reads through a pipe. */
  readonly from?: ShellCommand;
  /** What runs inside its words: `$(…)`, backticks, `<(…)`. */
  readonly inside: readonly ShellCommand[];
}

export interface ShellWord {
  /** As the program gets it where that is known, else as it is written. */
  readonly text: string;
  /** No expansion can make another text of it, or several words. */
  readonly known: boolean;
}

export interface ShellReading {
  /** In the order in which they stand, the inner ones after the outer ones. */
  readonly commands: readonly ShellCommand[];
  readonly doubts: readonly string[];
}

const longestCommand = 20_000;
const deepestNesting = 40;

export function readShell(source: string): ShellReading {
  if (source.length > longestCommand) return { commands: [], doubts: ["it is too long to be read"] };
  const reader = createReader();
  if (hidden.test(source)) reader.doubts.add("it has control or invisible characters");
  if (contested.test(source)) reader.doubts.add("it has a form that is read in different ways");
  const script = parse(source);
  for (const { message } of script.errors ?? []) reader.doubts.add(message);
  if (!isWhole(script, source)) reader.doubts.add(notWhole);
  reader.read(script, 0);
  return { commands: reader.commands, doubts: [...reader.doubts] };
}

/** Shells, and people, disagree on what they mean. */
const hidden = /[^\P{C}\n\t]/u;

/** Old arithmetic and joined lines: parsers, ours among them, and shells part ways there. */
const contested = /\$\[|\\\n/;

/** The parser passes over what it cannot place, and over comments: then what it read is not what was written. */
function isWhole(script: Script, source: string): boolean {
  return withoutGaps(print(script)) === withoutGaps(source);
}

const notWhole = "it has a comment, or something that cannot be read";

function withoutGaps(source: string): string {
  return source.replaceAll(/[\s;]/g, "");
}

/** What is read through; everything else makes what runs depend on more than the words that are written. */
const transparent = new Set(
  `Script Statement AndOr Pipeline Time Negation Command Word Subshell BraceGroup CompoundList Redirected Redirect
  HereString HereDoc HereDocDelimiter HereDocBody FileDescriptor Literal SingleQuoted DoubleQuoted AnsiCQuoted
  LocaleString Glob ExtendedGlob BraceExpansion SimpleExpansion ParameterExpansion CommandExpansion
  ProcessSubstitution Assignment ArrayValue`.split(/\s+/),
);

/** While it is read: which pipe it stands in is known later than what it is. */
interface Draft extends ShellCommand {
  from?: ShellCommand;
}

interface Reader {
  readonly commands: Draft[];
  readonly doubts: Set<string>;
  /** What `node` runs itself; what runs inside the words of that is only listed. */
  read(node: SyntaxNode, depth: number): readonly Draft[];
}

function createReader(): Reader {
  const commands: Draft[] = [];
  const doubts = new Set<string>();

  function read(node: SyntaxNode, depth: number): readonly Draft[] {
    if (depth > deepestNesting) {
      doubts.add("it is nested too deeply");
      return [];
    }
    if (!transparent.has(node.type)) doubts.add(`it has a part of the kind ${node.type}`);
    if (isEmpty(node)) doubts.add("it has an empty part");
    if (node.type === "Statement" && node.background) doubts.add("it goes on in the background");
    if (isNested(node) && !isReadWhole(node)) doubts.add(notWhole);
    if (node.type === "Command") return [readCommand(node, depth)];
    if (node.type === "Redirected") commands.push({ ...bare, writes: writesOf(node) });
    if (node.type === "Pipeline") return readPipeline(node, depth);
    return readChildren(node, depth);
  }

  function readChildren(node: SyntaxNode, depth: number): readonly Draft[] {
    const found: Draft[] = [];
    forEachChild(node, (child) => {
      found.push(...read(child, depth + 1));
    });
    return found;
  }

  function readPipeline(node: Pipeline, depth: number): readonly Draft[] {
    const found: Draft[] = [];
    let from: ShellCommand | undefined;
    for (const part of node.commands) {
      const own = read(part, depth + 1);
      // Any command of a group may be the one that reads the pipe.
      if (from) for (const command of own) command.from = from;
      found.push(...own);
      from = own.at(-1);
    }
    return found;
  }

  function readCommand(node: Command, depth: number): Draft {
    const inside: ShellCommand[] = [];
    const command: Draft = { words: wordsOf(node), sets: setsOf(node), writes: writesOf(node), inside };
    commands.push(command);
    inside.push(...readChildren(node, depth));
    return command;
  }

  return { commands, doubts, read };
}

/** Shells refuse them. */
function isEmpty(node: SyntaxNode): boolean {
  if (node.type === "Pipeline" || node.type === "CompoundList") return node.commands.length === 0;
  if (node.type === "Redirect" || node.type === "HereString") return !node.target;
  if (node.type === "HereDoc") return !node.delimiter || !node.closing;
  return node.type === "Command" && !node.name && node.prefix.length === 0 && node.suffix.length === 0;
}

type Nested = CommandExpansionPart | ProcessSubstitutionPart;

function isNested(node: SyntaxNode): node is Nested {
  return node.type === "CommandExpansion" || node.type === "ProcessSubstitution";
}

function isReadWhole(node: Nested): boolean {
  const { script } = node;
  if (!script || (script.errors ?? []).length > 0) return false;
  const inner = innerText(node);
  return isWhole(script, inner) && (script.commands.length > 0 || inner.trim() === "");
}

function innerText({ text }: Nested): string {
  return text.startsWith("`") ? text.slice(1, -1) : text.slice(2, -1);
}

function wordsOf({ name, args }: Command): readonly ShellWord[] {
  const rest = args.map((arg) => (arg.type === "Word" ? wordOf(arg) : { text: arg.text, known: false }));
  return name ? [wordOf(name), ...rest] : rest;
}

function setsOf({ prefix }: Command): readonly string[] {
  return prefix.flatMap((part) => (part.type === "Assignment" ? [part.name] : []));
}

/** Stands for the redirections of a group, which are no command's own. */
const bare: ShellCommand = { words: [], sets: [], writes: [], inside: [] };

function writesOf({ redirects }: Pick<Command, "redirects">): readonly ShellWord[] {
  return redirects.flatMap((redirect) =>
    redirect.type === "Redirect" && redirect.target && writes(redirect.operator, redirect.target)
      ? [wordOf(redirect.target)]
      : [],
  );
}

/** `2>&1` writes to no file; `>& name` does. */
function writes(operator: string, target: Word): boolean {
  if (operator === "<" || operator === "<&") return false;
  return operator !== ">&" || !/^\d*-?$/.test(target.value);
}

function wordOf(word: Word): ShellWord {
  const parts = word.parts ?? [];
  // A pattern may turn into an option only where nothing stands before it.
  const known = parts.every((part, index) => isKnown(part) || (part.type === "Glob" && index > 0));
  return { text: word.value, known };
}

function isKnown(part: WordPart): boolean {
  if (part.type === "DoubleQuoted" || part.type === "LocaleString") return part.parts.every(isKnown);
  return part.type === "Literal" || part.type === "SingleQuoted" || part.type === "AnsiCQuoted";
}
