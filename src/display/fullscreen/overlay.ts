/** What stands over the lower part of the history: a question, the help, or a list of completions. */
import { type CompletionList, completionList } from "../../input/completion.ts";
import type { InputLine } from "../../input/input-line.ts";
import { textWidth } from "../../text/clusters.ts";
import { type Line, span } from "../../view/line.ts";
import { noText, spaces } from "../../view/safe-text.ts";
import { type SafeText, safeText, sanitiseLine } from "../../view/sanitise.ts";
import { clipLine } from "../../view/wrap.ts";

export interface Overlay {
  wantedRows(width: number): number;
  lines(width: number, height: number): readonly Line[];
}

export interface PagedOverlay extends Overlay {
  turn(pages: number): void;
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
  const names = items.map(({ text }) => sanitiseLine(text));
  const widest = Math.max(...names.map(textWidth));
  const lines = items.map(({ detail = "" }, index): Line => {
    const { [index]: name = noText } = names;
    const role = index === chosen ? "selection" : "completion";
    const column = span(role, safeText`  ${name}${spaces(widest - textWidth(name))} `);
    return clipLine([column, span("muted", safeText` ${sanitiseLine(detail)}`)], width);
  });
  return more > 0 ? [...lines, [span("muted", safeText`  and ${more} more`)]] : lines;
}

/** Lines that are more than the screen has are turned by the page. The last row says which they are and what to press. */
export function pagesOverlay(linesFor: (width: number) => readonly Line[]): PagedOverlay {
  let top = 0;
  let page = 1;
  return {
    wantedRows: (width) => linesFor(width).length + 1,
    lines(width, height) {
      const all = linesFor(width);
      page = Math.max(1, height - 1);
      top = Math.max(0, Math.min(top, all.length - page));
      const foot = clipLine([span("muted", footText(top, page, all.length, width))], width);
      return [...all.slice(top, top + page), foot].slice(0, height);
    },
    turn(pages) {
      top += pages * page;
    },
  };
}

function footText(top: number, page: number, count: number, width: number): SafeText {
  if (count <= page) return safeText`-- any key closes --`;
  const [key, does] =
    top + page < count ? [safeText`Space`, safeText`goes on`] : [safeText`PgUp`, safeText`goes back`];
  const few = safeText`${top + 1}-${top + page}/${count}`;
  const wordings = [
    safeText`-- lines ${top + 1} to ${top + page} of ${count}; ${key} ${does}, another key closes --`,
    safeText`-- ${few}; ${key} ${does}, else close --`,
    safeText`${few} ${key}, Esc`,
  ];
  return wordings.find((text) => textWidth(text) <= width) ?? few;
}
