/** What a search has found, in words. The texts are raw: whoever shows them makes them safe. */
import type { SearchEnd, SessionMatches } from "./search.ts";
import type { FileMatch } from "./search-file.ts";

/** Characters around a match. */
const contextLength = 50;
const shownLength = 20;

export interface MatchContext {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

export function contextOf({ text, place: [from, to] }: Pick<FileMatch, "text" | "place">): MatchContext {
  return {
    before: wholeEnd(text.slice(Math.max(0, from - contextLength), from), contextLength),
    match: text.slice(from, to),
    after: wholeStart(text.slice(to, to + contextLength), contextLength),
  };
}

/** One line for each match, under one for the session. */
export function reportSession(session: SessionMatches): readonly string[] {
  return [headOf(session), ...session.matches.map(rowOf)];
}

export function reportCount(session: SessionMatches): string {
  return `${String(session.count).padStart(6)}  ${headOf(session)}`;
}

export function headOf({ id, name, updated }: SessionMatches): string {
  return `${name === undefined ? id : `${oneLine(name)} (${id})`}, ${minuteOf(updated)}`;
}

export function rowOf(match: FileMatch): string {
  const { before, match: found, after } = contextOf(match);
  const start = wholeEnd(before, shownLength);
  const end = wholeStart(after, shownLength);
  const [from, to] = match.place;
  const text = [
    from > start.length ? "..." : "",
    start,
    `**${found}**`,
    end,
    to + end.length < match.text.length ? "..." : "",
  ].join("");
  return `  ${speakerOf(match)}: ${oneLine(text)}`;
}

/** What is no longer part of the conversation has no number there. */
function speakerOf({ number, role, part }: FileMatch): string {
  const what = part === "reasoning" || part === "call" || part === "attached" ? `${role}, ${part}` : role;
  return number === undefined ? `(taken out) ${what}` : `${number} ${what}`;
}

export function reportEnd({ sessions, shown, more, unfinished, unread }: SearchEnd): string {
  const missed =
    unread.length === 0 ? "" : ` ${counted(unread.length, "session")} could not be read in full.`;
  if (shown + more === 0) return `Nothing found.${missed}`;
  const all = `${counted(shown + more, "match", "matches")} in ${counted(sessions, "session")}`;
  if (more === 0) return `${all}.${missed}`;
  return `${unfinished ? "At least " : ""}${all}; ${more} more than are shown, see --limit.${missed}`;
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s/g, " ");
}

/** Never half a character at the cut. */
function wholeEnd(text: string, length: number): string {
  return text.slice(-length).replace(/^[\udc00-\udfff]/, "");
}

function wholeStart(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

/** In local time. */
function minuteOf(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
