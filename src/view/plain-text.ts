/** Text without any markup as parts of bounded size. */
import { mostChars, mostLines, type Part } from "./part.ts";
import type { PartReader, ReadStep } from "./part-stream.ts";
import { cutPoint, join, slice, splitLines } from "./safe-text.ts";
import type { SafeText } from "./sanitise.ts";

export interface PlainState {
  readonly lines: readonly SafeText[];
  readonly chars: number;
  /** Nothing has been completed yet. */
  readonly first: boolean;
}

/** `make` is told whether it makes the first part. */
export function plainReader(make: (text: SafeText, first: boolean) => Part): PartReader<PlainState> {
  function close(state: PlainState): ReadStep<PlainState> {
    if (state.lines.length === 0) return { state, parts: [] };
    const parts = [make(join(state.lines, "\n"), state.first)];
    return { state: { lines: [], chars: 0, first: false }, parts };
  }
  return {
    start: { lines: [], chars: 0, first: true },
    close,
    isBoundary: ({ lines }) => lines.length === 0,
    readLine(state, line, fresh) {
      const grown = {
        lines: fresh ? [...state.lines, line] : joined(state.lines, line),
        chars: state.chars + line.length,
        first: state.first,
      };
      const full = grown.lines.length >= mostLines || grown.chars >= mostChars;
      return full ? close(grown) : { state: grown, parts: [] };
    },
  };
}

function joined(lines: readonly SafeText[], rest: SafeText): readonly SafeText[] {
  return [...lines.slice(0, -1), join([...lines.slice(-1), rest])];
}

/** Text that is complete, cut into pieces of bounded size. */
export function pieces(text: SafeText): readonly SafeText[] {
  const found: SafeText[] = [];
  let lines: SafeText[] = [];
  let chars = 0;
  for (const line of splitLines(text).flatMap(shortLines)) {
    if (lines.length >= mostLines || (lines.length > 0 && chars + line.length > mostChars)) {
      found.push(join(lines, "\n"));
      lines = [];
      chars = 0;
    }
    lines.push(line);
    chars += line.length;
  }
  return [...found, join(lines, "\n")];
}

function shortLines(line: SafeText): SafeText | readonly SafeText[] {
  if (line.length <= mostChars) return line;
  const short: SafeText[] = [];
  let rest = line;
  while (rest.length > mostChars) {
    const at = cutPoint(rest, mostChars);
    short.push(slice(rest, 0, at));
    rest = slice(rest, at);
  }
  return [...short, rest];
}
