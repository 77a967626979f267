/**
 * Which runs of `*` and `_` begin and end emphasis, after CommonMark. Linear: every run is pushed and popped at most
 * once per character. It must not know what emphasis looks like.
 */

export interface Delimiter {
  readonly character: "*" | "_";
  /** Offset of the run in the text. */
  readonly at: number;
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

/** From the first character of the opening marker up to the last one of the closing marker. */
export interface Emphasis {
  readonly strong: boolean;
  readonly from: number;
  readonly to: number;
  readonly markerLength: 1 | 2;
  /** There is no closing marker yet. */
  readonly open: boolean;
}

interface Opener {
  readonly character: "*" | "_";
  at: number;
  left: number;
}

/** With `endOfText`, what is open at the end counts as closed there. */
export function pairDelimiters(delimiters: readonly Delimiter[], endOfText?: number): readonly Emphasis[] {
  const found: Emphasis[] = [];
  const stack: Opener[] = [];
  const waiting = { "*": 0, _: 0 };

  function close(delimiter: Delimiter): number {
    let used = 0;
    while (used < delimiter.length && waiting[delimiter.character] > 0) {
      const opener = stack.at(-1);
      if (!opener) break;
      if (opener.character !== delimiter.character) {
        drop();
        continue;
      }
      const markerLength = opener.left >= 2 && delimiter.length - used >= 2 ? 2 : 1;
      opener.left -= markerLength;
      found.push({
        strong: markerLength === 2,
        from: opener.at + opener.left,
        to: delimiter.at + used + markerLength,
        markerLength,
        open: false,
      });
      used += markerLength;
      if (opener.left === 0) drop();
    }
    return used;
  }

  function drop(): void {
    const opener = stack.pop();
    if (opener) waiting[opener.character] -= 1;
  }

  for (const delimiter of delimiters) {
    const used = delimiter.closes ? close(delimiter) : 0;
    if (!delimiter.opens || used === delimiter.length) continue;
    stack.push({
      character: delimiter.character,
      at: delimiter.at + used,
      left: delimiter.length - used,
    });
    waiting[delimiter.character] += 1;
  }
  if (endOfText !== undefined) found.push(...stack.flatMap((opener) => closedAtEnd(opener, endOfText)));
  return found;
}

/** Longer runs than three are no emphasis that anyone means. */
function closedAtEnd({ at, left }: Opener, end: number): readonly Emphasis[] {
  if (left > 3 || at + left >= end) return [];
  const markerLength = left >= 2 ? 2 : 1;
  return [{ strong: left >= 2, from: at + left - markerLength, to: end, markerLength, open: true }];
}
