/** Commands of the user's own and of a trusted project: Markdown files whose body becomes a prompt. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parseFrontMatter, splitFrontMatter } from "./front-matter.ts";
import type { Owner, Place, ReadGuidance } from "./guidance-file.ts";
import { liesIn, projectDirectories, realPath, shownPath } from "./paths.ts";

export interface CommandFile {
  readonly owner: Owner;
  readonly name: string;
  readonly path: string;
  /** For messages. */
  readonly shown: string;
  readonly leadsOut: boolean;
}

export interface CustomCommand {
  readonly name: string;
  readonly owner: Owner;
  readonly description: string;
  /** The arguments, as shown after the name. */
  readonly usage: string;
  /** With `$ARGUMENTS`, `$1` and so on. */
  readonly body: string;
}

const maxCommands = 200;
const maxShown = 200;

/** Reads none of them. A name that is there twice means the user's own, then the one nearest to the working directory. */
export function findCommandFiles(place: Place, owners: readonly Owner[]): readonly CommandFile[] {
  const { cwd, home } = place;
  const root = realPath(projectDirectories(cwd, home).at(-1) ?? cwd);
  const files = new Map<string, CommandFile>();
  for (const owner of owners) {
    for (const path of foldersOf(place, owner).flatMap(filesIn)) {
      const name = basename(path, ".md").toLowerCase();
      const leadsOut = owner === "project" && !liesIn(root, realPath(path));
      if (!files.has(name))
        files.set(name, { owner, name, path, shown: shownPath(path, cwd, home), leadsOut });
    }
  }
  return [...files.values()].slice(0, maxCommands);
}

/** The likeliest first. */
function foldersOf({ cwd, home, config }: Place, owner: Owner): readonly string[] {
  if (owner === "user") return config === undefined ? [] : [join(config, "commands")];
  return projectDirectories(cwd, home).map((directory) => join(directory, ".treadle", "commands"));
}

function filesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) =>
      /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,63}\.md$/u.test(name),
    );
    return names.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** A string says what is wrong. */
export async function readCommand(
  { name, owner, path, leadsOut }: CommandFile,
  read: ReadGuidance,
): Promise<CustomCommand | string> {
  if (leadsOut) return "it is a link that leads out of the project";
  const reading = read(path);
  if (reading.kind === "failed") return reading.reason;
  if (reading.cut) return "it is too long";
  const { front = "", body } = splitFrontMatter(reading.text);
  if (body.trim() === "") return "there is nothing in it to send";
  const { description, "argument-hint": hint } = await parseFrontMatter(front);
  return { name, owner, description: oneLine(description), usage: oneLine(hint), body: body.trim() };
}

function oneLine(text = ""): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, maxShown);
}
