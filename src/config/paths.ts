/** Where configuration and state live. Looks which files are there; reads none of them. */
import { lstatSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { reasonOf } from "./source-file.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A directory is absent when neither XDG nor the home directory says where it is. */
export interface ConfigPaths {
  readonly config?: string;
  readonly state?: string;
  /** Compiled code of the program: see src/loader. */
  readonly cache?: string;
}

/** Relative paths are ignored, as XDG demands: a project must not become somebody's home. */
export function configPaths(env: Environment, home: string): ConfigPaths {
  return {
    config: programDirectory(env.XDG_CONFIG_HOME, home, ".config"),
    state: programDirectory(env.XDG_STATE_HOME, home, join(".local", "state")),
    cache: programDirectory(env.XDG_CACHE_HOME, home, ".cache"),
  };
}

function programDirectory(base: string | undefined, home: string, fallback: string): string | undefined {
  if (base !== undefined && isAbsolute(base)) return join(base, "treadle");
  return isAbsolute(home) ? join(home, fallback, "treadle") : undefined;
}

/** The user's own file; without one the usual one. */
export function logPath(
  { env, home, cwd }: { readonly env: Environment; readonly home: string; readonly cwd: string },
  ownFile: string | undefined,
): string | undefined {
  if (ownFile !== undefined) return absolutePath(ownFile, { cwd, home });
  const { state } = configPaths(env, home);
  return state === undefined ? undefined : join(state, "log");
}

/** A file as the user names it: from the working directory; a tilde is the home directory. */
export function absolutePath(
  file: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): string {
  const expanded = /^~(?:\/|$)/.test(file) && home !== "" ? join(home, file.slice(1)) : file;
  return resolve(cwd, expanded);
}

const configNames = ["config.yaml", "config.yml", "config.json"] as const;

export type Found =
  | { readonly kind: "none" }
  /** The system does not let us look. */
  | { readonly kind: "hidden"; readonly directory: string; readonly reason: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "several"; readonly paths: readonly string[] };

export function findUserFile(paths: ConfigPaths): Found {
  return paths.config === undefined ? { kind: "none" } : findIn(paths.config);
}

/** Its ending tells the syntax. */
export function isSpecificationName(name: string): boolean {
  return /\.(?:ya?ml|json|pl)$/.test(name);
}

const agentsNames = ["agents.yaml", "agents.yml", "agents.json", "agents.pl"];

/** The user's own specification of agents, beside the settings. */
export function findAgentsFile(paths: ConfigPaths): Found {
  return paths.config === undefined ? { kind: "none" } : findIn(paths.config, agentsNames);
}

/** In the working directory, or in the nearest directory above it up to the root of its git repository. */
export function findProjectFile(cwd: string, home: string): Found {
  for (const directory of projectDirectories(cwd, home)) {
    const found = findIn(join(directory, ".treadle"));
    if (found.kind !== "none") return found;
  }
  return { kind: "none" };
}

/** The MCP servers of the project, in the file that other programs share. Where we may not look there is none. */
export function findServersFile(cwd: string, home: string): string | undefined {
  const files = projectDirectories(cwd, home).map((directory) => join(directory, ".mcp.json"));
  try {
    return files.find(exists);
  } catch {
    return undefined;
  }
}

/**
 * From the working directory up to the root of its repository. Outside a repository that is the working directory alone;
 * the search never goes above the home directory.
 */
export function projectDirectories(cwd: string, home: string): readonly string[] {
  const homes = isAbsolute(home) ? [resolve(home), realPath(home)] : [];
  const climbed: string[] = [];
  for (let directory = resolve(cwd); ; directory = dirname(directory)) {
    climbed.push(directory);
    if (isRepository(directory)) return climbed;
    const last = dirname(directory) === directory || homes.includes(directory);
    if (last) return climbed.slice(0, 1);
  }
}

function findIn(directory: string, wanted: readonly string[] = configNames): Found {
  try {
    const [path, ...others] = wanted.map((name) => join(directory, name)).filter(exists);
    if (path === undefined) return { kind: "none" };
    return others.length === 0 ? { kind: "file", path } : { kind: "several", paths: [path, ...others] };
  } catch (error) {
    return { kind: "hidden", directory, reason: reasonOf(error) };
  }
}

/** A dangling link is there. Throws where the system does not let us look. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isRepository(directory: string): boolean {
  try {
    return exists(join(directory, ".git"));
  } catch {
    return false;
  }
}

/** Whether `path` lies somewhere in `directory`; both are absolute. */
export function liesIn(directory: string, path: string): boolean {
  return isInside(relative(directory, path));
}

/** The path itself where it cannot be resolved. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** As short as it can be, from the working or the home directory: for messages. */
export function shownPath(path: string, cwd: string, home: string): string {
  const fromCwd = relative(cwd, path);
  const fromHome = isAbsolute(home) ? relative(home, path) : "";
  const names = [path];
  if (isInside(fromCwd)) names.push(fromCwd);
  if (isInside(fromHome)) names.push(`~${sep}${fromHome}`);
  return names.reduce((best, name) => (name.length < best.length ? name : best));
}

function isInside(path: string): boolean {
  return path !== "" && !isAbsolute(path) && path.split(sep)[0] !== "..";
}
