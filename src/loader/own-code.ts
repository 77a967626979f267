/**
 * The user's own store of compiled code, for a bundle that came without any for this Node. What lies there will be run,
 * so only what nobody else can have written is believed. A disk that refuses costs only the speed of the next start.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  promises,
  readFileSync,
  type Stats,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

export interface OwnCode {
  read(name: string): Buffer | undefined;
  /** Takes the place of what was there, and of what other builds left. */
  keep(files: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

export interface OwnCodeOptions {
  /** XDG_CACHE_HOME; ignored unless it is absolute. */
  readonly cacheHome: string | undefined;
  readonly home: string | undefined;
  /** Undefined where the system has no owners of files: then nothing is kept. */
  readonly uid: number | undefined;
  /** Which build of the program this is, and which Node runs it. */
  readonly build: string;
  readonly node: string;
}

const nothing: OwnCode = { read: () => undefined, keep: async () => {} };

export function openOwnCode({ cacheHome, home, uid, build, node }: OwnCodeOptions): OwnCode {
  const base = [cacheHome, home && join(home, ".cache")].find((path) => path && isAbsolute(path));
  if (!base || uid === undefined) return nothing;
  const store = join(base, "treadle");
  const place = join(store, `${build}-${node}`);
  let believed: boolean | undefined;
  return {
    read(name) {
      believed ??= [store, place].every((path) => isPrivate(path, uid));
      return believed ? readPrivate(join(place, name), uid) : undefined;
    },
    async keep(files) {
      // As root in somebody else's home, nothing is left there that they could not remove.
      if (!isOwn(base, uid) && !isOwn(dirname(base), uid)) return;
      await replace({ store, place, build, uid, files }).catch(() => {});
    },
  };
}

interface Replacement {
  readonly store: string;
  readonly place: string;
  readonly build: string;
  readonly uid: number;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Whole or not at all: written beside it, then moved there. */
async function replace({ store, place, build, uid, files }: Replacement): Promise<void> {
  const { mkdir, mkdtemp, readdir, rename, rm, writeFile } = promises;
  await mkdir(store, { recursive: true, mode: 0o700 });
  if (!isPrivate(store, uid)) return;
  for (const name of await readdir(store)) {
    if (!name.startsWith(`${build}-`)) await rm(join(store, name), { recursive: true, force: true });
  }
  const fresh = await mkdtemp(join(store, "fresh-"));
  try {
    for (const [name, code] of files) {
      await writeFile(join(fresh, name), code, { mode: 0o600, flush: true });
    }
    await rm(place, { recursive: true, force: true });
    await rename(fresh, place);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function isOwn(path: string, uid: number): boolean {
  return look(path)?.uid === uid;
}

/** What is not there, or cannot be looked at, is undefined. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const writableByOthers = 0o022;

function isSafe({ uid, mode }: Stats, owner: number): boolean {
  return uid === owner && (mode & writableByOthers) === 0;
}

/** A link is not: it might lead anywhere. */
function isPrivate(directory: string, uid: number): boolean {
  const stat = look(directory);
  return stat?.isDirectory() === true && isSafe(stat, uid);
}

function readPrivate(path: string, uid: number): Buffer | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = fstatSync(file);
      return stat.isFile() && isSafe(stat, uid) ? readFileSync(file) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
