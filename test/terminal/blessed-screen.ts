/** A screen of widgets for the tests: keeps what it painted, and tells how it looks. */
import { openScreen, type WidgetScreen } from "../../src/terminal/blessed-adapter.ts";
import type { Frame } from "../../src/terminal/frame.ts";
import { namedKey, textKey } from "../../src/terminal/keys/key.ts";
import type { Style } from "../../src/terminal/style.ts";

export interface TestScreen extends WidgetScreen {
  readonly frames: readonly Frame[];
  frame(): Frame;
  /** The rows of the last frame, without the blanks at their ends. */
  shown(): readonly string[];
  styleAt(row: number, column: number): Style | undefined;
  type(text: string): void;
  press(...names: readonly string[]): void;
}

const opened: TestScreen[] = [];

export function testScreen(columns = 20, rows = 6): TestScreen {
  const frames: Frame[] = [];
  const screen = openScreen({ columns, rows, paint: (frame) => frames.push(frame) });
  const frame = () => {
    const last = frames.at(-1);
    if (last === undefined) throw new Error("Nothing was painted.");
    return last;
  };
  const test: TestScreen = {
    ...screen,
    frames,
    frame,
    shown: () => frame().rows.map(({ texts }) => texts.join("").trimEnd()),
    styleAt: (row, column) => frame().rows[row]?.styles[column],
    type: (text) => {
      for (const character of text) screen.feed(textKey(character));
    },
    press: (...names) => {
      for (const name of names) screen.feed(namedKey(name));
    },
  };
  opened.push(test);
  return test;
}

/** Destroys the screens of a test and tells how many bytes blessed tried to send in all. */
export function closeScreens(): number {
  const screens = opened.splice(0);
  for (const screen of screens) screen.destroy();
  return screens.reduce((sum, { swallowed }) => sum + swallowed(), 0);
}

/** blessed defers some of its work to the next turn of the loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
