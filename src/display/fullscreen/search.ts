/** Goes through the history from place to place that holds a text, never for long at a time. */
import type { Direction } from "../../view/history/finder.ts";
import type { History } from "../../view/history.ts";
import { type SafeText, safeText, sanitiseLine } from "../../view/sanitise.ts";
import type { Clock, Timer } from "../display.ts";

export interface Search {
  /**
   * From the end of what is on the screen; the text of the last search, or none, goes on from where it was.
   * `by`: what the user presses or writes to search on.
   */
  find(text?: string, direction?: Direction, by?: SafeText): void;
  /** What is being looked for is not looked for any longer. */
  pause(): void;
  /** Nothing is marked, and the next search begins anew. */
  end(): void;
}

export interface SearchOptions {
  readonly history: Pick<History, "search" | "find" | "toStart" | "toEnd">;
  readonly clock: Clock;
  /** A search through a long history speaks later. Undefined: there is nothing to say. */
  readonly say: (remark: Remark | undefined) => void;
}

/** One thing in several wordings, the longest first: the first that fits is shown. */
export type Remark = readonly SafeText[];

const further = {
  back: safeText`is not further up.`,
  forward: safeText`is not further down.`,
} as const;

const startsAgain = {
  back: safeText`begins again at the end.`,
  forward: safeText`begins again at the top.`,
} as const;

const nowhere = { back: safeText`is nowhere above.`, forward: safeText`is nowhere below.` } as const;

const nowhereAtAll = { back: safeText`Nowhere above.`, forward: safeText`Nowhere below.` } as const;
const nothingToFind = [safeText`Nothing to look for yet: write /find TEXT.`, safeText`Write /find TEXT.`];

const beginnings = {
  back: ({ toEnd }: SearchOptions["history"]) => toEnd(),
  forward: ({ toStart }: SearchOptions["history"]) => toStart(),
} as const;

export function createSearch({ history, clock, say }: SearchOptions): Search {
  let query = "";
  /** Whether the text was found since the search began, or began anew. */
  let foundAny = false;
  /** There was no further match that way. */
  let exhausted: Direction | undefined;
  let timer: Timer | undefined;

  function pause(): void {
    timer?.cancel();
    timer = undefined;
  }

  function begin(text: string): void {
    query = text;
    foundAny = false;
    exhausted = undefined;
    history.search(text);
  }

  /** Keys are listened to between two steps. */
  function step(direction: Direction, by: SafeText): void {
    timer = undefined;
    const found = history.find(direction);
    if (found === "more") {
      timer = clock.after(0, () => step(direction, by));
      return;
    }
    exhausted = found === "none" ? direction : undefined;
    if (exhausted) return say(nothingMore(direction, by));
    foundAny = true;
    say(undefined);
  }

  function nothingMore(direction: Direction, by: SafeText): Remark {
    const shown = sanitiseLine(query);
    if (!foundAny) return [safeText`"${shown}" ${nowhere[direction]}`, nowhereAtAll[direction]];
    return [
      safeText`"${shown}" ${further[direction]} ${by} ${startsAgain[direction]}`,
      safeText`No more; ${by} ${startsAgain[direction]}`,
      safeText`No more; ${by} starts anew.`,
    ];
  }

  return {
    find(text = query, direction = "back", by = safeText`/find`) {
      pause();
      if (text === "") return say(nothingToFind);
      const again = exhausted !== undefined && (exhausted === direction || !foundAny);
      if (again && foundAny && text === query) beginnings[direction](history);
      if (text !== query || again) begin(text);
      step(direction, by);
    },
    pause,
    end() {
      pause();
      begin("");
    },
  };
}
