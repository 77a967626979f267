/** Finds out what there is to hide from a sandboxed command. Starts nothing. */
import { mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { credentials, isInside, systemFiles } from "../path-policy.ts";
import type { Enclosure, Hidden } from "./enclosure.ts";

export interface EncloseOptions {
  readonly cwd: string;
  readonly home: string;
  readonly network: boolean;
  /** Our own configuration and state. */
  readonly protectedPaths: readonly string[];
  /** They may be read although they lie in there. */
  readonly skillPaths: readonly string[];
}

export type Enclosing =
  | { readonly ok: true; readonly enclosure: Enclosure }
  | { readonly ok: false; readonly problem: string };

/** Like the credentials of the path policy: with a closing slash a directory, else files whose names begin so. */
const moreCredentials = [
  ...[".config/gh/", ".kube/", ".docker/", ".azure/", ".password-store/", ".local/share/keyrings/"],
  ...[".git-credentials", ".pypirc"],
];
const socketDirectories = ["/run", "/var/run"];
/** Binding one of these would undo what is mounted there. */
const systemRoots = ["/dev", "/proc", "/sys", "/run"];

/** Anew for each command: what is to be hidden may have come into being. */
export function enclose(options: EncloseOptions): Enclosing {
  const directory = realPath(options.cwd);
  if (directory === undefined) return { ok: false, problem: `the directory ${options.cwd} is gone` };
  if (systemRoots.some((root) => isInside(directory, root))) {
    return { ok: false, problem: `it cannot let a command write to ${directory}: work in another directory` };
  }
  const hidden = hiddenPaths(options, directory);
  const around = hidden.directories.find((path) => isInside(path, directory));
  if (around !== undefined) {
    return { ok: false, problem: `it hides ${around}, where you are: work in another directory` };
  }
  const sockets = unique(socketDirectories.flatMap((path) => realPath(path) ?? []));
  const shown = shownPaths(options.skillPaths, hidden);
  return { ok: true, enclosure: { directory, network: options.network, sockets, hidden, shown } };
}

function hiddenPaths({ home, protectedPaths }: EncloseOptions, directory: string): Hidden {
  const names = [...credentials, ...moreCredentials];
  const directories = names.filter((name) => name.endsWith("/")).map((name) => join(home, name));
  const files = names.filter((name) => !name.endsWith("/")).flatMap((name) => filesLike(home, name));
  // Where our own are still missing a command could make them, and so write settings for us.
  for (const path of protectedPaths) if (isInside(directory, path)) makeDirectory(path);
  const own = protectedPaths.flatMap((path) => realPath(path) ?? []);
  return {
    directories: unique([...own, ...directories.flatMap((path) => realPath(path) ?? [])]),
    files: unique([...files, ...systemFiles].flatMap((path) => realPath(path) ?? [])),
  };
}

function filesLike(home: string, start: string): readonly string[] {
  try {
    const entries = readdirSync(home).filter((name) => name.startsWith(start));
    return entries.map((name) => join(home, name)).filter(isFile);
  } catch {
    return [];
  }
}

function shownPaths(paths: readonly string[], { directories }: Hidden): Enclosure["shown"] {
  return paths.flatMap((path) => {
    const source = realPath(path);
    const parent = realPath(dirname(path));
    if (source === undefined || parent === undefined) return [];
    const place = join(parent, basename(path));
    return directories.some((hidden) => isInside(hidden, place)) ? [{ source, place }] : [];
  });
}

/** Where we must not, the command must not either. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch {}
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}
