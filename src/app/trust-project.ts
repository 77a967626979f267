/** `treadle trust`: shows what a project's settings would change, asks, and remembers the answer. */
import { resolve } from "node:path";
import type { Flags } from "../config/args.ts";
import { configPaths } from "../config/paths.ts";
import { type Project, readProject } from "../config/project.ts";
import {
  describeProject,
  isTrusted,
  type ProjectDescription,
  readTrust,
  trustProject,
} from "../config/trust.ts";
import { sanitise } from "../view/sanitise.ts";
import { complain } from "./complain.ts";
import { readLine } from "./entered.ts";
import { exitCodes } from "./exit-code.ts";
import type { Host } from "./host.ts";

export async function trust(
  host: Host,
  { directory }: { flags: Flags; directory?: string },
): Promise<number> {
  const { cwd, home, env } = host;
  const say = (text: string) => host.stdout.write(sanitise(text));
  const reading = readProject(resolve(cwd, directory ?? "."), home);
  if (reading.kind === "unusable") return complain(host, [reading.message]);
  if (reading.kind === "none") {
    return complain(host, [
      `There is no .treadle/config.yaml or config.json for ${directory ?? "this directory"}.`,
    ]);
  }
  const { state } = configPaths(env, home);
  const { project } = reading;
  if (isTrusted(readTrust(state), project)) {
    say(`The settings in ${project.name} are already trusted.\n`);
    return exitCodes.ok;
  }
  const description = await describeProject(project);
  if (description.problems.length > 0) return complain(host, description.problems);
  say(describe(description, project));
  const answer = await readLine(host.stdin);
  if (!/^\s*y(?:es)?\s*$/i.test(answer)) {
    say("Not trusted; nothing was changed.\n");
    return exitCodes.denied;
  }
  return remember(host, state, project);
}

function describe({ directory, settings, ignored }: ProjectDescription, { name }: Project): string {
  const lines = settings.map(({ label, value }) => `  ${label}: ${JSON.stringify(value)}\n`);
  const notes = ignored.map((note) => `  (${note})\n`);
  const what = lines.length > 0 ? "sets" : "sets nothing";
  return `${name} of ${directory} ${what}:\n${lines.join("")}${notes.join("")}Trust these settings? [y/N] `;
}

function remember(host: Host, state: string | undefined, project: Project): number {
  const outcome = trustProject(state, project);
  if (outcome.kind === "failed") {
    complain(host, [outcome.message]);
    return exitCodes.error;
  }
  for (const notice of outcome.notices) host.stdout.write(sanitise(`${notice}\n`));
  host.stdout.write(sanitise(`Trusted until ${project.name} changes.\n`));
  return exitCodes.ok;
}
