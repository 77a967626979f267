/** Notes for agents: AGENTS.md and what others call it, the user's own and those along the way to the working directory. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { maxGuidanceChars, type Owner, type Place, type ReadGuidance, shortened } from "./guidance-file.ts";
import { liesIn, projectDirectories, realPath, shownPath } from "./paths.ts";

/** The first that a directory has is its notes: the others, where they are there, say the same to another agent. */
export const noteNames = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"] as const;

export interface NoteFile {
  readonly owner: Owner;
  /** Every link followed. */
  readonly path: string;
  /** For messages. */
  readonly name: string;
  /** A project must not show the model what lies elsewhere on the disk. */
  readonly leadsOut: boolean;
}

export interface Note {
  readonly owner: Owner;
  readonly name: string;
  readonly text: string;
}

export interface Notes {
  readonly notes: readonly Note[];
  /** Sentences for the user. */
  readonly notices: readonly string[];
}

/** Of all files of a project together, in characters. */
const maxProjectChars = 2 * maxGuidanceChars;

/** The most general first: the user's own, then from the root of the repository down. Reads none of them. */
export function findNotes({ cwd, home, config }: Place): readonly NoteFile[] {
  const directories = [...projectDirectories(cwd, home)].reverse();
  const root = realPath(directories[0] ?? cwd);
  const own = config === undefined ? [] : noteIn(config).map((path) => noteFile("user", path));
  const theirs = directories.flatMap(noteIn).map((path) => noteFile("project", path));
  return [...own, ...theirs].filter(
    ({ path }, index, all) => all.findIndex((other) => other.path === path) === index,
  );

  function noteFile(owner: Owner, found: string): NoteFile {
    const path = realPath(found);
    const leadsOut = owner === "project" && !liesIn(root, path);
    return { owner, path, name: shownPath(found, cwd, home), leadsOut };
  }
}

function noteIn(directory: string): readonly string[] {
  return noteNames
    .map((name) => join(directory, name))
    .filter((path) => existsSync(path))
    .slice(0, 1);
}

export function readNotes(files: readonly NoteFile[], read: ReadGuidance): Notes {
  const notes: Note[] = [];
  const notices: string[] = [];
  let left = maxProjectChars;
  // The nearest file tells most about the work at hand: it is the last to go without room.
  for (const file of [...files].reverse()) {
    const reading = file.leadsOut ? leadingOut : read(file.path);
    if (reading.kind === "failed") {
      notices.push(`The notes in ${file.name} are ignored: ${reading.reason}.`);
      continue;
    }
    const text = file.owner === "project" ? shortened(reading.text, left) : reading.text;
    if (file.owner === "project") left -= text.length;
    if (reading.cut || text !== reading.text) notices.push(cutNotice(file, text));
    if (text.trim() !== "") notes.unshift({ owner: file.owner, name: file.name, text });
  }
  return { notes, notices };
}

const leadingOut = { kind: "failed", reason: "they are a link that leads out of the project" } as const;

function cutNotice({ name }: NoteFile, { length }: string): string {
  const rest = length === 0 ? "nothing of them" : `only the first ${length} characters`;
  return `The notes in ${name} are too long: the model gets ${rest}.`;
}
