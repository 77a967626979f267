/** The search backwards through the input history, letter by letter. It must not know the editor or keys. */
import type { History } from "./recall.ts";

export interface Search {
  readonly query: string;
  /** The entry found last; the length of the history before the first one. */
  readonly index: number;
  /** Whether the query is not found from there on. */
  readonly failing: boolean;
}

export function beginSearch(history: History): Search {
  return { query: "", index: history.length, failing: false };
}

/** Looks from the entry it is at; a shorter query begins again with the newest. */
export function refined(history: History, search: Search, query: string): Search {
  if (query === "") return beginSearch(history);
  const longer = query.startsWith(search.query);
  return found(history, { ...search, query }, longer ? search.index : history.length, "older");
}

export function nextMatch(history: History, search: Search, direction: "older" | "newer"): Search {
  if (search.query === "") return search;
  return found(history, search, search.index + (direction === "older" ? -1 : 1), direction);
}

/** What is shown in the place of the prompt. */
export function searchPrompt({ query, failing }: Search): string {
  return `(${failing ? "no match" : "reverse search"}) ${query}: `;
}

/** The entry and the place of the query in it; undefined before anything was found. */
export function matchOf(
  history: History,
  { query, index }: Search,
): { text: string; offset: number } | undefined {
  const text = history[index];
  return text === undefined ? undefined : { text, offset: Math.max(0, text.search(pattern(query))) };
}

function found(history: History, search: Search, from: number, direction: "older" | "newer"): Search {
  const wanted = pattern(search.query);
  const shown = history[search.index];
  const step = direction === "older" ? -1 : 1;
  for (let index = Math.min(from, history.length - 1); index >= 0 && index < history.length; index += step) {
    const text = history[index] ?? "";
    const again = text === shown && index !== search.index;
    if (!again && wanted.test(text)) return { ...search, index, failing: false };
  }
  return { ...search, failing: true };
}

/** Small letters stand for capitals too. */
function pattern(query: string): RegExp {
  const literal = query.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(literal, /\p{Lu}/u.test(query) ? "u" : "iu");
}
