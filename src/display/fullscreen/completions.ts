/** What the full screen completes, and from where. */
import type { CompletionSource } from "../../input/completion.ts";
import {
  anticipating,
  commandArguments,
  commandFiles,
  commandTexts,
  filePaths,
  type ListedFile,
  mentions,
  type Named,
  namedArguments,
  promptTemplates,
  slashCommands,
  wordsInUsage,
} from "../../input/completion-sources.ts";
import type { CommandRow } from "../../view/help-view.ts";

export interface Completable {
  /** What can follow commands. */
  readonly commandWords: readonly CommandWords[];
  /** What sessions are called, and the commands that take one. */
  readonly sessionNames: { readonly commands: readonly string[]; readonly names: () => readonly Named[] };
  /** Names of commands from elsewhere, and of templates: what was known when it was last asked for. */
  readonly moreCommands: () => readonly Named[];
  readonly templates: () => readonly Named[];
  /** They may come and go. */
  readonly commands: () => readonly CommandRow[];
  /** What else than files can be named after `@`. */
  readonly mentionable: () => readonly Named[];
  /** Names that may follow a command, each with a value. */
  readonly commandNames: (command: string) => readonly Named[];
  /** The names of commands that a file follows. */
  readonly fileCommands: readonly string[];
  readonly listFiles: (directory: string) => readonly ListedFile[];
}

export interface CommandWords {
  /** A command, under all its names. */
  readonly commands: readonly string[];
  readonly words: () => readonly string[];
}

export function completionSources(options: Completable): readonly CompletionSource[] {
  const { commands } = options;
  return [
    slashCommands(() => commands().map(named)),
    anticipating("/", options.moreCommands),
    slashCommands(options.moreCommands, 1),
    anticipating("@", options.templates),
    promptTemplates(options.templates),
    ...commands().map(({ name, aliases, usage }) =>
      commandArguments([name, ...aliases], () => wordsInUsage(usage).map((word) => ({ name: word }))),
    ),
    ...options.commandWords.map(({ commands, words }) =>
      commandArguments(commands, () => words().map((name) => ({ name }))),
    ),
    commandTexts(options.sessionNames.commands, options.sessionNames.names),
    namedArguments(options.commandNames),
    commandFiles(options.fileCommands, options.listFiles),
    filePaths(options.listFiles),
    mentions(options.mentionable),
  ];
}

function named({ name, summary }: CommandRow): Named {
  return { name, detail: summary };
}
