/** Skills: folders with a SKILL.md that says what it is for. Found here; only the model or the user asks for the whole of one. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type FrontMatter, parseFrontMatter, splitFrontMatter } from "./front-matter.ts";
import {
  type GuidanceReading,
  type Owner,
  type Place,
  type ReadGuidance,
  shortened,
} from "./guidance-file.ts";
import { liesIn, projectDirectories, realPath, shownPath } from "./paths.ts";

export interface SkillFile {
  readonly owner: Owner;
  /** Of its SKILL.md. */
  readonly path: string;
  /** For messages. */
  readonly shown: string;
  readonly leadsOut: boolean;
}

export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly owner: Owner;
  readonly path: string;
}

export interface Skills {
  readonly skills: readonly Skill[];
  /** Sentences for the user. */
  readonly notices: readonly string[];
}

/** The last one is what most agents share. */
const projectFolders = [".treadle/skills", ".claude/skills", ".agents/skills"];

const maxSkills = 200;
const maxDescription = 1024;

/** Where skills may lie, the most general first; some of it may not exist. */
export function skillFolders({ cwd, home, config }: Place, owner: Owner): readonly string[] {
  if (owner === "user") return config === undefined ? [] : [join(config, "skills")];
  const directories = [...projectDirectories(cwd, home)].reverse();
  return directories.flatMap((directory) => projectFolders.map((folder) => join(directory, folder)));
}

/** Reads none of them. */
export function findSkills(place: Place, owner: Owner): readonly SkillFile[] {
  const { cwd, home } = place;
  const root = realPath(projectDirectories(cwd, home).at(-1) ?? cwd);
  return skillFolders(place, owner)
    .flatMap(skillsIn)
    .map((path) => ({
      owner,
      path,
      shown: shownPath(path, cwd, home),
      leadsOut: owner === "project" && !liesIn(root, realPath(path)),
    }));
}

function skillsIn(folder: string): readonly string[] {
  const paths = namesIn(folder).map((name) => join(folder, name, "SKILL.md"));
  return paths.filter(isFile).slice(0, maxSkills);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export type ReadSkills = (files: readonly SkillFile[]) => Promise<Skills>;

/** A name that is there twice means the user's own, and of a project's the one nearest to the working directory. */
export function createSkillsReader(read: ReadGuidance): ReadSkills {
  // Parsing takes longer than looking whether a file is still the same.
  const known = new WeakMap<GuidanceReading, FrontMatter>();

  async function factsOf(reading: Extract<GuidanceReading, { kind: "read" }>): Promise<FrontMatter> {
    const { front = "" } = splitFrontMatter(reading.text);
    const facts = known.get(reading) ?? (await parseFrontMatter(front));
    known.set(reading, facts);
    return facts;
  }

  /** A string says what is wrong. */
  async function readSkill({ owner, path, leadsOut }: SkillFile): Promise<Skill | string> {
    if (leadsOut) return "it is a link that leads out of the project";
    const reading = read(path);
    if (reading.kind === "failed") return reading.reason;
    const facts = await factsOf(reading);
    const description = shortened(oneLine(facts.description), maxDescription);
    if (description === "") return "its front matter has no description";
    const name = oneLine(facts.name) || basename(dirname(path));
    if (!isSkillName(name)) return "its name is not one of letters, digits, dashes, dots and underscores";
    return { name, description, owner, path };
  }

  return async (files) => {
    const skills = new Map<string, Skill>();
    const notices: string[] = [];
    for (const file of files) {
      const found = await readSkill(file);
      if (typeof found === "string") notices.push(`The skill in ${file.shown} is ignored: ${found}.`);
      else if (found.owner === "user" || skills.get(found.name)?.owner !== "user")
        skills.set(found.name, found);
    }
    return { skills: [...skills.values()], notices };
  };
}

function isSkillName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,63}$/u.test(name);
}

function oneLine(text = ""): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

export type SkillBody =
  | { readonly kind: "read"; readonly text: string; readonly cut: boolean }
  | { readonly kind: "failed"; readonly reason: string };

/** What it says beyond its front matter. */
export function readBody({ path }: Skill, read: ReadGuidance): SkillBody {
  const reading = read(path);
  return reading.kind === "failed" ? reading : { ...reading, text: splitFrontMatter(reading.text).body };
}
