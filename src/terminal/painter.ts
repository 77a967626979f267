/**
 * Turns frames into the bytes that change the screen from what it shows to what it is to show, and takes and gives back
 * the screen. All bytes come from the writer; it must not know what a frame means, nor how bytes reach the terminal.
 */
import { type Brush, type BrushOptions, createBrush } from "./brush.ts";
import { clearCanvas, createCanvas, paintCanvas } from "./canvas.ts";
import { createCurtain } from "./curtain.ts";
import type { Frame } from "./frame.ts";

export interface Painter {
  /** Takes the screen and clears it. Does nothing if it is taken already. */
  enter(): void;
  /** Sends nothing if nothing changed, or if the screen is not taken. Rows are compared by identity first. */
  paint(frame: Frame): void;
  /** Gives the screen back: the inverse of `enter`. Does nothing if it is not taken. */
  leave(): void;
  /** What the screen shows is unknown: the next frame is sent in full. */
  invalidate(): void;
  resize(columns: number, rows: number): void;
}

/** `write` is called once for each frame that changes anything, with all of it. */
export interface PainterOptions extends BrushOptions {
  readonly columns: number;
  readonly rows: number;
}

export function createPainter(options: PainterOptions): Painter {
  let canvas = createCanvas(options.columns, options.rows);
  const brush = createBrush(options, (row) => canvas.shown[row]);
  const curtain = createCurtain(brush);
  let isTaken = false;
  let isKnown = false;

  function paint(frame: Frame): void {
    if (!isKnown) {
      clearCanvas(canvas, brush);
      isKnown = true;
    }
    paintCanvas(canvas, brush, frame);
    if (frame.cursor !== undefined) {
      brush.cursor.moveTo(clamp(frame.cursor.row, canvas.rows), clamp(frame.cursor.column, canvas.columns));
    }
    curtain.show(frame.cursor !== undefined);
    curtain.enclose();
    brush.writer.flush();
  }

  function forget(): void {
    isKnown = false;
    brush.cursor.forget();
  }

  return {
    enter() {
      if (!isTaken) {
        isTaken = true;
        forget();
        takeScreen(brush);
        clearCanvas(canvas, brush);
        isKnown = true;
        brush.writer.flush();
      }
    },
    paint: (frame) => isTaken && paint(frame),
    leave() {
      if (isTaken) {
        isTaken = false;
        brush.pen.lay();
        brush.cursor.moveTo(canvas.rows - 1, 0);
        curtain.show(true);
        giveScreenBack(brush, canvas.rows);
        brush.writer.flush();
      }
    },
    invalidate() {
      forget();
      brush.pen.forget();
    },
    resize(columns, rows) {
      canvas = createCanvas(columns, rows);
      forget();
    },
  };
}

function takeScreen({ capabilities, charset, writer }: Brush): void {
  writer.put("smcup");
  if (usesKeypad(capabilities)) {
    writer.put("smkx");
  }
  if (charset.hasAlternates) {
    writer.put("enacs");
  }
}

/** From the first column of the last row, so that the shell's prompt does not mix with what is shown. */
function giveScreenBack({ capabilities, writer }: Brush, rows: number): void {
  if (usesKeypad(capabilities)) {
    writer.put("rmkx");
  }
  if (capabilities.has("rmcup") || !capabilities.has("ind")) {
    writer.put("el");
    writer.put("rmcup");
    return;
  }
  writer.put("ind", [], rows);
}

/** A mode that could not be ended again is not begun. */
function usesKeypad(capabilities: Brush["capabilities"]): boolean {
  return capabilities.has("smkx") && capabilities.has("rmkx");
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}
