/**
 * Turns frames into the bytes that change the screen from what it shows to what it is to show. All bytes come from the
 * writer; it must not know what a frame means, nor how the bytes reach the terminal.
 */
import type { Expand } from "../terminfo/expand.ts";
import { extendedName } from "../terminfo/names.ts";
import type { Entry } from "../terminfo/read.ts";
import { deriveAttributes } from "./attributes.ts";
import { createCapabilities } from "./capabilities.ts";
import { readCells } from "./cell-reader.ts";
import type { Charset } from "./charset.ts";
import { type Colours, createColours } from "./colours.ts";
import { createCursor } from "./cursor.ts";
import type { Frame, Position } from "./frame.ts";
import { createLooks } from "./looks.ts";
import { createPen } from "./pen.ts";
import { createRowPainter } from "./row-painter.ts";
import {
  type CellRow,
  copyCells,
  createRows,
  isPlainBlank,
  makeBlank,
  makeUnknown,
  sameCells,
} from "./screen-rows.ts";
import { findShift, type Shift } from "./scroll-finder.ts";
import { createScroller } from "./scroller.ts";
import { plain } from "./style.ts";
import { createWriter, type Write } from "./writer.ts";

export interface Painter {
  /** Takes the screen and clears it. Does nothing if it is taken already. */
  enter(): void;
  /** Sends nothing if nothing changed, or if the screen is not taken. Rows are compared by identity first. */
  paint(frame: Frame): void;
  /** Gives the screen back: the inverse of `enter`. Does nothing if it was not taken. */
  leave(): void;
  /** What the screen shows is unknown: the next frame is sent in full. */
  invalidate(): void;
  resize(columns: number, rows: number): void;
}

export interface PainterOptions {
  readonly entry: Entry;
  readonly expand: Expand;
  /** Called once for each frame that changes anything, with all of it. */
  readonly write: Write;
  readonly columns: number;
  readonly rows: number;
  readonly charset: Charset;
  readonly colours?: Colours | undefined;
}

/** A frame with more bytes than this is hidden until it is complete: no cursor that darts about. */
const bigFrame = 256;
/** Erasing to the end of the screen pays from so many rows on. */
const rowsWorthErasing = 2;
const sync = extendedName("Sync");
const [syncBegin, syncEnd] = [1, 2];
const mostShifts = 3;

export function createPainter(options: PainterOptions): Painter {
  const { charset } = options;
  const capabilities = createCapabilities(options.entry);
  const { entry, facts } = capabilities;
  const colours = options.colours ?? createColours(entry);
  const writer = createWriter({ ...options, entry });
  const attributes = deriveAttributes(capabilities, options.expand);
  const looks = createLooks(capabilities, attributes, colours);
  const pen = createPen(writer, attributes, colours);
  const cursor = createCursor({ entry, writer, beforeMove: facts.movesInAttributes ? () => {} : pen.lay });
  const paintRow = createRowPainter({ capabilities, charset, writer, cursor, pen });
  const scroll = createScroller({ writer, cursor, pen });
  const canHide = writer.cost("civis") + writer.cost("cnorm") < Number.POSITIVE_INFINITY;
  const hasKeypad = capabilities.has("smkx") && capabilities.has("rmkx");

  let { columns, rows } = options;
  let shown = createRows(rows, columns);
  let want = createRows(rows, columns);
  let entered = false;
  let valid = false;
  let hidden = false;

  function clearScreen(): void {
    pen.lay();
    if (facts.clearBy === "clear") {
      writer.put("clear", [], rows);
      cursor.forget();
    } else {
      cursor.moveTo(0, 0);
      writer.put("ed", [], rows);
    }
    shown.forEach(makeBlank);
    valid = true;
  }

  /** Reads the frame's rows where they are new; returns the outermost ones that differ. */
  function readFrame(frame: Frame): { readonly first: number; readonly last: number } {
    let first = rows;
    let last = -1;
    for (let row = 0; row < rows; row++) {
      if (isChanged(frame, row)) {
        first = Math.min(first, row);
        last = row;
      }
    }
    return { first, last };
  }

  function isChanged(frame: Frame, row: number): boolean {
    const [wanted, there, source] = [want[row], shown[row], frame.rows[row]];
    if (wanted === undefined || there === undefined || (source !== undefined && source === there.source)) {
      return false;
    }
    readCells(source, wanted, looks);
    if (row === rows - 1 && facts.lastCell === "scrolls") {
      giveUpLastCell(wanted);
    }
    const changed = !sameCells(wanted, there);
    there.source = changed ? undefined : source;
    return changed;
  }

  /** Scrolls what moved, as long as that spares anything. */
  function scrollBlocks(first: number, last: number): void {
    for (let row = first; row <= last; row++) {
      const [wanted, there] = [want[row], shown[row]];
      // Such a row was not read, because it is the same.
      if (wanted !== undefined && there?.source !== undefined) {
        copyCells(there, wanted);
      }
    }
    for (let count = 0; count < mostShifts; count++) {
      const shift = findShift({ want, shown, first, last });
      if (shift === undefined || !isSafe(shift) || !scroll(shift, rows)) {
        return;
      }
      moveRows(shift);
    }
  }

  /** What scrolls into a last cell that cannot be written must be erasable. */
  function isSafe({ bottom }: Shift): boolean {
    return facts.lastCell !== "scrolls" || bottom < rows - 1 || capabilities.has("el");
  }

  function moveRows({ top, bottom, lines }: Shift): void {
    const region = shown.slice(top, bottom + 1);
    const gone = lines > 0 ? region.splice(0, lines) : region.splice(lines);
    const makeFresh = facts.remembersAbove || facts.remembersBelow ? makeUnknown : makeBlank;
    gone.forEach(makeFresh);
    shown.splice(
      top,
      region.length + gone.length,
      ...(lines > 0 ? [...region, ...gone] : [...gone, ...region]),
    );
  }

  /** If all that is left is blank, one erasure does. */
  function eraseBelow(last: number): void {
    let start = rows;
    let worth = 0;
    while (start > 0 && isBlankWanted(start - 1)) {
      start--;
      const there = shown[start];
      worth += there === undefined || isPlainBlank(there) ? 0 : 1;
    }
    if (worth < rowsWorthErasing || start > last || !capabilities.has("ed")) {
      return;
    }
    pen.lay();
    cursor.moveTo(start, 0);
    writer.put("ed", [], rows - start);
    shown.slice(start).forEach(makeBlank);
  }

  function isBlankWanted(row: number): boolean {
    const there = shown[row];
    const cells = there?.source === undefined ? want[row] : there;
    return cells !== undefined && isPlainBlank(cells);
  }

  function paintRows(frame: Frame, first: number, last: number): void {
    for (let row = first; row <= last; row++) {
      const [wanted, there] = [want[row], shown[row]];
      if (wanted === undefined || there === undefined) {
        continue;
      }
      paintRow(wanted, there, { row, isLastRow: row === rows - 1 });
      there.source = frame.rows[row];
    }
  }

  /** The real cursor, for people and for what reads the screen to them. */
  function placeCursor(position: Position | undefined): void {
    if (position !== undefined) {
      cursor.moveTo(clamp(position.row, rows), clamp(position.column, columns));
    }
    if (canHide && hidden !== (position === undefined)) {
      writer.put(hidden ? "cnorm" : "civis");
      hidden = !hidden;
    }
  }

  /** A big frame is shown all at once, as far as the terminal can do that. */
  function bracket(wasHidden: boolean): void {
    if (writer.pending <= bigFrame) {
      return;
    }
    if (canHide && !wasHidden && !hidden) {
      writer.prepend(() => writer.put("civis"));
      writer.put("cnorm");
    }
    if (capabilities.has(sync)) {
      writer.prepend(() => writer.put(sync, [syncBegin]));
      writer.put(sync, [syncEnd]);
    }
  }

  function paint(frame: Frame): void {
    const wasHidden = hidden;
    if (!valid) {
      clearScreen();
    }
    const { first, last } = readFrame(frame);
    if (first <= last) {
      scrollBlocks(first, last);
      eraseBelow(last);
      paintRows(frame, first, last);
    }
    placeCursor(frame.cursor);
    bracket(wasHidden);
    writer.flush();
  }

  /** Below everything else, so that the shell's prompt does not mix with what is shown. */
  function leaveScreen(): void {
    cursor.moveTo(rows - 1, 0);
    const restores = capabilities.has("rmcup");
    if (restores || !capabilities.has("ind")) {
      writer.put("el");
      writer.put("rmcup");
      return;
    }
    writer.put("ind", [], rows);
  }

  return {
    enter() {
      if (entered) {
        return;
      }
      entered = true;
      writer.put("smcup");
      if (hasKeypad) {
        writer.put("smkx");
      }
      if (charset.hasAlternates) {
        writer.put("enacs");
      }
      cursor.forget();
      clearScreen();
      writer.flush();
    },
    paint(frame) {
      if (entered) {
        paint(frame);
      }
    },
    leave() {
      if (!entered) {
        return;
      }
      entered = false;
      pen.lay();
      placeCursor({ row: rows - 1, column: 0 });
      if (hasKeypad) {
        writer.put("rmkx");
      }
      leaveScreen();
      writer.flush();
      valid = false;
    },
    invalidate() {
      valid = false;
      cursor.forget();
      pen.forget();
    },
    resize(newColumns, newRows) {
      columns = newColumns;
      rows = newRows;
      shown = createRows(rows, columns);
      want = createRows(rows, columns);
      valid = false;
      cursor.forget();
    },
  };
}

function giveUpLastCell(row: CellRow): void {
  const last = row.texts.length - 1;
  if (row.texts[last] === "" && last > 0) {
    row.texts[last - 1] = " ";
    row.styles[last - 1] = plain;
  }
  row.texts[last] = " ";
  row.styles[last] = plain;
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}
