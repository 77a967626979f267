/** Cuts text that arrives in pieces into lines. */

/** Far more than any line of an answer: a server that never ends its line must not fill the memory. */
export const maxLineChars = 16_000_000;

export interface LineSplitter {
  /** The lines that this piece ends. Throws a SyntaxError when one grows too long. */
  split(text: string): readonly string[];
}

/** An unfinished line is kept in pieces: joining it with each packet would cost its whole length every time. */
export function createLineSplitter(maxChars = maxLineChars): LineSplitter {
  let pieces: string[] = [];
  let length = 0;
  return {
    split(text) {
      const [first = "", ...others] = text.split("\n");
      const rest = others.pop();
      pieces.push(first);
      length += first.length;
      if (length > maxChars) throw new SyntaxError("a line is too long");
      if (rest === undefined) return [];
      const line = pieces.join("");
      pieces = [rest];
      length = rest.length;
      return [line, ...others];
    },
  };
}
