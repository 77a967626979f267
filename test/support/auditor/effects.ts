/** What each capability does to a screen, as terminfo(5) says it. */

import type { Entry } from "../../../src/terminfo/read.ts";
import { createTparm } from "../../../src/terminfo/tparm.ts";
import { deleteCells, eraseCells, insertCells } from "./grid.ts";
import { nameOf } from "./instances.ts";
import { type Restyle, restylesOf, sgrAlternate } from "./rendition.ts";
import {
  blank,
  deleteRows,
  eraseBelow,
  glyphFor,
  goDown,
  insertRows,
  loseCursor,
  moveTo,
  type Screen,
  scrollDown,
  scrollUp,
  whereIs,
  write,
} from "./screen.ts";

export type Effect = (screen: Screen, params: readonly number[]) => void;

/** Capabilities that, spelt like another, are both meant. */
export const jointModes: ReadonlySet<string> = new Set(
  "smcup rmcup smkx rmkx civis cnorm smam rmam smm rmm rmacs BE BD".split(" "),
);
export const jointEnds: ReadonlySet<string> = new Set(["rmul", "rmso", "ritm", "op"]);

export const modePairs: readonly (readonly string[])[] = [
  ["smcup", "rmcup"],
  ["smkx", "rmkx"],
  ["civis", "cnorm"],
  ["smm", "rmm"],
];

export function effectsOf(entry: Entry): ReadonlyMap<string, Effect> {
  const change = alternateChange(entry);
  const restyles = [...restylesOf(entry)].map(
    ([name, restyle]) => [name, restyleEffect(name, restyle, change)] as const,
  );
  return new Map<string, Effect>([
    ...Object.entries(movements),
    ...Object.entries(edits),
    ...Object.entries(modes),
    ...restyles,
  ]);
}

const movements: Readonly<Record<string, Effect>> = {
  home: (screen) => moveTo(screen, 0, 0),
  cup: (screen, [row = 0, column = 0]) => moveTo(screen, row, column),
  ll: (screen) => moveTo(screen, screen.rows - 1, 0),
  cr: (screen) => moveTo(screen, rowOf(screen, "cr"), 0),
  hpa: (screen, [column = 0]) => moveTo(screen, rowOf(screen, "hpa"), column),
  vpa: (screen, [row = 0]) => moveTo(screen, row, whereIs(screen, "vpa").column),
  cuu1: (screen) => {
    const { row } = whereIs(screen, "cuu1");
    const scrolls = screen.entry.strings.get("cuu1") === screen.entry.strings.get("ri");
    return scrolls && row === screen.region.top ? scrollDown(screen, 1) : moveUp(screen, "cuu1", 1);
  },
  cuu: (screen, [count = 1]) => moveUp(screen, "cuu", count),
  cud: (screen, [count = 1]) => moveDown(screen, "cud", count),
  cuf1: (screen) => moveSideways(screen, "cuf1", 1),
  cuf: (screen, [count = 1]) => moveSideways(screen, "cuf", count),
  cub1: (screen) => moveSideways(screen, "cub1", -1),
  cub: (screen, [count = 1]) => moveSideways(screen, "cub", -count),
  cud1: (screen) => lineFeed(screen, "cud1"),
  nel: (screen) => goDown(screen, rowOf(screen, "nel"), 0),
  ind: (screen) => {
    const { row } = whereIs(screen, "ind");
    if (
      row !== screen.region.bottom &&
      screen.entry.strings.get("ind") !== screen.entry.strings.get("cud1")
    ) {
      screen.problems.push(`ind was sent in row ${row}, which is not the last of the region`);
    }
    lineFeed(screen, "ind");
  },
  ri: (screen) => {
    const { row, column } = whereIs(screen, "ri");
    if (row === screen.region.top) {
      return scrollDown(screen, 1);
    }
    screen.problems.push(`ri was sent in row ${row}, which is not the first of the region`);
    moveTo(screen, row - 1, column);
  },
  indn: (screen, [count = 1]) => scrollUp(screen, count),
  rin: (screen, [count = 1]) => scrollDown(screen, count),
  ht: (screen) => {
    const { row, column } = whereIs(screen, "ht");
    const step = screen.entry.numbers.get("it") ?? 8;
    const stop = Math.min(screen.columns - 1, (Math.floor(column / step) + 1) * step);
    if (screen.entry.flags.has("xt")) {
      eraseCells(screen.grid[row] ?? [], column, stop, blank(screen));
    }
    moveTo(screen, row, stop);
  },
  cbt: (screen) => {
    const { row, column } = whereIs(screen, "cbt");
    const step = screen.entry.numbers.get("it") ?? 8;
    moveTo(screen, row, (Math.ceil(column / step) - 1) * step);
  },
  sc: (screen) => {
    screen.saved = screen.cursor;
  },
  rc: (screen) => {
    const { saved } = screen;
    return saved === undefined ? loseCursor(screen) : moveTo(screen, saved.row, saved.column);
  },
  csr: (screen, [top = 0, bottom = 0]) => {
    screen.region = { top, bottom };
    // terminfo(5): "The cursor position is, alas, undefined after using this command."
    loseCursor(screen);
  },
};

function rowOf(screen: Screen, user: string): number {
  // A return to the first column does not care which column it was.
  screen.drifting = false;
  return whereIs(screen, user).row;
}

function lineFeed(screen: Screen, name: string): void {
  const { row, column } = whereIs(screen, name);
  goDown(screen, row, column);
}

function moveUp(screen: Screen, name: string, count: number): void {
  const { row, column } = whereIs(screen, name);
  const limit = row >= screen.region.top ? screen.region.top : 0;
  moveTo(screen, Math.max(limit, row - count), column);
}

function moveDown(screen: Screen, name: string, count: number): void {
  const { row, column } = whereIs(screen, name);
  const limit = row <= screen.region.bottom ? screen.region.bottom : screen.rows - 1;
  moveTo(screen, Math.min(limit, row + count), column);
}

function moveSideways(screen: Screen, name: string, by: number): void {
  const { row, column } = whereIs(screen, name);
  if (column + by < 0 || column + by >= screen.columns) {
    screen.problems.push(`${name} by ${Math.abs(by)} from column ${column} leaves the row`);
  }
  moveTo(screen, row, column + by);
}

const edits: Readonly<Record<string, Effect>> = {
  clear: (screen) => {
    moveTo(screen, 0, 0);
    eraseBelow(screen, 0, 0);
  },
  ed: (screen) => {
    const { row, column } = whereIs(screen, "ed");
    eraseBelow(screen, row, column);
  },
  el: (screen) => edit(screen, "el", (row, column) => eraseCells(row, column, screen.columns, blank(screen))),
  el1: (screen) => edit(screen, "el1", (row, column) => eraseCells(row, 0, column + 1, blank(screen))),
  ech: (screen, [count = 1]) =>
    edit(screen, "ech", (row, column) =>
      eraseCells(row, column, Math.min(screen.columns, column + count), blank(screen)),
    ),
  ich: (screen, [count = 1]) =>
    edit(screen, "ich", (row, column) => insertCells(row, column, count, blank(screen))),
  ich1: (screen) => edit(screen, "ich1", (row, column) => insertCells(row, column, 1, blank(screen))),
  dch: (screen, [count = 1]) =>
    edit(screen, "dch", (row, column) => deleteCells(row, column, count, blank(screen))),
  dch1: (screen) => edit(screen, "dch1", (row, column) => deleteCells(row, column, 1, blank(screen))),
  il: (screen, [count = 1]) => insertRows(screen, rowForLines(screen, "il"), count),
  il1: (screen) => insertRows(screen, rowForLines(screen, "il1"), 1),
  dl: (screen, [count = 1]) => deleteRows(screen, rowForLines(screen, "dl"), count),
  dl1: (screen) => deleteRows(screen, rowForLines(screen, "dl1"), 1),
  rep: (screen, [char = 0, count = 1]) => {
    const byte = String.fromCharCode(char);
    const shown = glyphFor(screen, byte) ?? byte;
    for (let left = count; left > 0; left--) {
      write(screen, shown, 1);
    }
  },
};

type Row = Screen["grid"][number];

function edit(screen: Screen, name: string, change: (row: Row, column: number) => void): void {
  const { row, column } = whereIs(screen, name);
  change(screen.grid[row] ?? [], column);
}

function rowForLines(screen: Screen, name: string): number {
  const { row, column } = whereIs(screen, name);
  if (column !== 0) {
    screen.problems.push(`${name} was sent in column ${column}: only in the first its effect is certain`);
  }
  return row;
}

const modes: Readonly<Record<string, Effect>> = {
  ...pair("smcup", "rmcup"),
  ...pair("smkx", "rmkx"),
  ...pair("smm", "rmm"),
  ...pair("BE", "BD"),
  ...pair("fe", "fd"),
  civis: (screen) => void screen.modes.add("civis"),
  cvvis: (screen) => void screen.modes.add("cvvis"),
  cnorm: (screen) => {
    screen.modes.delete("civis");
    screen.modes.delete("cvvis");
  },
  XM: (screen, [on]) => void (on === 1 ? screen.modes.add("XM") : screen.modes.delete("XM")),
  Sync: (screen, [step]) => void (step === 1 ? screen.modes.add("Sync") : screen.modes.delete("Sync")),
  smir: (screen) => {
    screen.inserts = true;
  },
  rmir: (screen) => {
    screen.inserts = false;
  },
  rmam: (screen) => {
    screen.wraps = false;
  },
  smam: (screen) => {
    screen.wraps = true;
  },
  smacs: (screen) => {
    screen.alternate = true;
  },
  rmacs: (screen) => {
    screen.alternate = false;
  },
  tsl: (screen) => {
    screen.inStatusLine = true;
  },
  fsl: (screen) => {
    screen.inStatusLine = false;
  },
};

/** A mode without an end cannot be left on. */
function pair(on: string, off: string): Readonly<Record<string, Effect>> {
  return {
    [on]: (screen) => {
      if ((screen.entry.strings.get(nameOf(off)) ?? "") !== "") {
        screen.modes.add(on);
      }
    },
    [off]: (screen) => void screen.modes.delete(on),
  };
}

const restyling: ReadonlySet<string> = new Set(
  "sgr sgr0 rev smul bold dim sitm blink invis smso rmul rmso ritm setaf setab setf setb op".split(" "),
);

/** What `sgr` and `sgr0` do to the character set; undefined: nothing. */
type AlternateChange = (name: string, params: readonly number[]) => boolean | undefined;

function alternateChange(entry: Entry): AlternateChange {
  const sgr = entry.strings.get("sgr") ?? "";
  const none = new Array<number>(sgrAlternate).fill(0);
  const heedsNinth = createTparm()(sgr, ...none, 0) !== createTparm()(sgr, ...none, 1);
  const end = entry.strings.get("rmacs") ?? "";
  const resets = end !== "" && (entry.strings.get("sgr0") ?? "").includes(end);
  return (name, params) => {
    if (name === "sgr" && heedsNinth) {
      return params[sgrAlternate] === 1;
    }
    return name === "sgr0" && resets ? false : undefined;
  };
}

function restyleEffect(name: string, restyle: Restyle, change: AlternateChange): Effect {
  return (screen, params) => {
    screen.rendition = restyle(screen.rendition, params);
    screen.alternate = change(name, params) ?? screen.alternate;
  };
}

/** Where attributes are cookies (`xmc`), each that is sent takes cells of its own. */
export function leaveCookie(screen: Screen, name: string): void {
  if (!restyling.has(name) || screen.cursor === undefined) {
    return;
  }
  for (let left = screen.entry.numbers.get("xmc") ?? 0; left > 0; left--) {
    write(screen, " ", 1);
  }
}
