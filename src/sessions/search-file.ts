/** Searches one session file: a quick look whether anything may be there, then its lines one by one. */
import type { Message } from "../model/message.ts";
import { readLines } from "./lines.ts";
import { parseRecord } from "./parse-record.ts";
import { type Passage, passagesIn } from "./passages.ts";
import { rawPieces } from "./raw-pieces.ts";
import type { JournalRecord } from "./record.ts";
import type { Finder, Place, SearchedRole } from "./search-query.ts";

export interface FileMatch extends Passage {
  /** From 1, in the conversation as it is now; undefined when the message is no longer part of it. */
  readonly number: number | undefined;
  readonly place: Place;
}

export interface FileMatches {
  /** What the user calls the session. */
  readonly name: string | undefined;
  /** The first ones, in the order in which they were written. */
  readonly matches: readonly FileMatch[];
  /** Of all. */
  readonly count: number;
  /** A line was too long to be looked into. */
  readonly skipped: boolean;
}

export interface FileQuery {
  readonly finder: Finder;
  readonly role?: SearchedRole;
  /** So many matches are kept; the others are counted. */
  readonly room: number;
}

/** Both give way after every piece of work, so that whoever asks may do something else or stop. */
export function* mayHold(path: string, { longest, mayBeInBytes }: Finder): Generator<undefined, boolean> {
  for (const piece of rawPieces(path, longest)) {
    if (mayBeInBytes(piece.toString("latin1"))) return true;
    yield undefined;
  }
  return false;
}

export function* searchFile(path: string, query: FileQuery): Generator<undefined, FileMatches> {
  const search = createFileSearch(query);
  let skipped = false;
  for (const { text } of readLines(path)) {
    if (text === undefined) skipped = true;
    else search.take(text);
    yield undefined;
  }
  return { ...search.result(), skipped };
}

/** Which message it is part of, by the order in which they were written. */
interface Searched extends Passage {
  readonly key: number;
}

type Found = Searched & { readonly place: Place };

/** Characters that are searched at once. */
const batch = 100_000;

function createFileSearch({ finder, role, room }: FileQuery) {
  /** The messages that count, by the order in which they were written. */
  let history: number[] = [];
  let written = 0;
  let name: string | undefined;
  let count = 0;
  const found: Found[] = [];
  let unsearched: Searched[] = [];
  let length = 0;

  function look(message: Message, key: number): void {
    if (role !== undefined && message.role !== role) return;
    for (const passage of passagesIn(message)) {
      unsearched.push({ ...passage, key });
      length += passage.text.length;
    }
    if (length >= batch) searchBatch();
  }

  function searchBatch(): void {
    const texts = unsearched.map(({ text }) => text);
    for (const [index, places] of finder.findIn(texts).entries()) {
      const searched = unsearched[index];
      if (!searched) continue;
      count += places.length;
      for (const place of places.slice(0, room - found.length)) found.push({ ...searched, place });
    }
    unsearched = [];
    length = 0;
  }

  function add(message: Message): number {
    const key = written++;
    look(message, key);
    return key;
  }

  function takeRecord(record: JournalRecord): void {
    if (record.type === "named") name = record.name === "" ? undefined : record.name;
    if (record.type === "message") history.push(add(record.message));
    if (record.type !== "changed") return;
    const { from, removed, inserted } = record.change;
    history = [...history.slice(0, from), ...inserted.map(add), ...history.slice(from + removed)];
  }

  return {
    take(line: string): void {
      if (isMessage(line) && !finder.mayBeInLine(line)) {
        history.push(written++);
        return;
      }
      if (isNoise(line)) return;
      const parsed = parseRecord(line);
      if (parsed.kind === "record") takeRecord(parsed.record);
    },
    result(): Omit<FileMatches, "skipped"> {
      if (unsearched.length > 0) searchBatch();
      const numbers = new Map(history.map((key, index) => [key, index + 1]));
      return {
        name,
        count,
        matches: found.map(({ key, ...match }) => ({ ...match, number: numbers.get(key) })),
      };
    },
  };
}

/** Told without parsing: a whole record of a message as it is always written. */
function isMessage(line: string): boolean {
  return /^\{"type": ?"message"/.test(line) && line.endsWith("}}");
}

function isNoise(line: string): boolean {
  return /^\{"type": ?"(?:session|settings|usage|checkpoint)"/.test(line);
}
