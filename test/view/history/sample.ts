/** A history to look at: blocks of a given text, and what a pane shows of it. */
import type { BlockSource } from "../../../src/view/block.ts";
import { type Archive, createMemoryArchive } from "../../../src/view/history/archive.ts";
import { createHistory, type History } from "../../../src/view/history.ts";
import { sanitise } from "../../../src/view/sanitise.ts";
import { lineText } from "../../../src/view/wrap.ts";

export function noteOf(text: string): BlockSource {
  return { kind: "note", role: "notice", text: sanitise(text), gap: false };
}

export function promptOf(text: string): BlockSource {
  return { kind: "prompt", text: sanitise(text), gap: false };
}

export interface Watched {
  readonly history: History;
  /** Rows wrapped and blocks read back since the last call. */
  work(): { readonly wrapped: number; readonly read: number };
}

export function watchedHistory(archive: Archive = createMemoryArchive()): Watched {
  let wrapped = 0;
  let read = 0;
  const watched: Archive = {
    keep: archive.keep,
    read(index) {
      read += 1;
      return archive.read(index);
    },
  };
  const history = createHistory({
    archive: watched,
    onWrapped: (rows) => {
      wrapped += rows;
    },
  });
  return {
    history,
    work() {
      const done = { wrapped, read };
      wrapped = read = 0;
      return done;
    },
  };
}

/** Blocks `0` to `count - 1`, each one line. */
export function numbered(count: number): History {
  const { history } = watchedHistory();
  for (let index = 0; index < count; index += 1) history.add(noteOf(`${index}`));
  return history;
}

export function screen(history: History, height: number, width = 40): readonly string[] {
  return history.visible(width, height).rows.map(({ line }) => lineText(line));
}
