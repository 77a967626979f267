/** Aliases and templates, the built-in ones and the user's own. Files are read when they are needed, not before. */
import { join } from "node:path";
import { type Command, defaultAliases, expandAlias } from "../input/aliases.ts";
import { readSmall } from "./small-file.ts";

export interface Shortcuts {
  /** What a name that is no command stands for. */
  expand(command: Command): Command;
  aliases(): Readonly<Record<string, string>>;
  templates(): Promise<readonly TemplateUse[]>;
  /** Undefined at once where the text cannot be one of a template, later where it is not: then it is meant as it is. */
  fill(text: string): Promise<Filled | undefined> | undefined;
}

export interface TemplateUse {
  readonly name: string;
  readonly usage: string;
  readonly description?: string | undefined;
}

export type Filled =
  | { readonly kind: "prompt"; readonly text: string }
  | { readonly kind: "problem"; readonly message: string };

/** Without a directory there are only the built-in ones. */
export function createShortcuts(directory: string | undefined): Shortcuts {
  const aliases = () => ({ ...defaultAliases, ...(directory && readAliases(join(directory, "aliases"))) });
  const folder = directory === undefined ? undefined : join(directory, "templates");

  async function fill(text: string): Promise<Filled | undefined> {
    const { fillTemplate, templatesIn } = await import("./templates.ts");
    return fillTemplate(text, templatesIn(folder));
  }

  return {
    expand: (command) => expandAlias(command, aliases()),
    aliases,
    async templates() {
      const { templatesIn } = await import("./templates.ts");
      const { templateUsage } = await import("../input/template.ts");
      return templatesIn(folder).map((one) => {
        return { name: one.name, usage: templateUsage(one), description: one.description };
      });
    },
    fill: (text) => (text.startsWith("@") ? fill(text) : undefined),
  };
}

/** `name = command words`, one on each line; what is written otherwise is passed over. */
function readAliases(file: string): Readonly<Record<string, string>> {
  const entries = (readSmall(file) ?? "").split("\n").flatMap((line): [string, string][] => {
    const [, name, meaning] = /^\s*\/?([^\s=#/]+)\s*=\s*\/?(\S.*?)\s*$/.exec(line) ?? [];
    return name && meaning ? [[name.toLowerCase(), meaning]] : [];
  });
  return Object.fromEntries(entries);
}
