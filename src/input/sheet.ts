/** The rows of the whole text, each found when it is asked for. It must not know which of them are visible. */
import { type PromptRows, promptRows } from "./prompt-rows.ts";
import { type Frame, fillRow } from "./row.ts";
import type { Lines, Position } from "./text-buffer.ts";
import { cursorRow, type WrappedLine, wrapLine } from "./wrap-line.ts";

export interface SheetText {
  readonly lines: Lines;
  readonly cursor: Position;
}

/** A row of a line, counting those that its prompt fills. */
export interface RowPlace {
  readonly line: number;
  readonly row: number;
}

export interface InputRow {
  readonly prompt: string;
  readonly text: string;
}

export interface Sheet {
  readonly cursor: RowPlace;
  readonly cursorColumn: number;
  /** The place, or the nearest one before it that exists. */
  existing(place: RowPlace): RowPlace;
  /** So many rows further up, or the first one. */
  back(place: RowPlace, count: number): RowPlace;
  /** At most so many rows from here on, and whether there are more. */
  from(top: RowPlace, count: number): { readonly places: readonly RowPlace[]; readonly more: boolean };
  draw(place: RowPlace): InputRow;
  /** The lines that took time. */
  long(): readonly WrappedLine[];
}

const longLine = 2000;

/** Asking further than `limit` rows below the cursor is no use. */
export function createSheet(
  { lines, cursor }: SheetText,
  frame: Frame,
  limit: number,
  known: readonly WrappedLine[] = [],
): Sheet {
  const wrappedLines = new Map<number, WrappedLine>();
  const firstPrompt = promptRows(0, frame);
  const furtherPrompt = promptRows(1, frame);
  const promptAt = (line: number): PromptRows => (line === 0 ? firstPrompt : furtherPrompt);

  function wrappedAt(line: number): WrappedLine {
    const wrapped = wrappedLines.get(line) ?? wrap(line);
    wrappedLines.set(line, wrapped);
    return wrapped;
  }

  function wrap(line: number): WrappedLine {
    const text = lines[line] ?? "";
    const offset = line < cursor.line ? text.length : line === cursor.line ? cursor.column : 0;
    const wanted = { offset, extra: limit };
    return wrapLine(text, promptAt(line).column, frame, wanted, text.length < longLine ? [] : known);
  }

  const { row, column, overflows } = cursorRow(wrappedAt(cursor.line), cursor.column, frame);

  function countAt(line: number): number {
    const extra = overflows && line === cursor.line ? 1 : 0;
    return promptAt(line).full.length + wrappedAt(line).starts.length + extra;
  }

  return {
    cursor: { line: cursor.line, row: promptAt(cursor.line).full.length + row },
    cursorColumn: column,
    existing({ line, row: wanted }) {
      const last = Math.min(line, lines.length - 1);
      return { line: last, row: Math.min(wanted, countAt(last) - 1) };
    },
    back(place, count) {
      let { line, row: at } = place;
      let missing = count;
      while (missing > at && line > 0) {
        missing -= at + 1;
        line--;
        at = countAt(line) - 1;
      }
      return { line, row: Math.max(0, at - missing) };
    },
    from(top, count) {
      const places: RowPlace[] = [];
      for (let { line, row: at } = top; line < lines.length; line++, at = 0) {
        for (; at < countAt(line); at++) {
          if (places.length === count) return { places, more: true };
          places.push({ line, row: at });
        }
      }
      return { places, more: false };
    },
    draw({ line, row: at }) {
      const { full, rest, column: first } = promptAt(line);
      if (at < full.length) return { prompt: full[at] ?? "", text: "" };
      const index = at - full.length;
      const { text, starts } = wrappedAt(line);
      const [prompt, from] = index === 0 ? [rest, first] : [" ".repeat(frame.indent), frame.indent];
      return { prompt, text: fillRow(text, starts[index] ?? text.length, from, frame).text };
    },
    long: () => [...wrappedLines.values()].filter(({ text }) => text.length >= longLine),
  };
}
