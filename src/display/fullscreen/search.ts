/** Goes up through the history from place to place that holds a text, never for long at a time. */
import type { History } from "../../view/history.ts";
import { type SafeText, safeText, sanitiseLine } from "../../view/sanitise.ts";
import type { Clock, Timer } from "../display.ts";

export interface Search {
  /** From the end of what is on the screen; the text of the last search, or none, goes on from where it was. */
  find(text?: string): void;
  /** What is being looked for is not looked for any longer. */
  pause(): void;
  /** Nothing is marked, and the next search begins anew. */
  end(): void;
}

export interface SearchOptions {
  readonly history: Pick<History, "search" | "find" | "toEnd">;
  readonly clock: Clock;
  /** A search through a long history speaks later. Undefined: there is nothing to say. */
  readonly say: (text: SafeText | undefined) => void;
}

export function createSearch({ history, clock, say }: SearchOptions): Search {
  let query = "";
  /** Whether the text was found since the search began, or began anew. */
  let foundAny = false;
  let exhausted = false;
  let timer: Timer | undefined;

  function pause(): void {
    timer?.cancel();
    timer = undefined;
  }

  function begin(text: string): void {
    query = text;
    foundAny = false;
    exhausted = false;
    history.search(text);
  }

  /** Keys are listened to between two steps. */
  function step(): void {
    timer = undefined;
    const found = history.find("back");
    if (found === "more") {
      timer = clock.after(0, step);
      return;
    }
    exhausted = found === "none";
    if (exhausted) return say(nothingMore());
    foundAny = true;
    say(undefined);
  }

  function nothingMore(): SafeText {
    const shown = sanitiseLine(query);
    return foundAny
      ? safeText`"${shown}" is not further up. /find begins again at the end.`
      : safeText`"${shown}" is nowhere above.`;
  }

  return {
    find(text = query) {
      pause();
      if (text === "") return say(safeText`Nothing to look for yet: write /find TEXT.`);
      if (exhausted && foundAny) history.toEnd();
      if (text !== query || exhausted) begin(text);
      step();
    },
    pause,
    end() {
      pause();
      begin("");
    },
  };
}
