/** The file of a journal, for its owner alone, and the ways to come by one: new, an old one, a copy of another. */
import {
  closeSync,
  constants,
  copyFileSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { OpenedJournal } from "./journal.ts";
import { readLines } from "./lines.ts";
import { journalVersion, type SessionRecord } from "./record.ts";

/** Every method may throw what the file system throws. */
export interface JournalFile {
  /** At the end; how many bytes of them were taken. */
  write(bytes: Uint8Array): number;
  sync(): void;
  size(): number;
  close(): void;
}

export interface SessionHead {
  readonly id: string;
  readonly cwd: string;
  readonly now: number;
  readonly parent?: string;
  readonly taskOf?: string;
}

export function journalPath(directory: string, id: string): string {
  return join(directory, `${id}.jsonl`);
}

/** Never writes over a file that is there. */
export function makeJournalFile(directory: string, head: SessionHead): OpenedJournal {
  makeDirectory(directory);
  const path = journalPath(directory, head.id);
  const file = openFile(path, constants.O_CREAT | constants.O_EXCL);
  syncDirectory(directory);
  return { path, file, lead: headLine(head) };
}

/** `size` is what was read of it. A last line without an end gets one. */
export function openJournalFile(path: string, size: number): OpenedJournal {
  const file = openFile(path, 0);
  if (file.size() === size) return { path, file, lead: endsWithin(path, size) ? "\n" : "" };
  file.close();
  throw new Error("another treadle has written to its file");
}

/** What a damaged journal was, beside it: once, before anything is added. */
export function keepDamaged(path: string): void {
  try {
    copyFileSync(path, damagedName(path), constants.COPYFILE_EXCL);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

export function damagedName(path: string): string {
  return `${path}.damaged`;
}

/** A new file with the first `size` bytes of another session. It is there as a whole or not at all. */
export function copyJournalFile(
  from: string,
  size: number,
  directory: string,
  head: SessionHead,
): OpenedJournal {
  makeDirectory(directory);
  const path = journalPath(directory, head.id);
  const temporary = join(directory, `.${head.id}.tmp`);
  try {
    writeCopy(temporary, from, size, headLine(head));
    renameSync(temporary, path);
    syncDirectory(directory);
  } finally {
    rmSync(temporary, { force: true });
  }
  return { path, file: openFile(path, 0), lead: "" };
}

function writeCopy(path: string, from: string, size: number, head: string): void {
  const file = openFile(path, constants.O_CREAT | constants.O_EXCL);
  try {
    writeWhole(file, head);
    for (const { text, offset, number, unended } of readLines(from)) {
      if (offset >= size) break;
      // The first line is the head of the other one; a torn one is of no use here.
      if (number > 1 && text !== undefined && !unended) writeWhole(file, `${text}\n`);
    }
    file.sync();
  } finally {
    file.close();
  }
}

function writeWhole(file: JournalFile, text: string): void {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) bytes = bytes.subarray(file.write(bytes));
}

function headLine({ id, cwd, now, parent, taskOf }: SessionHead): string {
  const record: SessionRecord = {
    type: "session",
    version: journalVersion,
    id,
    created: new Date(now).toISOString(),
    cwd,
    ...(parent !== undefined && { parent }),
    ...(taskOf !== undefined && { taskOf }),
  };
  return `${JSON.stringify(record)}\n`;
}

function makeDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
}

function openFile(path: string, flags: number): JournalFile {
  const { O_WRONLY, O_APPEND, O_NONBLOCK } = constants;
  const file = openSync(path, O_WRONLY | O_APPEND | O_NONBLOCK | flags, 0o600);
  return {
    write: (bytes) => writeSync(file, bytes),
    sync: () => fdatasyncSync(file),
    size: () => fstatSync(file).size,
    close: () => closeSync(file),
  };
}

function endsWithin(path: string, size: number): boolean {
  if (size === 0) return false;
  const file = openSync(path, constants.O_RDONLY);
  try {
    const last = Buffer.alloc(1);
    readSync(file, last, 0, 1, size - 1);
    return last.toString() !== "\n";
  } finally {
    closeSync(file);
  }
}

/** After a power cut a new file is found only if its directory was written too. Some systems cannot do it. */
function syncDirectory(directory: string): void {
  try {
    const file = openSync(directory, constants.O_RDONLY);
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // The file is there for now, and everything else is as safe as the system allows.
  }
}
