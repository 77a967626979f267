/** The words that the full screen completes, from whoever knows them. */
import { commandTable, findCommand } from "../commands/table.ts";
import type { CommandWords } from "../display/fullscreen/completions.ts";
import type { Named } from "../input/completion-sources.ts";
import { latest } from "./latest.ts";
import { createModelNames } from "./model-names.ts";
import type { Ready } from "./prepare.ts";
import { createSessionNames } from "./session-names.ts";
import { createSkillNames } from "./system-parts.ts";
import type { Themes } from "./themes.ts";

/** What may follow some commands. */
export function commandWords(ready: Ready, themes: Themes): readonly CommandWords[] {
  const { backends, agents } = ready.switching;
  const words = {
    theme: themes.names,
    backend: backends,
    model: createModelNames(ready),
    agent: agents,
    skill: createSkillNames(ready.guidance),
  };
  return Object.entries(words).map(([name, known]) => ({ commands: allNames(name), words: known }));
}

/** The command under all its names. */
export function allNames(command: string): readonly string[] {
  return [command, ...(findCommand(command)?.aliases ?? [])];
}

/** Other names of commands, aliases, and commands from files. */
export function moreCommands({ custom, shortcuts }: Ready): () => readonly Named[] {
  const others = commandTable.flatMap(({ name, aliases, summary }) =>
    aliases.map((other) => ({ name: other, detail: `/${name}: ${summary}` })),
  );
  const fromFiles = latest(async (): Promise<readonly Named[]> => {
    const aliases = Object.entries(shortcuts.aliases()).map(([name, meant]) => ({
      name,
      detail: `/${meant}`,
    }));
    const { commands } = await custom.list();
    return [...aliases, ...commands.map(({ name, description }) => ({ name, detail: description }))];
  });
  return () => [...others, ...fromFiles()];
}

export function templateNames({ shortcuts }: Ready): () => readonly Named[] {
  return latest(async () =>
    (await shortcuts.templates()).map(({ name, description: detail = "" }) => ({ name, detail })),
  );
}

/** What sessions are called, and the commands that take one. */
export function sessionNames({ store, host }: Ready) {
  return {
    commands: [...allNames("load"), ...allNames("session").map((name) => `${name} resume`)],
    names: createSessionNames({
      directory: store?.directory,
      now: host.now,
      breathe: () => new Promise((resolve) => void host.clock.after(0, resolve)),
    }),
  };
}
