/**
 * The search through the history by keys: a prompt that finds with every letter, and the keys that go from match to
 * match behind it. It must not know how anything is found.
 */
import type { Effect } from "../../input/effect.ts";
import {
  clearInput,
  createInputLine,
  fillInput,
  type InputLine,
  inputText,
  pasteText,
  pressKey,
} from "../../input/input-line.ts";
import { type Key, keyLabel } from "../../input/key.ts";
import type { Frame } from "../../input/row.ts";
import { type SafeText, safeText } from "../../view/sanitise.ts";
import type { Remark } from "./search.ts";

/** The history as it is searched. */
export interface Sought {
  /** Remembers the place that `seek` looks from and `leave` goes back to. */
  begin(): void;
  seek(text: string): void;
  /** `by`: the key that goes on that way. */
  next(direction: "back" | "forward", by: SafeText): void;
  /** Nothing is marked any more. */
  end(): void;
  leave(): void;
}

export interface Finding {
  open(): void;
  /** Closes the prompt and ends what comes behind it; what is marked stays. */
  close(): void;
  isOpen(): boolean;
  /** Whether anything is being looked for. */
  isOn(): boolean;
  line(): InputLine;
  /** A key for the prompt; what it asks of others. */
  press(key: Key, frame: Frame): readonly Effect[];
  paste(text: string, frame: Frame): void;
  /** A key behind the prompt, on an empty line. False: it is meant for others. */
  browse(key: Key): boolean;
  remark(): Remark | undefined;
}

const directions: Readonly<Record<string, "back" | "forward">> = {
  "ctrl-g": "back",
  "ctrl-r": "back",
  "ctrl-p": "back",
  up: "back",
  "ctrl-s": "forward",
  "ctrl-n": "forward",
  down: "forward",
};

/** What goes on in the prompt, and behind it. */
const promptKeys = { back: safeText`Ctrl-G`, forward: safeText`Down` } as const;
const browseKeys = { back: safeText`n`, forward: safeText`N` } as const;

const accepting: ReadonlySet<string> = new Set(["enter", "ctrl-m", "newline", "ctrl-j"]);
const leaving: ReadonlySet<string> = new Set(["escape", "ctrl-c"]);
/** All else that the prompt's line would ask for is not meant here. */
const passedOn: ReadonlySet<Effect["type"]> = new Set(["scroll", "repaint", "suspend"]);

const hint: Remark = [
  safeText`n further up, N further down, Esc ends the search`,
  safeText`n up, N down, Esc ends the search`,
  safeText`n, N, Esc ends`,
];

export function createFinding(sought: Sought): Finding {
  let line = createInputLine();
  let state: "off" | "open" | "browsing" = "off";

  function take(next: InputLine): void {
    const changed = inputText(next) !== inputText(line);
    line = next;
    if (changed) sought.seek(inputText(line));
  }

  function accept(): void {
    state = inputText(line) === "" ? "off" : "browsing";
  }

  function leave(): void {
    state = "off";
    sought.leave();
  }

  return {
    open() {
      line = clearInput(line);
      state = "open";
      sought.begin();
    },
    close() {
      state = "off";
    },
    isOpen: () => state === "open",
    isOn: () => state !== "off",
    line: () => line,
    press(key, frame) {
      const label = keyLabel(key);
      const { [label]: direction } = directions;
      if (accepting.has(label)) accept();
      else if (leaving.has(label)) leave();
      else if (direction) sought.next(direction, promptKeys[direction]);
      else if (key.text === "?" && inputText(line) === "") take(fillInput(line, "?"));
      else {
        const pressed = pressKey(line, key, { frame, sources: [] });
        take(pressed.line);
        return pressed.effects.filter(({ type }) => passedOn.has(type));
      }
      return [];
    },
    paste(text, frame) {
      take(pasteText(line, text.replaceAll(/\s+/g, " "), { frame, sources: [] }));
    },
    browse(key) {
      if (state !== "browsing") return false;
      if (key.text === "n") sought.next("back", browseKeys.back);
      else if (key.text === "N") sought.next("forward", browseKeys.forward);
      else if (keyLabel(key) === "escape") {
        state = "off";
        sought.end();
      } else {
        if (key.text !== undefined) state = "off";
        return false;
      }
      return true;
    },
    remark: () => (state === "browsing" ? hint : undefined),
  };
}
