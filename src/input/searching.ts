/** The keys of the search through the input history. It must not know prompts or completion. */
import { clusterStart } from "../text/cluster-boundaries.ts";
import type { EditorState } from "./edit.ts";
import { setText } from "./editor.ts";
import { type Key, keyLabel } from "./key.ts";
import type { History } from "./recall.ts";
import { matchOf, nextMatch, refined, type Search } from "./search.ts";

export interface Searching {
  readonly search: Search;
  /** The editor as it was when the search began. */
  readonly draft: EditorState;
}

export interface Searched {
  readonly editor: EditorState;
  /** Undefined when the key ended the search. */
  readonly searching: Searching | undefined;
}

type Reaction = (history: History, search: Search) => Search;

const reactions: Readonly<Record<string, Reaction>> = {
  "ctrl-r": (history, search) => nextMatch(history, search, "older"),
  up: (history, search) => nextMatch(history, search, "older"),
  "ctrl-s": (history, search) => nextMatch(history, search, "newer"),
  down: (history, search) => nextMatch(history, search, "newer"),
  backspace: shortened,
  "ctrl-h": shortened,
};

/** These bring the draft back. */
const abandoning: ReadonlySet<string> = new Set(["ctrl-g", "ctrl-c"]);
/** These end the search and do nothing else; every other key does what it always does with the text found. */
const ending: ReadonlySet<string> = new Set(["ctrl-g", "escape", "tab"]);

export function endSearch(key: Key): boolean {
  return ending.has(keyLabel(key));
}

export function searchKey(history: History, searching: Searching, key: Key): Searched {
  const label = keyLabel(key);
  const { search, draft } = searching;
  if (abandoning.has(label)) return { editor: draft, searching: undefined };
  const reaction = reactions[label] ?? (key.text === undefined ? undefined : lengthened(key.text));
  if (!reaction) return { editor: shown(history, searching), searching: undefined };
  const next = { draft, search: reaction(history, search) };
  return { editor: shown(history, next), searching: next };
}

function shown(history: History, { search, draft }: Searching): EditorState {
  const match = matchOf(history, search);
  return match ? setText(draft, match.text, match.offset) : draft;
}

function lengthened(text: string): Reaction {
  return (history, search) => refined(history, search, search.query + text);
}

function shortened(history: History, search: Search): Search {
  if (search.query === "") return search;
  return refined(history, search, search.query.slice(0, clusterStart(search.query, search.query.length)));
}
