/** The kinds of words that can be completed. What there is of each is passed in; nothing is read here. */
import type { Candidate, CompletionSource } from "./completion.ts";

export interface Named {
  readonly name: string;
  readonly detail?: string;
}

/** The name of a slash command, at the beginning of the text. `least`: so much of it has been typed. */
export function slashCommands(commands: () => readonly Named[], least = 0): CompletionSource {
  return {
    offered: true,
    begin: (before, line) =>
      line === 0 && before.length > least && /^\/[^\s/]*$/.test(before) ? 0 : undefined,
    candidates: (word) => beginningWith(commands(), word.slice(1)).map((command) => candidate(command, "/")),
  };
}

/** Lets somebody begin to look something up as soon as a text begins with this sign, before Tab asks for it. */
export function anticipating(sign: string, look: () => void): CompletionSource {
  return {
    offered: true,
    begin(before, line) {
      if (line === 0 && before === sign) look();
      return undefined;
    },
    candidates: () => [],
  };
}

/** The words that stand for themselves in `[on|off]` or `list | rewind ID`; capitals stand for something else. */
export function wordsInUsage(usage: string): readonly string[] {
  const alternatives = usage.replaceAll(/[[\]]/g, " ").split("|");
  return alternatives.flatMap((one) => /^\s*([a-z][a-z0-9-]*)(?=\s|$)/.exec(one)?.[1] ?? []);
}

/** What follows some slash commands: a model after /model, a theme after /theme. */
export function commandArguments(names: readonly string[], values: () => readonly Named[]): CompletionSource {
  return {
    offered: true,
    begin: (before, line) => argumentStart(names, before, line),
    candidates: (word) => beginningWith(values(), word).map((value) => candidate(value)),
  };
}

/** Where the first word after one of these commands begins. */
function argumentStart(names: readonly string[], before: string, line: number): number | undefined {
  const [, name, space] = (line === 0 && /^\/(\S+)(\s+)\S*$/.exec(before)) || [];
  return name && space && names.includes(name.toLowerCase()) ? 1 + name.length + space.length : undefined;
}

/** Everything after some slash commands, spaces too: names of sessions. They stay in the order in which they are given. */
export function commandTexts(commands: readonly string[], values: () => readonly Named[]): CompletionSource {
  return {
    offered: true,
    begin(before, line) {
      const begun = line === 0 ? before.toLowerCase() : "";
      const command = commands.find((name) => begun.startsWith(`/${name} `));
      return command === undefined
        ? undefined
        : before.length - before.slice(command.length + 2).trimStart().length;
    },
    candidates(word) {
      const wanted = word.toLowerCase();
      const fitting = values().filter(({ name }) => name.toLowerCase().startsWith(wanted));
      return fitting.map((value) => candidate(value));
    },
  };
}

/** `name=` after some slash commands, wherever in the line; each name once. */
export function namedArguments(names: (command: string) => readonly Named[]): CompletionSource {
  const commandOf = (before: string) => /^\/(\S+)\s/.exec(before)?.[1] ?? "";
  let given = "";
  return {
    offered: true,
    begin(before, line) {
      if (line !== 0 || names(commandOf(before)).length === 0) return undefined;
      given = before;
      return /(?<!\S)[^\s=]*$/.exec(before)?.index;
    },
    candidates: (word) =>
      beginningWith(names(commandOf(given)), word)
        .filter(({ name }) => !given.includes(` ${name}=`))
        .map((named) => ({ ...candidate(named), text: `${named.name}=`, open: true })),
  };
}

/** A prompt template, `@name` at the beginning of the text. */
export function promptTemplates(templates: () => readonly Named[]): CompletionSource {
  return {
    offered: false,
    begin: (before, line) => (line === 0 && /^@[^\s/]*$/.test(before) ? 0 : undefined),
    candidates: (word) =>
      beginningWith(templates(), word.slice(1)).map((template) => candidate(template, "@")),
  };
}

export interface ListedFile {
  readonly name: string;
  readonly isDirectory: boolean;
}

/** Further back than this no path begins. */
const longestPath = 4096;

/** Something else than a file after `@`, by its whole name. */
export function mentions(names: () => readonly Named[]): CompletionSource {
  return {
    offered: false,
    begin: mentionStart,
    candidates: (word) => beginningWith(names(), word.slice(1)).map((named) => candidate(named, "@")),
  };
}

/** A file after `@`. Lists one directory, which is "" for the current one and else ends with a slash. */
export function filePaths(list: (directory: string) => readonly ListedFile[]): CompletionSource {
  return {
    offered: false,
    begin: mentionStart,
    candidates(word) {
      const isQuoted = word.startsWith('@"');
      return pathsFrom(list, word.slice(isQuoted ? 2 : 1)).map((path) => mentioned(path, isQuoted));
    },
  };
}

function mentionStart(before: string): number | undefined {
  const recent = before.slice(-longestPath);
  const at = recent.search(/(?<!\S)@(?:"[^"]*|\S*)$/);
  return at < 0 ? undefined : before.length - recent.length + at;
}

/** A file after some slash commands; it may stand first only. */
export function commandFiles(
  names: readonly string[],
  list: (directory: string) => readonly ListedFile[],
): CompletionSource {
  return {
    offered: false,
    begin: (before, line) => argumentStart(names, before, line),
    candidates: (word) => pathsFrom(list, word),
  };
}

/** Hidden files are meant only by somebody who begins with their dot. */
function pathsFrom(list: (directory: string) => readonly ListedFile[], path: string): readonly Candidate[] {
  const directory = path.slice(0, path.lastIndexOf("/") + 1);
  const begun = path.slice(directory.length);
  return beginningWith(list(directory), begun)
    .filter(({ name }) => begun.startsWith(".") || !name.startsWith("."))
    .map(({ name, isDirectory }) => fileCandidate(`${directory}${name}`, isDirectory));
}

/** A name with blanks stands in quotes, which a directory leaves open. */
function mentioned({ text, ...rest }: Candidate, isQuoted: boolean): Candidate {
  if (!isQuoted && !/\s/.test(text)) return { text: `@${text}`, ...rest };
  return { text: `@"${text}${rest.open ? "" : '"'}`, ...rest };
}

function fileCandidate(path: string, isDirectory: boolean): Candidate {
  return isDirectory ? { text: `${path}/`, open: true } : { text: path };
}

function candidate({ name, detail }: Named, sign = ""): Candidate {
  return { text: sign + name, ...(detail === undefined ? {} : { detail }) };
}

/** In the order of the alphabet, those that begin just as typed before those that differ in capitals. */
function beginningWith<Item extends Named | ListedFile>(
  items: readonly Item[],
  begun: string,
): readonly Item[] {
  const wanted = begun.toLowerCase();
  const rank = ({ name }: Item) => (name.startsWith(begun) ? 0 : 1);
  return items
    .filter(({ name }) => name.toLowerCase().startsWith(wanted))
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}
