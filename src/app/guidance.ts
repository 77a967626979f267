/** What the model is told beyond the conversation: notes and skills, read anew when they change. Loaded with the first turn. */

import { findCommandFiles } from "../config/custom-commands.ts";
import { createGuidanceReader, type Place } from "../config/guidance-file.ts";
import { findNotes, type NoteFile, readNotes } from "../config/notes.ts";
import { configPaths, type Environment, liesIn, projectDirectories, realPath } from "../config/paths.ts";
import {
  createSkillsReader,
  findSkills,
  readBody,
  type Skill,
  type SkillBody,
  skillFolders,
} from "../config/skills.ts";
import { readTrust } from "../config/trust.ts";
import {
  fittingSkills,
  noteParts,
  promptPart,
  type SystemPart,
  skillsPart,
} from "../context/system-parts.ts";
import type { Settings } from "../model/settings.ts";

export interface Guidance {
  /** What is in force now. `canRead`: the model has a tool to read skills with. */
  look(settings: Settings, canRead: boolean): Promise<Guided>;
  skills(): Promise<readonly Skill[]>;
  body(skill: Skill): SkillBody;
}

export interface Guided {
  readonly parts: readonly SystemPart[];
  /** Sentences for the user, each of them once in a session. */
  readonly notices: readonly string[];
}

export interface GuidanceOptions {
  readonly env: Environment;
  readonly cwd: string;
  readonly home: string;
}

export function createGuidance({ env, cwd, home }: GuidanceOptions): Guidance {
  const { config, state } = configPaths(env, home);
  const place: Place = { cwd, home, config };
  const read = createGuidanceReader();
  const readSkills = createSkillsReader(read);
  const told = new Set<string>();

  function untold(notices: readonly string[]): readonly string[] {
    const fresh = notices.filter((notice) => !told.has(notice));
    for (const notice of fresh) told.add(notice);
    return fresh;
  }

  const isTrusted = () => readTrust(state).guided.has(guidedDirectory(cwd, home));

  function skillFiles() {
    return [...findSkills(place, "user"), ...(isTrusted() ? findSkills(place, "project") : [])];
  }

  return {
    async look(settings, canRead) {
      const files = settings.notes ? findNotes(place) : [];
      const trusted = isTrusted();
      const usable = files.filter(({ owner }) => owner === "user" || trusted);
      const { notes, notices } = readNotes(usable, read);
      const skills = settings.skills ? await readSkills(skillFiles()) : { skills: [], notices: [] };
      const fitting = canRead ? fittingSkills(skills.skills) : [];
      const unsaid = canRead ? skills.skills.slice(fitting.length) : [];
      const ignored = trusted ? [] : untrustedNotices(place, files, settings.skills);
      return {
        parts: [...promptPart(settings.systemPrompt), ...noteParts(notes), ...skillsPart(fitting)],
        notices: untold([...ignored, ...notices, ...skills.notices, ...unsaidNotices(unsaid)]),
      };
    },
    skills: async () => (await readSkills(skillFiles())).skills,
    body: (skill) => readBody(skill, read),
  };
}

/** The directories that skills in force may lie in, under both of their names. */
export function skillPlaces({ env, cwd, home }: GuidanceOptions): readonly string[] {
  const { config, state } = configPaths(env, home);
  const place = { cwd, home, config };
  const root = guidedDirectory(cwd, home);
  const theirs = readTrust(state).guided.has(root) ? skillFolders(place, "project") : [];
  const places = [
    ...skillFolders(place, "user"),
    // A project's link that leads elsewhere opens nothing there.
    ...theirs.filter((folder) => liesIn(root, realPath(folder))),
  ];
  return [...new Set(places.flatMap((folder) => [folder, realPath(folder)]))];
}

/** The root of the repository, or the working directory where there is none. */
export function guidedDirectory(cwd: string, home: string): string {
  return realPath(projectDirectories(cwd, home).at(-1) ?? cwd);
}

function unsaidNotices(skills: readonly Skill[]): readonly string[] {
  const names = skills.map(({ name }) => name).join(", ");
  if (names === "") return [];
  return [`The model is not told of the skills ${names}: there are too many. /skill NAME uses one of them.`];
}

function untrustedNotices(place: Place, files: readonly NoteFile[], withSkills: boolean): readonly string[] {
  const things = projectGuidance(place, files, withSkills);
  if (things.length === 0) return [];
  return [`This project has ${things.join(" and ")}; the model is not told until you run: treadle trust`];
}

/** In words, what a project would tell the model; none of it is read. */
export function projectGuidance(
  place: Place,
  files: readonly NoteFile[],
  withSkills: boolean,
): readonly string[] {
  const notes = files.filter(({ owner }) => owner === "project").map(({ name }) => name);
  const { length } = withSkills ? findSkills(place, "project") : [];
  const commands = findCommandFiles(place, ["project"]).length;
  return [
    ...(notes.length === 0 ? [] : [`notes for agents (${notes.join(", ")})`]),
    ...(length === 0 ? [] : [length === 1 ? "a skill" : `${length} skills`]),
    ...(commands === 0 ? [] : [commands === 1 ? "a command" : `${commands} commands`]),
  ];
}
