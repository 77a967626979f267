/** Carries out what commands ask of the screen: moving through the history, finding, expanding, restyling. */
import type { ViewAction } from "../../model/event.ts";
import type { BlockKind } from "../../view/block.ts";
import { collapsible } from "../../view/block.ts";
import type { History } from "../../view/history.ts";
import type { Clock } from "../display.ts";
import type { Sought } from "./finding.ts";
import { createSearch, type Remark } from "./search.ts";

export interface Viewer {
  show(action: ViewAction): void;
  /** What became of the last search, until it is forgotten. */
  remark(): Remark | undefined;
  /** Ends a search that is under way. What it has found stays marked. */
  forget(): void;
  /** Nothing is marked any more. */
  endSearch(): void;
  /** The history as the keys search it. */
  readonly sought: Sought;
}

export interface ViewerOptions {
  readonly history: History;
  readonly clock: Clock;
  readonly showKeys: () => void;
  /** The theme has changed. */
  readonly restyle: () => void;
  readonly refresh: () => void;
}

type Shows = { readonly [K in ViewAction["kind"]]: (action: Extract<ViewAction, { kind: K }>) => void };

export function createViewer({ history, clock, showKeys, restyle, refresh }: ViewerOptions): Viewer {
  let goBack = () => {};
  let remark: Remark | undefined;
  const search = createSearch({
    history,
    clock,
    say(text) {
      remark = text;
      refresh();
    },
  });

  const goes: Readonly<Record<Extract<ViewAction, { kind: "go" }>["to"], () => void>> = {
    top: history.toStart,
    bottom() {
      history.toEnd();
      search.end();
    },
    "previous-message": () => history.toMessage("back"),
    "next-message": () => history.toMessage("forward"),
  };

  const shows: Shows = {
    scroll({ by, count }) {
      if (by === "lines") history.scroll(count);
      else history.scrollPages(count / 2);
    },
    go: ({ to }) => goes[to](),
    find: ({ text }) => search.find(text),
    expand({ expanded }) {
      for (const kind of Object.keys(collapsible)) history.expandAll(kind as BlockKind, expanded);
    },
    keys: showKeys,
    theme: restyle,
  };

  return {
    show: (action) => (shows[action.kind] as (action: ViewAction) => void)(action),
    remark: () => remark,
    forget() {
      remark = undefined;
      search.pause();
    },
    endSearch: search.end,
    sought: {
      begin() {
        goBack = history.bookmark();
      },
      seek(text) {
        goBack();
        if (text === "") search.end();
        else search.find(text);
      },
      next: (direction, by) => search.find(undefined, direction, by),
      end: search.end,
      leave() {
        search.end();
        goBack();
      },
    },
  };
}
