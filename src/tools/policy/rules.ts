/**
 * What the user has decided once and for all: rules that allow or deny. A rule names a tool, and for shell commands the
 * words they begin with, or the whole line. Deny beats allow, and every part of a command must be allowed.
 */
import { interpreters, networkers, programName, runners, withSubcommands, wrappers } from "./programs.ts";
import type { ShellCommand, ShellReading } from "./shell.ts";
import { unwrapped } from "./unwrap.ts";

export interface Rule {
  readonly verdict: "allow" | "deny";
  readonly tool: string;
  /** The first words of a shell command, with one blank between them. */
  readonly begins?: string;
  /** The whole of a shell command. */
  readonly exactly?: string;
  /** The one file it is about, outside the working directory. Absent: files inside. */
  readonly path?: string;
  /** What the tool told of itself, where it comes from elsewhere: once that is different, the rule allows nothing. */
  readonly pin?: string;
  /** Holds where this is the working directory. Absent: everywhere. */
  readonly directory?: string;
}

export interface Asked {
  readonly tool: string;
  readonly directory: string;
  /** The file it is about, where that lies outside the working directory. */
  readonly outside?: string;
  readonly pin?: string;
  /** Of a shell command. */
  readonly command?: { readonly source: string; readonly reading: ShellReading };
}

export function judgeByRules(rules: readonly Rule[], asked: Asked): "allow" | "deny" | undefined {
  const mine = rules.filter(
    ({ tool, directory }) => tool === asked.tool && (directory ?? asked.directory) === asked.directory,
  );
  const denying = mine.filter(({ verdict }) => verdict === "deny");
  if (denying.some((rule) => denies(rule, asked))) return "deny";
  const allowing = mine.filter(({ verdict, pin }) => verdict === "allow" && pin === asked.pin);
  return allows(allowing, asked) ? "allow" : undefined;
}

function denies({ begins, exactly, path }: Rule, { command, outside }: Asked): boolean {
  if (path !== undefined) return path === outside;
  if (exactly !== undefined) return command?.source.trim() === exactly;
  if (begins === undefined) return true;
  return (command?.reading.commands ?? [])
    .flatMap((outer) => unwrapped(outer))
    .some(({ words }) => beginsWith([programName(words[0]?.text ?? ""), ...texts(words.slice(1))], begins));
}

function allows(rules: readonly Rule[], { command, outside }: Asked): boolean {
  if (!command)
    return rules.some(
      ({ begins, exactly, path }) => begins === undefined && exactly === undefined && path === outside,
    );
  const { source, reading } = command;
  if (rules.some(({ exactly }) => exactly === source.trim())) return true;
  const beginnings = rules.flatMap(({ begins }) => begins ?? []);
  return (
    reading.commands.length > 0 &&
    reading.doubts.length === 0 &&
    reading.commands.every(
      (part) => isPlain(part) && beginnings.some((begins) => beginsWith(texts(part.words), begins)),
    )
  );
}

/** Nothing but known words, of a program that does its own work and none by the words of others. */
function isPlain({ words, sets, writes }: ShellCommand): boolean {
  const [first] = words;
  return (
    first !== undefined &&
    !isPowerful(first.text) &&
    words.every(({ known }) => known) &&
    sets.length === 0 &&
    writes.every(({ text }) => text === "/dev/null")
  );
}

function isPowerful(program: string): boolean {
  const name = programName(program);
  return program.includes("/") || interpreters.has(name) || wrappers.has(name) || networkers.has(name);
}

function texts(words: ShellCommand["words"]): readonly string[] {
  return words.map(({ text }) => text);
}

function beginsWith(words: readonly string[], begins: string): boolean {
  return begins.split(" ").every((word, index) => words[index] === word);
}

/** The rules that would allow this and what is like it, to be offered with a question. */
export function rulesFor({ tool, directory, outside, pin, command }: Asked): readonly Rule[] {
  if (!command) {
    const limits = { ...(outside !== undefined && { path: outside }), ...(pin !== undefined && { pin }) };
    return [{ verdict: "allow", tool, directory, ...limits }];
  }
  const { source, reading } = command;
  const beginnings = reading.doubts.length === 0 ? reading.commands.map(beginningOf) : [undefined];
  if (beginnings.length === 0 || beginnings.includes(undefined))
    return [{ verdict: "allow", tool, exactly: source.trim(), directory }];
  return [...new Set(beginnings)].map((begins) => ({ verdict: "allow", tool, begins, directory }));
}

const changers = new Set(
  "rm rmdir mv cp ln chmod chown chgrp dd tee truncate shred kill pkill killall mkfs mount umount crontab install".split(
    " ",
  ),
);

/** Program and subcommand; undefined where these say too little of what happens. */
function beginningOf(command: ShellCommand): string | undefined {
  const [program, second, third] = texts(command.words);
  if (program === undefined || !isPlain(command) || changers.has(program)) return undefined;
  if (!withSubcommands.has(program)) return program;
  if (second === undefined || !isName(second)) return undefined;
  if (!runners.has(second)) return `${program} ${second}`;
  return third !== undefined && isName(third) ? `${program} ${second} ${third}` : undefined;
}

function isName(word: string): boolean {
  return /^[\w][\w:.-]*$/.test(word);
}

/** As the user reads it. */
export function describeRule({ verdict, tool, directory, ...rule }: Rule): string {
  const where = directory === undefined ? "" : ` in ${directory}`;
  return `${verdict} ${tool}${withColon(subjectOf(rule))}${where}`;
}

/** Rules that are offered together, for one tool and for where it would run. */
export function describeOffer(rules: readonly Rule[]): string {
  const subjects = rules.map((rule) => subjectOf(rule)).filter((subject) => subject !== "");
  return `${rules[0]?.tool ?? ""}${withColon(subjects.join(", "))} in this directory`;
}

function subjectOf({
  begins,
  exactly = "",
  path = exactly,
}: Pick<Rule, "begins" | "exactly" | "path">): string {
  return begins === undefined ? path : `${begins} …`;
}

function withColon(subject: string): string {
  return subject === "" ? "" : `: ${subject}`;
}
