/** Finds out which file a path really names, also when that file does not exist yet. Decides nothing. */
import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { PathNames, Zone, Zones } from "./path-policy.ts";

export interface ResolvedPath extends PathNames {
  /**
   * Whether it lies outside the working directory once every link has been followed; what is there for the model to
   * read does not.
   */
  readonly outside: boolean;
}

const maxLinks = 40;

/** Makes a path absolute: `~` is the home directory, anything relative starts at `cwd`. */
export function toAbsolute(given: string, cwd: string, home: string): string {
  const expanded = given === "~" || given.startsWith("~/") ? join(home, given.slice(1)) : given;
  return resolve(cwd, expanded);
}

/**
 * Follows every link of the deepest ancestor that exists, and dangling links too: what comes back is where an
 * `open` that creates the file would create it. Rejects with the error of the file system, ELOOP for endless links.
 */
export async function realPathOf(path: string, linksLeft = maxLinks): Promise<string> {
  const existing = await ifPresent(realpath(path));
  if (existing !== undefined) return existing;
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = await realPathOf(parent, linksLeft);
  const target = await ifPresent(readlink(path));
  if (target === undefined) return join(realParent, basename(path));
  if (linksLeft === 0) throw Object.assign(new Error("too many symbolic links"), { code: "ELOOP" });
  return realPathOf(resolve(realParent, target), linksLeft - 1);
}

/**
 * Adds to each zone the name its place really has: on Termux /etc is a link, on macOS too. Not to those that open what
 * is protected: a link that is put there later opens nothing.
 */
export async function withRealNames(zones: Zones): Promise<Zones> {
  const [own, allowed, blocked] = await Promise.all([
    Promise.all(zones.protected.map(addRealNames)),
    Promise.all(zones.allowed.map(addRealNames)),
    Promise.all(zones.blocked.map(addRealNames)),
  ]);
  return { ...zones, protected: own, allowed, blocked };
}

async function addRealNames(zone: Zone): Promise<Zone> {
  // A name that cannot be followed (no permission, endless links) keeps its own spelling.
  const real = await Promise.all(zone.names.map((name) => realPathOf(name).catch(() => name)));
  return { ...zone, names: [...new Set([...zone.names, ...real])] };
}

/** EINVAL: `readlink` of something that is no link. */
const absent: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "EINVAL"]);

async function ifPresent(found: Promise<string>): Promise<string | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && "code" in error && absent.has(error.code)) return undefined;
    throw error;
  }
}
