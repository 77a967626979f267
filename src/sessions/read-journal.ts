/** Reads a journal record by record, whatever state the file is in. It holds one line at a time, and never writes. */
import { basename } from "node:path";
import { type FileLine, type LineOptions, readLines } from "./lines.ts";
import { parseRecord } from "./parse-record.ts";
import type { JournalRecord } from "./record.ts";

export type JournalEntry =
  | {
      readonly kind: "record";
      readonly record: JournalRecord;
      /** Of the line, in bytes from the start of the file. */
      readonly offset: number;
    }
  /** A line was left out; the sentence says which, and why. */
  | { readonly kind: "skipped"; readonly notice: string }
  /** Nothing of the file can be used, or no more of it. Always the last. */
  | { readonly kind: "refused"; readonly problem: string };

/** Never throws. Reading stops where nobody asks for more. */
export function* readJournal(
  path: string,
  range: Pick<LineOptions, "to"> = {},
): Generator<JournalEntry, void> {
  try {
    yield* readEntries(path, range);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    yield { kind: "refused", problem: unreadable(path, reason) };
  }
}

function* readEntries(path: string, range: LineOptions): Generator<JournalEntry, void> {
  let empty = true;
  for (const line of readLines(path, range)) {
    const entry = readEntry(path, line);
    empty &&= entry?.kind !== "record";
    if (entry) yield entry;
    if (entry?.kind === "refused") return;
  }
  if (empty) yield { kind: "refused", problem: emptySession(path) };
}

/** Undefined: to be ignored. Lines are numbered from the start of the file. */
export function readEntry(path: string, line: FileLine): JournalEntry | undefined {
  const { number, offset, text } = line;
  if (text?.trim() === "") return undefined;
  const parsed = text === undefined ? ({ kind: "broken" } as const) : parseRecord(text);
  const isSession = parsed.kind === "record" && parsed.record.type === "session";
  if (number === 1 && !line.unended && parsed.kind !== "broken" && parsed.kind !== "newer" && !isSession) {
    return { kind: "refused", problem: `${path} is not a session of treadle.` };
  }
  switch (parsed.kind) {
    case "record":
      return { kind: "record", record: parsed.record, offset };
    case "unknown":
      return undefined;
    case "newer":
      return { kind: "refused", problem: newer(path, parsed.version) };
    case "broken":
      return { kind: "skipped", notice: line.unended ? torn(path, number) : broken(path, number) };
  }
}

/** What is said of lines that were left out: a file that is broken all over does not flood the screen. */
export function createSkipped() {
  const notices: string[] = [];
  let count = 0;
  return {
    take(notice: string): void {
      if (++count <= mostNotices) notices.push(notice);
    },
    notices(): readonly string[] {
      if (count <= mostNotices) return notices;
      return [...notices, `${count - mostNotices} more lines cannot be read.`];
    },
  };
}

const mostNotices = 5;

export function emptySession(path: string): string {
  return `The session ${nameOf(path)} is empty.`;
}

export function unreadable(path: string, reason: string): string {
  return `The session ${nameOf(path)} cannot be read: ${reason}`;
}

function newer(path: string, version: number): string {
  return `The session ${nameOf(path)} was written by a newer treadle (format ${version}): update treadle to open it.`;
}

function torn(path: string, line: number): string {
  return `The last line of ${path} (line ${line}) was not written to its end and is left out.`;
}

function broken(path: string, line: number): string {
  return `Line ${line} of ${path} cannot be read and is left out.`;
}

function nameOf(path: string): string {
  return basename(path, ".jsonl");
}
