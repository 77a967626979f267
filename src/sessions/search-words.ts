/** From the words after /search to a query: options first, as on the command line, then the text. */
import { type SearchedRole, type SearchQuery, searchedRoles } from "./search-query.ts";

export interface SearchRequest extends SearchQuery {
  /** How often in each session, instead of the matches. */
  readonly count?: boolean;
}

export type ReadSearch =
  | { readonly kind: "read"; readonly request: SearchRequest }
  | { readonly kind: "wrong"; readonly problem: string };

export function readSearch(words: string): ReadSearch {
  let request: SearchRequest = { text: "" };
  let rest = words.trim();
  for (;;) {
    const [whole, flag = ""] = /^--([a-z]*)(?:\s+|$)/.exec(rest) ?? [];
    if (whole === undefined) return { kind: "read", request: { ...request, text: unquoted(rest) } };
    rest = rest.slice(whole.length);
    if (flag === "") return { kind: "read", request: { ...request, text: rest } };
    const option = options[flag];
    if (!option) return wrong(`--${flag} is no option of /search; put -- before a text that begins so`);
    const [value = ""] = option.takes ? (/^\S+/.exec(rest) ?? []) : [];
    const read = option.read(value);
    if (read === undefined) return wrong(`--${flag} must be ${option.takes}`);
    request = { ...request, ...read };
    rest = rest.slice(value.length).trimStart();
  }
}

interface WordOption {
  /** What its value must be. */
  readonly takes?: string;
  read(value: string): Partial<SearchRequest> | undefined;
}

const options: Readonly<Record<string, WordOption>> = {
  regex: { read: () => ({ regex: true }) },
  case: { read: () => ({ caseSensitive: true }) },
  count: { read: () => ({ count: true }) },
  role: {
    takes: searchedRoles.join(", "),
    read: (value) => (isRole(value) ? { role: value } : undefined),
  },
  limit: {
    takes: "a whole number from 1 to 99999",
    read: (value) => (/^[1-9]\d{0,4}$/.test(value) ? { limit: Number(value) } : undefined),
  },
  in: {
    takes: "the id or the name of a session",
    read: (value) => (value === "" ? undefined : { session: value }),
  },
};

function isRole(value: string): value is SearchedRole {
  return searchedRoles.some((role) => role === value);
}

function unquoted(text: string): string {
  return /^"(.+)"$/s.exec(text)?.[1] ?? text;
}

function wrong(problem: string): ReadSearch {
  return { kind: "wrong", problem };
}
