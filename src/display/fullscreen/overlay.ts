/** What stands over the lower part of the history: a question, the help, or a list of completions. */
import { type CompletionList, completionList } from "../../input/completion.ts";
import type { InputLine } from "../../input/input-line.ts";
import { type Line, span } from "../../view/line.ts";
import { safeText, sanitiseLine } from "../../view/sanitise.ts";
import { clipLine } from "../../view/wrap.ts";

export interface Overlay {
  wantedRows(width: number): number;
  lines(width: number, height: number): readonly Line[];
}

/** Undefined while there is nothing to choose from. */
export function completionOverlay({ completion }: InputLine): Overlay | undefined {
  if (!completion) return undefined;
  const list = completionList(completion);
  return {
    wantedRows: () => list.items.length + (list.more > 0 ? 1 : 0),
    lines: (width, height) => listLines(list, width).slice(0, height),
  };
}

function listLines({ items, chosen, more }: CompletionList, width: number): readonly Line[] {
  const widest = Math.max(...items.map(({ text }) => text.length));
  const lines = items.map(({ text, detail = "" }, index): Line => {
    const role = index === chosen ? "selection" : "completion";
    const name = span(role, sanitiseLine(`  ${text.padEnd(widest)} `));
    return clipLine([name, span("muted", safeText` ${sanitiseLine(detail)}`)], width);
  });
  return more > 0 ? [...lines, [span("muted", safeText`  and ${more} more`)]] : lines;
}

/** Lines that are longer than the screen are turned by the page. */
export function pagesOverlay(
  linesFor: (width: number) => readonly Line[],
): Overlay & { turn(pages: number): void } {
  let top = 0;
  let page = 1;
  return {
    wantedRows: (width) => linesFor(width).length,
    lines(width, height) {
      const all = linesFor(width);
      page = Math.max(1, height);
      top = Math.max(0, Math.min(top, all.length - page));
      return all.slice(top, top + page);
    },
    turn(pages) {
      top += pages * page;
    },
  };
}
