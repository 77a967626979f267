/**
 * Turns the bytes of standard input into texts: lines, pasted blocks, multi-line blocks. The terminal stays in
 * its own line mode, so its line editing (or Emacs') works.
 */
import type { Readable } from "node:stream";
import { createLineAssembler } from "../../input/multiline.ts";
import type { Clock } from "../display.ts";
import { createLineSplitter } from "./line-splitter.ts";
import { createPasteWindow } from "./paste-window.ts";

export interface LineReader {
  /** Hands over what has arrived, without waiting for the paste window to close. */
  flush(): void;
  /** Drops a block that is not complete. */
  abandon(): void;
  /** Drops everything that has not been handed over. */
  discard(): void;
  /** Leaves what is entered from now on to others. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** A line by itself, lines joined by a block, or lines that came all at once. */
export type Entered = "line" | "block" | "paste";

export interface LineReaderOptions {
  readonly input: Readable;
  readonly detectPaste: boolean;
  readonly clock: Clock;
  /** True when this line, entered by itself, was an answer that was waited for; then it is spent. */
  readonly takeAnswer: (line: string) => boolean;
  readonly onText: (text: string, entered: Entered) => void;
  /** Enter was pressed; the text may follow later. */
  readonly onEnter: () => void;
  readonly onBlockOpen: () => void;
  readonly onEnd: () => void;
}

export function createLineReader(options: LineReaderOptions): LineReader {
  const { input } = options;
  const splitter = createLineSplitter();
  const sorter = createSorter(options);
  const pasteWindow = createPasteWindow(options.clock, sorter.together);
  let stopped = false;

  function onData(chunk: Uint8Array): void {
    const lines = splitter.push(chunk);
    if (lines.length === 0) return;
    options.onEnter();
    if (options.detectPaste) pasteWindow.add(lines);
    else lines.forEach(sorter.alone);
  }

  function onEnd(): void {
    if (stopped) return;
    stopped = true;
    pasteWindow.flush();
    const rest = splitter.end();
    if (rest !== "") sorter.alone(rest);
    sorter.end();
    options.onEnd();
  }

  input.on("data", onData);
  input.on("end", onEnd);
  // A terminal that is gone (EIO after a hang-up) ends the input.
  input.on("error", onEnd);

  return {
    flush: pasteWindow.flush,
    abandon: sorter.reset,
    discard() {
      pasteWindow.drop();
      splitter.drop();
      sorter.reset();
    },
    pause: () => input.pause(),
    resume: () => input.resume(),
    stop() {
      stopped = true;
      pasteWindow.drop();
      input.removeListener("data", onData);
      input.pause();
    },
  };
}

interface Sorter {
  alone(line: string): void;
  together(lines: readonly string[]): void;
  /** Hands over the block that is open. */
  end(): void;
  reset(): void;
}

/** Tells answers, pastes and blocks from single lines. */
function createSorter({ takeAnswer, onText, onBlockOpen }: LineReaderOptions): Sorter {
  const assembler = createLineAssembler();

  function assemble(line: string): void {
    const entered = assembler.open() ? "block" : "line";
    const text = assembler.push(line);
    if (text !== undefined) onText(text, entered);
    else onBlockOpen();
  }

  function alone(line: string): void {
    if (!takeAnswer(line)) assemble(line);
  }

  return {
    alone,
    together(lines) {
      if (lines.length === 1) return lines.forEach(alone);
      // Enter pressed several times is no paste.
      const pasted = !assembler.open() && lines.some((line) => line.trim() !== "");
      if (pasted) onText(lines.join("\n"), "paste");
      else lines.forEach(assemble);
    },
    end() {
      const text = assembler.end();
      if (text !== undefined) onText(text, "block");
    },
    reset: assembler.reset,
  };
}
