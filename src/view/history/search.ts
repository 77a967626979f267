/** Where a text stands in a part, and how that is shown. Matches are found in lines before they are cut to a width. */
import type { Line, Role, Span } from "../line.ts";
import { slice } from "../safe-text.ts";
import { type LongLine, lineText } from "../wrap.ts";

/** Plain text, in capitals or not. Undefined where there is nothing to look for. */
export function patternOf(query: string): RegExp | undefined {
  return query === "" ? undefined : new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
}

export function countMatches(lines: readonly LongLine[], pattern: RegExp): number {
  return lines.reduce((sum, { body }) => sum + rangesIn(body, pattern).length, 0);
}

/** `current` is the number of the match that was jumped to, where it is among these lines. */
export function highlight(
  lines: readonly LongLine[],
  pattern: RegExp,
  current?: number,
): readonly LongLine[] {
  let seen = 0;
  return lines.map((line) => {
    const ranges = rangesIn(line.body, pattern);
    if (ranges.length === 0) return line;
    const body = marked(line.body, ranges, (index) =>
      seen + index === current ? "selection" : "search-match",
    );
    seen += ranges.length;
    return { ...line, body };
  });
}

type Range = readonly [from: number, to: number];

function rangesIn(line: Line, pattern: RegExp): readonly Range[] {
  return Array.from(lineText(line).matchAll(pattern), ({ 0: text, index }) => [index, index + text.length]);
}

/** Splits the spans where matches begin and end. Both are in order, so one pass does. */
function marked(line: Line, ranges: readonly Range[], roleOf: (index: number) => Role): Line {
  const spans: Span[] = [];
  let offset = 0;
  let next = 0;
  for (const { role, text } of line) {
    for (let at = 0; at < text.length; ) {
      const [from, to] = ranges[next] ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      const place = offset + at;
      const inside = place >= from;
      const end = Math.min(text.length, (inside ? to : from) - offset);
      spans.push({ role: inside ? roleOf(next) : role, text: slice(text, at, end) });
      at = end;
      if (offset + at >= to) next += 1;
    }
    offset += text.length;
  }
  return spans;
}
