/** What was entered in earlier chats, kept in a file for its owner alone. A disk that refuses costs only the memory. */
import {
  appendFileSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { historyLine, parseHistory } from "../input/history-file.ts";

export interface InputHistory {
  /** The oldest first. */
  readonly entries: readonly string[];
  /** To be called with what was submitted; the same twice in a row is kept once. */
  add(text: string): void;
}

/** Without a path nothing is read or kept. */
export function openInputHistory(path: string | undefined): InputHistory {
  const { entries, torn } = path === undefined ? nothing : readEntries(path);
  let last = entries.at(-1);
  let lead = torn ? "\n" : "";
  return {
    entries,
    add(text) {
      if (path === undefined || text.trim() === "" || text === last || text.length > longestEntry) return;
      last = text;
      quietly(() => append(path, lead + historyLine(text)));
      lead = "";
    },
  };
}

/** A longer text is a paste that nobody looks for. */
const longestEntry = 20_000;
/** From this size on the file is shortened to the entries that are still offered. */
const largestFile = 4_000_000;

interface Kept {
  readonly entries: readonly string[];
  /** The last line was not written to its end. */
  readonly torn: boolean;
}

const nothing: Kept = { entries: [], torn: false };

function readEntries(path: string): Kept {
  const tail = quietly(() => readTail(path));
  if (!tail) return nothing;
  const entries = parseHistory(tail.text);
  const rewritten = tail.cut && quietly(() => rewrite(path, entries));
  return { entries, torn: !rewritten && tail.text !== "" && !tail.text.endsWith("\n") };
}

/** The end of the file, from the first whole line on. */
function readTail(path: string): { readonly text: string; readonly cut: boolean } {
  // Without O_NONBLOCK a named pipe would hang the program.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return { text: "", cut: false };
    const length = Math.min(stat.size, largestFile);
    const bytes = Buffer.alloc(length);
    const count = readSync(file, bytes, 0, length, stat.size - length);
    const text = bytes.toString("utf8", 0, count);
    const cut = length < stat.size;
    return { text: cut ? text.slice(text.indexOf("\n") + 1) : text, cut };
  } finally {
    closeSync(file);
  }
}

function append(path: string, line: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(
    path,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK,
    0o600,
  );
  try {
    if (!fstatSync(file).isFile()) return;
    fchmodSync(file, 0o600);
    appendFileSync(file, line);
  } finally {
    closeSync(file);
  }
}

/** Whole or not at all: written beside the old file, then moved over it. */
function rewrite(path: string, entries: readonly string[]): true {
  const place = mkdtempSync(`${path}-`);
  const fresh = join(place, "fresh");
  try {
    writeFileSync(fresh, entries.map(historyLine).join(""), { mode: 0o600 });
    renameSync(fresh, path);
    return true;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
