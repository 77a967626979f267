/**
 * A full screen that is shown hostile texts, between two judges that know nothing of it: the auditor, which explains each
 * byte by the terminal's entry, and xterm.js, which acts on whatever it understands.
 */
import { createRequire } from "node:module";
import { expect } from "vitest";
import type { AgentEvent } from "../../src/model/event.ts";
import { createScreenStage, type ScreenStageOptions } from "../display/fullscreen/screen-stage.ts";
import type { createAuditor } from "../support/auditor/auditor.ts";
import { answersTo } from "./routes.ts";
import { unseen } from "./unseen.ts";

const { Terminal } = createRequire(import.meta.url)("@xterm/headless") as typeof import("@xterm/headless");

export interface ScreenProbe extends Pick<ReturnType<typeof createScreenStage>, "type" | "press" | "rows"> {
  readonly display: ReturnType<typeof createScreenStage>["display"];
  /** Questions are shown by themselves, and put away. */
  show(events: readonly AgentEvent[]): void;
  /** Throws when something was sent that should not have been. `tallest` is how many rows the input may take. */
  judge(tallest?: number): void;
  /** Throws when xterm.js did something else than draw, of all that was sent since it was last asked. */
  judgeXterm(): Promise<void>;
  close(): void;
}

/** What is used to draw. Whatever else is explained as a capability came from a text. */
const drawing = new Set(
  (
    "home clear cup cr nel cud1 cub1 cuf1 cuu1 ind ri el el1 ed ht cbt hpa vpa cuu cud cuf cub il dl indn rin ech " +
    "ich dch il1 dl1 ich1 dch1 csr rep sgr sgr0 rev bold dim smul sitm smso rmul ritm rmso op setaf setab " +
    "smacs rmacs civis cnorm Sync"
  ).split(" "),
);

/** With what the stage waits, the time between two frames. */
const restMs = 20;

export function createScreenProbe(options: ScreenStageOptions & { readonly isXterm?: boolean }): ScreenProbe {
  const { columns = 80, rows = 36, isXterm = true } = options;
  const xterm = isXterm ? createWatchedXterm(columns, rows) : undefined;
  let sent = "";
  const stage = createScreenStage({
    ...options,
    columns,
    rows,
    onBytes: (bytes) => {
      sent += bytes;
    },
  });
  const { auditor } = stage;
  const usedBefore = new Set(auditor.used.keys());
  // Attributes and the set of characters stay as they are until something else is drawn, or the screen is left.
  const modesNow = () => auditor.modesLeftOn().filter((mode) => !["attributes", "smacs"].includes(mode));
  const modesBefore = modesNow();

  return {
    ...stage,
    show(events) {
      stage.show(...events);
      stage.pass(restMs);
      const answers = answersTo(events);
      if (answers.length > 0) stage.show(...answers);
    },
    judge(tallest = 1) {
      const strange = [...auditor.used.keys()].filter((name) => !usedBefore.has(name) && !drawing.has(name));
      expect({ unexplained: auditor.unexplained, problems: auditor.problems, strange }).toEqual({
        unexplained: [],
        problems: [],
        strange: [],
      });
      expect(modesNow()).toEqual(modesBefore);
      expect(auditor.cells().some((row) => row.some(isHidden))).toBe(false);
      expect(unseen.exec(auditor.text().join(""))).toBeNull();
      // The status bar is below the input.
      expect(auditor.cursor()?.row).toBeLessThanOrEqual(rows - 2);
      expect(auditor.cursor()?.row).toBeGreaterThanOrEqual(rows - 1 - tallest);
    },
    async judgeXterm() {
      const bytes = sent;
      sent = "";
      await xterm?.judge(bytes);
    },
    close: () => xterm?.close(),
  };
}

function isHidden({
  rendition,
}: ReturnType<ReturnType<typeof createAuditor>["cells"]>[number][number]): boolean {
  return rendition !== undefined && (rendition.invisible || rendition.blink);
}

type Xterm = InstanceType<typeof Terminal>;

function createWatchedXterm(cols: number, rows: number) {
  const xterm = new Terminal({ cols, rows, convertEol: true, allowProposedApi: true, scrollback: 0 });
  const heard: string[] = [];
  watch(xterm, (what) => heard.push(what));
  const stateNow = () => JSON.stringify([xterm.modes, xterm.buffer.active.type]);
  let state: string | undefined;
  return {
    async judge(bytes: string): Promise<void> {
      await new Promise<void>((resolve) => xterm.write(Buffer.from(bytes, "latin1"), resolve));
      state ??= stateNow();
      expect(heard).toEqual([]);
      expect(stateNow()).toBe(state);
    },
    close: () => xterm.dispose(),
  };
}

/** Everything that xterm.js takes a number of its own for. */
const oscCodes = [0, 1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 13, 17, 19, 50, 52, 104, 110, 111, 112, 133, 777, 1337];

/** Whatever a terminal does besides drawing: it answers, rings, takes titles, colours, links, the clipboard, strings. */
function watch(xterm: Xterm, tell: (what: string) => void): void {
  xterm.onData((data) => tell(`answers ${JSON.stringify(data)}`));
  xterm.onBinary((data) => tell(`answers ${JSON.stringify(data)}`));
  xterm.onBell(() => tell("rings"));
  for (const code of oscCodes) {
    xterm.parser.registerOscHandler(code, (data) => {
      tell(`OSC ${code} ${data}`);
      return true;
    });
  }
  for (const final of ["q", "p", "r", "|", "{", "~"]) {
    xterm.parser.registerDcsHandler({ final }, (data) => {
      tell(`DCS ${data}${final}`);
      return true;
    });
  }
}
