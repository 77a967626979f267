/**
 * blessed as a layout engine: widgets, focus and keys are its own, but it never meets a terminal. What it has drawn is
 * handed on as frames, and keys are fed to it. To be loaded with `import()` only: blessed is big.
 */
import { createFramer } from "./blessed-frame.ts";
import { keyPress } from "./blessed-keys.ts";
import { createProgram } from "./blessed-program.ts";
import { blessed, type Screen } from "./blessed-types.ts";
import type { Frame } from "./frame.ts";
import type { Key } from "./keys/key.ts";
import { stackedRows } from "./rows-pane.ts";

export interface ScreenOptions {
  readonly columns: number;
  readonly rows: number;
  /** Called at the end of every rendering. */
  paint(frame: Frame): void;
}

export interface WidgetScreen {
  /** The parent of the widgets. */
  readonly root: Screen;
  render(): void;
  feed(key: Key): void;
  /** Lays out and renders at once. */
  resize(columns: number, rows: number): void;
  /** Bytes that blessed tried to send; always 0. */
  swallowed(): number;
  destroy(): void;
}

export function openScreen({ columns, rows, paint }: ScreenOptions): WidgetScreen {
  const { program, swallowed } = createProgram(atLeastOne(columns), atLeastOne(rows));
  keepOffProcess();
  const root = new blessed.Screen({ program, fullUnicode: true });
  const { render } = root;
  const frameOf = createFramer();
  Object.assign(root, noChildren);
  root.draw = () => {};
  root.render = () => {
    if (root.destroyed) return;
    const rows = stackedRows(root);
    if (rows === undefined) render.call(root);
    if (!root.destroyed) paint(frameOf(root, rows));
  };
  root.alloc();
  return {
    root,
    swallowed,
    render: () => root.render(),
    feed: (key) => {
      const press = keyPress(key);
      program.emit("keypress", press.text, press.key);
      program.emit(`key ${press.key.full}`, press.text, press.key);
    },
    resize: (nextColumns, nextRows) => {
      program.cols = atLeastOne(nextColumns);
      program.rows = atLeastOne(nextRows);
      program.scrollBottom = program.rows - 1;
      program.emit("resize");
    },
    destroy: () => {
      program.isAlt = false;
      root.destroy();
      program.removeAllListeners();
    },
  };
}

/** blessed's first screen puts handlers on the process, unless there are some; its last one takes them away again. */
function keepOffProcess(): void {
  if (blessed.Screen._bound) return;
  const none = () => {};
  Object.assign(blessed.Screen, {
    _bound: true,
    ...{ _exceptionHandler: none, _exitHandler: none },
    ...{ _sigtermHandler: none, _sigintHandler: none, _sigquitHandler: none },
  });
}

/** blessed would run editors and viewers on the terminal itself. "Unsuccessful." is its own word for giving up. */
const noChildren: Pick<Screen, "readEditor" | "spawn"> = {
  readEditor: (...options) => {
    for (const option of options) if (typeof option === "function") option(new Error("Unsuccessful."));
  },
  spawn: () => {
    throw new Error("A widget tried to start a program on the terminal.");
  },
};

function atLeastOne(size: number): number {
  return Math.max(1, size);
}
