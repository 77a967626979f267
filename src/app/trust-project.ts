/** `treadle trust`: shows what a project's settings would change and what it tells the model, asks, and remembers the answer. */
import { resolve } from "node:path";
import { findCommandFiles } from "../config/custom-commands.ts";
import { findNotes, noteNames } from "../config/notes.ts";
import { configPaths, findServersFile, shownPath } from "../config/paths.ts";
import { type Project, readProject } from "../config/project.ts";
import { findSkills } from "../config/skills.ts";
import {
  addTrust,
  describeProject,
  isTrusted,
  type ProjectDescription,
  readTrust,
  type Trusting,
} from "../config/trust.ts";
import { sanitise } from "../view/sanitise.ts";
import { complain } from "./complain.ts";
import { readLine } from "./entered.ts";
import { exitCodes } from "./exit-code.ts";
import { guidedDirectory } from "./guidance.ts";
import type { Host } from "./host.ts";

export async function trust(host: Host, { directory }: { directory?: string }): Promise<number> {
  const { home, env } = host;
  const cwd = resolve(host.cwd, directory ?? ".");
  const say = (text: string) => host.stdout.write(sanitise(text));
  const reading = readProject(cwd, home);
  if (reading.kind === "unusable") return complain(host, [reading.message]);
  const project = reading.kind === "found" ? reading.project : undefined;
  const files = guidanceFiles(cwd, home);
  const isEmpty = files.told.length + files.servers.length === 0;
  if (project === undefined && isEmpty) return complain(host, [nothingToTrust(directory)]);
  const { state } = configPaths(env, home);
  const known = readTrust(state);
  const root = guidedDirectory(cwd, home);
  const settings = project !== undefined && !isTrusted(known, project) ? project : undefined;
  const guidance = !isEmpty && !known.guided.has(root) ? root : undefined;
  if (settings === undefined && guidance === undefined) {
    say(
      `${project === undefined ? `The files of ${root}` : `The settings in ${project.name}`} are already trusted.\n`,
    );
    return exitCodes.ok;
  }
  const description = settings && (await describeProject(settings));
  if (description && description.problems.length > 0) return complain(host, description.problems);
  if (settings && description) say(describeSettings(description, settings));
  if (guidance !== undefined) say(describeGuidance(guidance, files));
  say(`Trust these ${settings ? "settings" : "files"}? [y/N] `);
  const answer = await readLine(host.stdin);
  if (!/^\s*y(?:es)?\s*$/i.test(answer)) {
    say("Not trusted; nothing was changed.\n");
    return exitCodes.denied;
  }
  return remember(host, state, { settings, guidance });
}

/** What the model would be told, and which servers the user would be asked about, by name. */
function guidanceFiles(cwd: string, home: string): Guiding {
  const notes = findNotes({ cwd, home }).map(({ name }) => name);
  const skills = findSkills({ cwd, home }, "project");
  const commands = findCommandFiles({ cwd, home }, ["project"]);
  const servers = findServersFile(cwd, home);
  return {
    told: [...notes, ...[...skills, ...commands].map(({ shown }) => shown)],
    servers: servers === undefined ? [] : [shownPath(servers, cwd, home)],
  };
}

interface Guiding {
  readonly told: readonly string[];
  readonly servers: readonly string[];
}

function nothingToTrust(directory = "this directory"): string {
  const names = noteNames.join(", ");
  return `There is nothing to trust in ${directory}: no .treadle/config.yaml or config.json, no notes (${names}), no skills, no commands, no .mcp.json.`;
}

function describeSettings({ directory, settings, ignored }: ProjectDescription, { name }: Project): string {
  const lines = settings.map(({ label, value }) => `  ${label}: ${JSON.stringify(value)}\n`);
  const notes = ignored.map((note) => `  (${note})\n`);
  const what = lines.length > 0 ? "sets" : "sets nothing";
  return `${name} of ${directory} ${what}:\n${lines.join("")}${notes.join("")}`;
}

function describeGuidance(root: string, { told, servers }: Guiding): string {
  const list = (names: readonly string[]) => names.map((name) => `  ${JSON.stringify(name)}\n`).join("");
  const guides = `${root} tells the model what stands in its notes, skills and commands, now and when they change:\n`;
  const names = `${root} names MCP servers; each of them starts only when you allow it by its name, with /mcp in a chat:\n`;
  return [
    ...(told.length > 0 ? [guides, list(told)] : []),
    ...(servers.length > 0 ? [names, list(servers)] : []),
  ].join("");
}

function remember(host: Host, state: string | undefined, trusting: Trusting): number {
  const outcome = addTrust(state, trusting);
  if (outcome.kind === "failed") {
    complain(host, [outcome.message]);
    return exitCodes.error;
  }
  for (const notice of outcome.notices) host.stdout.write(sanitise(`${notice}\n`));
  const { settings } = trusting;
  host.stdout.write(sanitise(settings ? `Trusted until ${settings.name} changes.\n` : "Trusted.\n"));
  return exitCodes.ok;
}
