/** What is searched for: a text or a regular expression, where and how often. Finds it in texts; knows no files. */
import { type RawPatterns, rawPatterns } from "./search-raw.ts";
import { createTimeLimit, OutOfTime } from "./time-limit.ts";

export const searchedRoles = ["user", "assistant", "tool", "system"] as const;
export type SearchedRole = (typeof searchedRoles)[number];

export interface SearchQuery {
  readonly text: string;
  readonly regex?: boolean;
  readonly caseSensitive?: boolean;
  readonly role?: SearchedRole;
  /** The id or the name of the only session to look into. */
  readonly session?: string;
  /** How many matches are shown. */
  readonly limit?: number;
  /** Goes on to the end however many there are. */
  readonly countAll?: boolean;
}

export const defaultLimit = 50;
const longestText = 1000;

export type Place = readonly [from: number, to: number];

export interface Finder {
  /** Where it is found in each text; every place once, never an empty one. Throws `SlowPattern`. */
  findIn(texts: readonly string[]): readonly (readonly Place[])[];
  /** Whether a piece of a session file may hold it, as a string with one character for each byte. */
  mayBeInBytes(piece: string): boolean;
  /** Whether a line of a session file may hold it. */
  mayBeInLine(line: string): boolean;
  /** The most bytes that a place may take in a file. */
  readonly longest: number;
}

/** No more is to be searched for it: its message is for the user. */
export class SlowPattern extends Error {
  constructor() {
    super(
      "the regular expression takes too long, as repetitions within repetitions like (a+)+ do; write it simpler, or search for plain text",
    );
  }
}

export type Compiled =
  | { readonly kind: "ok"; readonly finder: Finder }
  | { readonly kind: "wrong"; readonly problem: string };

export function compileQuery({ text, regex, caseSensitive }: SearchQuery): Compiled {
  if (text === "") return wrong("there is nothing to search for");
  if (text.length > longestText) return wrong(`a text to search for has at most ${longestText} characters`);
  const flags = caseSensitive ? "g" : "gi";
  if (!regex) {
    const pattern = new RegExp(escapePattern(text), flags);
    return ok(placesOf(pattern), rawPatterns(text, caseSensitive === true));
  }
  try {
    return ok(inTime(placesOf(new RegExp(text, `${flags}m`))));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, "") : String(error);
    return wrong(`${JSON.stringify(text)} is no regular expression: ${reason}`);
  }
}

function ok(findIn: Finder["findIn"], raw?: RawPatterns): Compiled {
  const finder: Finder = {
    findIn,
    mayBeInBytes: (piece) => raw === undefined || raw.bytes.test(piece),
    mayBeInLine: (line) => raw === undefined || raw.line.test(line),
    longest: raw?.length ?? 0,
  };
  return { kind: "ok", finder };
}

function placesOf(pattern: RegExp): Finder["findIn"] {
  return (texts) =>
    texts.map((text) =>
      Array.from(
        text.matchAll(pattern),
        ({ 0: found, index }): Place => [index, index + found.length],
      ).filter(([from, to]) => to > from),
    );
}

/** A pattern that behaves takes a hundredth of this, even on a slow machine. */
const patienceMs = 250;
const charactersPerMs = 10_000;

/** How long a regular expression takes nobody can tell beforehand. */
function inTime(findIn: Finder["findIn"]): Finder["findIn"] {
  const limited = createTimeLimit();
  return (texts) => {
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    try {
      return limited(() => findIn(texts), patienceMs + Math.ceil(length / charactersPerMs));
    } catch (error) {
      throw error instanceof OutOfTime ? new SlowPattern() : error;
    }
  };
}

function wrong(problem: string): Compiled {
  return { kind: "wrong", problem };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
