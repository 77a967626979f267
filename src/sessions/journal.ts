/**
 * The session journal: one JSON record per line, appended and flushed before the display shows the message as
 * done. Nothing is ever rewritten; a torn last line costs that line alone.
 */
import { appendFileSync, closeSync, fdatasyncSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { type JournalRecord, journalVersion } from "./record.ts";

export interface Journal {
  readonly path: string;
  append(record: JournalRecord): void;
  close(): void;
}

/** Creates the file with its first record, readable by its owner alone. Throws what the file system throws. */
export function createJournal(directory: string, id: string, cwd: string, now: number): Journal {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `${id}.jsonl`);
  const file = openSync(path, "ax", 0o600);
  const append = (record: JournalRecord) => {
    appendFileSync(file, `${JSON.stringify(record)}\n`);
    fdatasyncSync(file);
  };
  append({ type: "session", version: journalVersion, id, created: new Date(now).toISOString(), cwd });
  return { path, append, close: () => closeSync(file) };
}
