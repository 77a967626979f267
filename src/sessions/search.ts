/** Searches all sessions, the newest first, without any index: every file is looked through at the speed of the disk. */
import { type FileMatch, type FileQuery, mayHold, searchFile } from "./search-file.ts";
import { defaultLimit, type Finder, type SearchQuery, SlowPattern } from "./search-query.ts";
import { listSessions, type SessionFile } from "./session-files.ts";

export interface SessionMatches {
  readonly id: string;
  readonly name: string | undefined;
  readonly updated: number;
  /** As many as there was room for. */
  readonly matches: readonly FileMatch[];
  /** Of all in this session. */
  readonly count: number;
}

export interface SearchEnd {
  readonly sessions: number;
  readonly shown: number;
  /** Found beyond those shown. */
  readonly more: number;
  /** It was left when so many more were found that nobody would read them. */
  readonly unfinished: boolean;
  /** Sessions that could not be read, or not in full. */
  readonly unread: readonly string[];
}

const enoughMore = 1000;

/** Gives way (undefined) after every piece of work. Throws `SlowPattern`. */
export function* searchSessions(
  directory: string,
  query: SearchQuery,
  finder: Finder,
): Generator<SessionMatches | undefined, SearchEnd> {
  const { limit = defaultLimit, role } = query;
  const unread: string[] = [];
  let [sessions, shown, more] = [0, 0, 0];
  for (const file of filesFor(directory, query)) {
    const found = yield* searchOne(file, { finder, role, room: limit - shown }, unread);
    if (found === undefined || !isWanted(found, query)) continue;
    sessions += 1;
    shown += found.matches.length;
    more += found.count - found.matches.length;
    yield found;
    if (more >= enoughMore && !query.countAll) return { sessions, shown, more, unfinished: true, unread };
  }
  return { sessions, shown, more, unfinished: false, unread };
}

function filesFor(directory: string, { session }: SearchQuery): readonly SessionFile[] {
  const files = listSessions(directory);
  const named = files.filter(({ id }) => id === session);
  return named.length > 0 ? named : files;
}

function isWanted({ id, name }: SessionMatches, { session }: SearchQuery): boolean {
  return session === undefined || id === session || name?.toLowerCase() === session.toLowerCase();
}

function* searchOne(
  { id, path, updated }: SessionFile,
  query: FileQuery,
  unread: string[],
): Generator<undefined, SessionMatches | undefined> {
  try {
    if (!(yield* mayHold(path, query.finder))) return undefined;
    const { name, matches, count, skipped } = yield* searchFile(path, query);
    if (skipped) unread.push(id);
    return count === 0 ? undefined : { id, name, updated, matches, count };
  } catch (error) {
    if (error instanceof SlowPattern) throw error;
    unread.push(id);
    return undefined;
  }
}

/** Those with the most matches first. */
export function byMatches(sessions: readonly SessionMatches[]): readonly SessionMatches[] {
  return sessions.toSorted((a, b) => b.count - a.count);
}
