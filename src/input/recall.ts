/** What was entered before, and the way through it with Up and Down. It must not know the editor, keys or files. */

/** The newest last, the same text never twice in a row. */
export type History = readonly string[];

/** Bounds the time of a search through all of it. */
export const historyLimit = 1000;

export function remembered(history: History, text: string): History {
  if (text.trim() === "" || history.at(-1) === text) return history;
  return [...history.slice(-historyLimit + 1), text];
}

/** A walk through the entries that begin like the draft, which waits at the end of it. */
export interface Recall {
  readonly draft: string;
  /** The entry shown; the length of the history is the draft. */
  readonly index: number;
}

export function beginRecall(history: History, draft: string): Recall {
  return { draft, index: history.length };
}

/** Undefined when there is nothing further that way. */
export function recalled(history: History, recall: Recall, direction: "older" | "newer"): Recall | undefined {
  const shown = recallText(history, recall);
  const fits = (text: string) => text.startsWith(recall.draft) && text !== shown;
  if (direction === "older") {
    for (let index = recall.index - 1; index >= 0; index--) {
      if (fits(history[index] ?? "")) return { ...recall, index };
    }
    return undefined;
  }
  for (let index = recall.index + 1; index < history.length; index++) {
    if (fits(history[index] ?? "")) return { ...recall, index };
  }
  return recall.index < history.length ? { ...recall, index: history.length } : undefined;
}

export function recallText(history: History, { draft, index }: Recall): string {
  return history[index] ?? draft;
}
