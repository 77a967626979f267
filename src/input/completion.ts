/** The small list of what a word may become, and the way through it with Tab. It must not know keys, files or commands. */

export interface Candidate {
  /** What takes the place of the word. */
  readonly text: string;
  /** A few words about it. */
  readonly detail?: string;
  /** Whether the word goes on after it, as a directory does; otherwise a space follows. */
  readonly open?: boolean;
}

export interface CompletionSource {
  /** Whether its list is offered while typing, before Tab is pressed. */
  readonly offered: boolean;
  /** Where the word begins that it can complete, given the text of the line up to the cursor; undefined for none. */
  begin(before: string, line: number): number | undefined;
  /** The likeliest first. */
  candidates(word: string): readonly Candidate[];
}

export interface Completion {
  /** Where the word begins in its line, and what was typed of it. */
  readonly start: number;
  readonly word: string;
  readonly candidates: readonly Candidate[];
  /** The one that stands in the text now; undefined while the typed word does. */
  readonly chosen: number | undefined;
}

/** Undefined when nothing fits. The sources that begin at the same place share a list. */
export function findCompletion(
  sources: readonly CompletionSource[],
  before: string,
  line: number,
): Completion | undefined {
  let start: number | undefined;
  const candidates: Candidate[] = [];
  for (const source of sources) {
    const begin = source.begin(before, line);
    if (begin === undefined || (start !== undefined && begin !== start)) continue;
    const more = source.candidates(before.slice(begin));
    if (more.length > 0) start = begin;
    candidates.push(...more);
  }
  if (start === undefined) return undefined;
  return { start, word: before.slice(start), candidates, chosen: undefined };
}

/** Goes round, through the typed word as well. */
export function cycled(completion: Completion, direction: "next" | "previous"): Completion {
  const stops = completion.candidates.length + 1;
  const place = completion.chosen === undefined ? 0 : completion.chosen + 1;
  const next = (place + (direction === "next" ? 1 : stops - 1)) % stops;
  return { ...completion, chosen: next === 0 ? undefined : next - 1 };
}

/** What stands in the text: the chosen candidate, or what was typed. */
export function completedWord({ candidates, chosen, word }: Completion): string {
  const candidate = chosen === undefined ? undefined : candidates[chosen];
  return candidate?.text ?? word;
}

/** With the space that follows it when it is the only one there is. */
export function onlyWord({ candidates }: Completion): string | undefined {
  const [only, another] = candidates;
  if (!only || another) return undefined;
  return only.open ? only.text : `${only.text} `;
}

export interface CompletionList {
  readonly items: readonly Candidate[];
  /** Which of the items is chosen. */
  readonly chosen: number | undefined;
  /** How many are not shown. */
  readonly more: number;
}

export const shownCandidates = 6;

export function completionList({ candidates, chosen }: Completion, room = shownCandidates): CompletionList {
  const count = Math.min(room, shownCandidates);
  const first = Math.max(0, (chosen ?? 0) - count + 1);
  const items = candidates.slice(first, first + count);
  return {
    items,
    chosen: chosen === undefined ? undefined : chosen - first,
    more: candidates.length - items.length,
  };
}
