/** The lines that a terminal would show in the end, of a program that overwrites what it has written. */
import { createScreenReader, type ScreenPiece } from "./escapes.ts";

export interface ScreenLine {
  readonly text: string;
  /** The colour of its first visible character, as its number in SGR. */
  readonly colour: number | undefined;
}

export interface ScreenLines {
  /** The lines that are complete: the last one is kept until more comes, because it may be overwritten. */
  read(text: string): readonly ScreenLine[];
  end(): readonly ScreenLine[];
}

/** Longer lines are broken. */
const maxLine = 1_000_000;

/** Lines that are `final` are told at once, whatever is written over them. */
export function createScreenLines(final: (line: ScreenLine) => boolean = () => false): ScreenLines {
  const pieces = createScreenReader();
  let colour: number | undefined;
  let line: ScreenLine = empty;
  let returned = false;
  let last: ScreenLine | undefined;

  function put(text: string): void {
    if (returned) line = empty;
    returned = false;
    const isFirst = line.text.trim() === "" && text.trim() !== "";
    line = { text: line.text + text, colour: isFirst ? colour : line.colour };
  }

  function take(piece: ScreenPiece): readonly ScreenLine[] {
    switch (piece.kind) {
      case "text": {
        const done = last ? [last] : [];
        last = undefined;
        put(piece.text);
        return line.text.length < maxLine ? done : [...done, ...take({ kind: "newline" })];
      }
      case "newline": {
        const before = last ? [last] : [];
        const done = final(line) ? [...before, line] : before;
        last = final(line) ? undefined : line;
        line = empty;
        returned = false;
        return done;
      }
      case "return":
        returned = true;
        return [];
      case "erase-line":
        line = empty;
        return [];
      case "up":
        if (last) line = last;
        last = undefined;
        return [];
      case "colour":
        colour = piece.colour;
        return [];
    }
  }

  return {
    read: (text) => pieces(text).flatMap(take),
    // What stands after the last newline is a line as well.
    end: () => [...(last ? [last] : []), ...(line.text === "" ? [] : [line])],
  };
}

const empty: ScreenLine = { text: "", colour: undefined };
