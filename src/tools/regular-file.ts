/** Opens, reads and replaces regular files by their real path, and notices when that path changes meanwhile. */
import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, type FileHandle, lstat, mkdir, open, realpath, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FileTrouble, notRegular } from "./file-trouble.ts";
import { type ResolvedPath, realPathOf } from "./resolve-path.ts";

export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** O_NONBLOCK: a pipe put there after the check cannot make us wait. */
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Opens a regular file for `use` and closes it afterwards. */
export async function withOpenFile<T>(file: ResolvedPath, use: (open: OpenFile) => Promise<T>): Promise<T> {
  refuseSpecial(await lstat(file.real), file);
  const handle = await open(file.real, readFlags);
  try {
    const stats = await handle.stat();
    refuseSpecial(stats, file);
    await expectInPlace(file.real, stats, file);
    return await use({ handle, stats });
  } finally {
    await handle.close();
  }
}

/** What is at the path now; undefined where nothing is. */
export async function statsOf(file: ResolvedPath): Promise<Stats | undefined> {
  try {
    return await lstat(file.real);
  } catch (error) {
    if (error instanceof Error && "code" in error && nothingThere.has(error.code)) return undefined;
    throw error;
  }
}

const nothingThere: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

/** Another one whenever the file has been changed, replaced, created or removed. */
export async function versionOf(file: ResolvedPath): Promise<string> {
  const stats = await statsOf(file);
  return stats === undefined ? "" : [stats.dev, stats.ino, stats.size, stats.mtimeMs].join(" ");
}

/**
 * Writes the whole file or leaves the old one as it was: a new file beside it takes its place, mode and owner.
 * `mode`: the permissions it is to have instead.
 */
export async function replaceFile(file: ResolvedPath, content: Uint8Array, mode?: number): Promise<void> {
  const directory = dirname(file.real);
  if ((await realPathOf(directory)) !== directory) throw movedTrouble(file);
  const old = await statsOf(file);
  if (old === undefined) await mkdir(directory, { recursive: true });
  if (old !== undefined) {
    refuseSpecial(old, file);
    // Renaming needs no permission on the file itself, but someone made it read-only for a reason.
    await access(file.real, constants.W_OK);
  }
  // The name is cut so that our suffix never makes it too long.
  const temporary = join(
    directory,
    `.${basename(file.real).slice(0, 40)}.${randomBytes(6).toString("hex")}.tmp`,
  );
  const handle = await open(temporary, createFlags, old === undefined ? 0o644 : 0o600);
  try {
    const like = { uid: old?.uid, gid: old?.gid, mode: mode ?? old?.mode };
    await fill(handle, temporary, content, like, file);
    await rename(temporary, file.real);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

/** What a file takes over; what is not said is as it is for new files. */
interface Likeness {
  readonly uid: number | undefined;
  readonly gid: number | undefined;
  readonly mode: number | undefined;
}

async function fill(
  handle: FileHandle,
  temporary: string,
  content: Uint8Array,
  like: Likeness,
  file: ResolvedPath,
): Promise<void> {
  try {
    const stats = await handle.stat();
    await expectInPlace(temporary, stats, file);
    await handle.writeFile(content);
    await takeOver(handle, stats, like);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Permissions only: like any other write, ours takes a program's right to run as its owner away. */
async function takeOver(handle: FileHandle, mine: Stats, like: Likeness): Promise<void> {
  const { uid = mine.uid, gid = mine.gid, mode = mine.mode } = like;
  if (mine.uid !== uid || mine.gid !== gid) {
    await handle.chown(uid, gid).catch(() => undefined);
  }
  // Where modes are fixed, as on a phone's shared storage, they are the same already and setting them fails.
  if ((mine.mode & 0o777) !== (mode & 0o777)) await handle.chmod(mode & 0o777);
}

function refuseSpecial(stats: Stats, file: ResolvedPath): void {
  const trouble = notRegular(stats, file.given);
  if (trouble !== undefined) throw trouble;
}

/** What we opened must be what the checked path names: a directory on the way may have become a link since. */
async function expectInPlace(path: string, opened: Stats, file: ResolvedPath): Promise<void> {
  const [directory, there] = await Promise.all([realpath(dirname(path)), lstat(path)]);
  if (directory === dirname(path) && there.ino === opened.ino && there.dev === opened.dev) return;
  throw movedTrouble(file);
}

function movedTrouble(file: ResolvedPath): FileTrouble {
  return new FileTrouble(`${file.given} was moved or replaced while it was being opened; try again.`);
}
