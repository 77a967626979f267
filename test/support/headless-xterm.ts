/** A terminal emulator without a window, for tests: what bytes look like in xterm.js. */
import { createRequire } from "node:module";
import type { IBufferCell } from "@xterm/headless";
import { defaultColour, packStyle, type Style } from "../../src/terminal/style.ts";

// Its package.json names a module that it does not ship, so it must be required.
const { Terminal } = createRequire(import.meta.url)("@xterm/headless") as typeof import("@xterm/headless");

export interface HeadlessXterm {
  write(bytes: string): Promise<void>;
  resize(columns: number, rows: number): void;
  /** What each cell shows; the right half of a wide character is empty. */
  cells(): readonly (readonly XtermCell[])[];
  cursor(): { readonly row: number; readonly column: number };
  close(): void;
}

export interface XtermCell {
  readonly text: string;
  readonly style: Style;
}

/** As a tty would pass it on: with a return before each line feed. */
export function createHeadlessXterm(columns: number, rows: number): HeadlessXterm {
  const terminal = new Terminal({
    cols: columns,
    rows,
    convertEol: true,
    allowProposedApi: true,
    scrollback: 0,
  });
  return {
    write: (bytes) => new Promise((resolve) => terminal.write(Buffer.from(bytes, "latin1"), resolve)),
    resize: (newColumns, newRows) => terminal.resize(newColumns, newRows),
    cells: () => {
      const { active } = terminal.buffer;
      return Array.from({ length: terminal.rows }, (_, row) => {
        const line = active.getLine(active.baseY + row);
        return Array.from({ length: terminal.cols }, (_, column) => {
          const cell = line?.getCell(column);
          return cell === undefined ? { text: "", style: 0 } : readCell(cell);
        });
      });
    },
    cursor: () => ({
      row: terminal.buffer.active.cursorY,
      column: Math.min(terminal.cols - 1, terminal.buffer.active.cursorX),
    }),
    close: () => terminal.dispose(),
  };
}

function readCell(cell: IBufferCell): XtermCell {
  const style = packStyle({
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    underline: cell.isUnderline() !== 0,
    reverse: cell.isInverse() !== 0,
    italic: cell.isItalic() !== 0,
    fg: cell.isFgPalette() ? cell.getFgColor() : defaultColour,
    bg: cell.isBgPalette() ? cell.getBgColor() : defaultColour,
  });
  return { text: cell.getWidth() === 0 ? "" : cell.getChars() || " ", style };
}
