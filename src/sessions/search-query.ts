/** What is searched for: a text or a regular expression, where and how often. Finds it in texts; knows no files. */
import { type RawPatterns, rawPatterns } from "./search-raw.ts";

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

export interface Finder {
  /** Where it is found, from and to; every place once, never an empty one. */
  find(text: string): Iterable<readonly [from: number, to: number]>;
  /** Whether a piece of a session file may hold it, as a string with one character for each byte. */
  mayBeInBytes(piece: string): boolean;
  /** Whether a line of a session file may hold it. */
  mayBeInLine(line: string): boolean;
  /** The most bytes that a place may take in a file. */
  readonly longest: number;
}

export type Compiled =
  | { readonly kind: "ok"; readonly finder: Finder }
  | { readonly kind: "wrong"; readonly problem: string };

export function compileQuery({ text, regex, caseSensitive }: SearchQuery): Compiled {
  if (text === "") return wrong("there is nothing to search for");
  if (text.length > longestText) return wrong(`a text to search for has at most ${longestText} characters`);
  const flags = caseSensitive ? "g" : "gi";
  if (!regex) {
    return ok(new RegExp(escapePattern(text), flags), rawPatterns(text, caseSensitive === true));
  }
  try {
    return ok(new RegExp(text, `${flags}m`));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, "") : String(error);
    return wrong(`${JSON.stringify(text)} is no regular expression: ${reason}`);
  }
}

function ok(pattern: RegExp, raw?: RawPatterns): Compiled {
  const finder: Finder = {
    *find(text) {
      for (const { 0: found, index } of text.matchAll(pattern)) {
        if (found !== "") yield [index, index + found.length];
      }
    },
    mayBeInBytes: (piece) => raw === undefined || raw.bytes.test(piece),
    mayBeInLine: (line) => raw === undefined || raw.line.test(line),
    longest: raw?.length ?? 0,
  };
  return { kind: "ok", finder };
}

function wrong(problem: string): Compiled {
  return { kind: "wrong", problem };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
