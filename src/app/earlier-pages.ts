/** What was said before, page by page from the journal. Nothing is kept of what was read. */
import type { JournalPage } from "../sessions/journal-survey.ts";
import { messagesBetween } from "../sessions/read-messages.ts";
import type { EarlierPages } from "../view/earlier.ts";

/** About so many bytes of a journal make a line on the screen. */
const bytesPerLine = 60;

export function earlierPages(path: string, pages: readonly JournalPage[]): EarlierPages {
  return {
    count: pages.length,
    lines(index) {
      const page = pages[index];
      return page ? (page.to - page.from) / bytesPerLine : 0;
    },
    read(index) {
      const page = pages[index];
      if (!page) return undefined;
      try {
        return { messages: messagesBetween(path, page.from, page.to), afterTool: page.afterTool };
      } catch {
        return undefined;
      }
    },
  };
}
