/** What a session shows, frame by frame: typing, wide characters, colours, borders, scrolling, dialogs, resizes. */
import type { Frame, Position, Row } from "../../src/terminal/frame.ts";
import { packStyle, plain, type Style } from "../../src/terminal/style.ts";
import { clustersOf, clusterWidth } from "../support/auditor/width.ts";

export interface Scene {
  readonly name: string;
  readonly frame: Frame;
}

export interface ScenarioSize {
  readonly columns: number;
  readonly rows: number;
}

interface Canvas {
  readonly columns: number;
  readonly texts: string[][];
  readonly styles: Style[][];
}

const reverse = packStyle({ reverse: true });
const bold = packStyle({ bold: true });
const onBlue = packStyle({ fg: 7, bg: 4 });

const made = new Map<string, readonly Scene[]>();

/** Every frame in its order. A frame of another size than the one before stands for a resize. */
export function scenario(size: ScenarioSize): readonly Scene[] {
  const key = `${size.columns} ${size.rows}`;
  const scenes = made.get(key) ?? makeScenario(size);
  made.set(key, scenes);
  return scenes;
}

function makeScenario(size: ScenarioSize): readonly Scene[] {
  const small = { columns: Math.max(10, size.columns - 7), rows: Math.max(4, size.rows - 3) };
  return [
    ...typing(size),
    ...wideTyping(size),
    ...colours(size),
    ...scrolling(size),
    ...dialog(size),
    ...edges(size),
    ...halves(size),
    ...typing(small).slice(0, 4),
    ...colours(small),
    ...typing(size).slice(0, 2),
    ...leaving(size),
  ];
}

function canvas({ columns, rows }: ScenarioSize): Canvas {
  return {
    columns,
    texts: Array.from({ length: rows }, () => new Array<string>(columns).fill(" ")),
    styles: Array.from({ length: rows }, () => new Array<Style>(columns).fill(plain)),
  };
}

/** Cut where the row ends; a wide character that does not fit is left out. */
function write(target: Canvas, row: number, column: number, text: string, style: Style = plain): void {
  const texts = target.texts[row];
  const styles = target.styles[row];
  if (texts === undefined || styles === undefined) {
    return;
  }
  let at = column;
  for (const cluster of clustersOf(text)) {
    const width = clusterWidth(cluster);
    if (at + width > target.columns) {
      return;
    }
    for (let offset = 0; offset < width; offset++) {
      texts[at + offset] = offset === 0 ? cluster : "";
      styles[at + offset] = style;
    }
    at += width;
  }
}

function frameOf({ columns, texts, styles }: Canvas, cursor?: Position): Frame {
  const rows: readonly Row[] = texts.map((row, index) => ({
    texts: [...row],
    styles: [...(styles[index] ?? [])],
  }));
  return cursor === undefined
    ? { columns, rows }
    : { columns, rows, cursor: { row: cursor.row, column: Math.min(columns - 1, cursor.column) } };
}

/** A header, a history of which `from` is the first line, a status bar and an input line. */
function session(size: ScenarioSize, from: number, input: string): Canvas {
  const page = canvas(size);
  write(page, 0, 0, " treadle ".padEnd(size.columns), reverse);
  for (let row = 1; row < size.rows - 2; row++) {
    const line = from + row;
    write(page, row, 0, `${line}: ${"the quick brown fox jumps over the lazy dog ".repeat(1 + (line % 3))}`);
    write(page, row, 0, `${line}`, line % 4 === 0 ? bold : plain);
  }
  write(page, size.rows - 2, 0, " ctx 24k/200k 12% | $0.06 ".padEnd(size.columns), reverse);
  write(page, size.rows - 1, 0, `> ${input}`);
  return page;
}

function withInput(size: ScenarioSize, input: string, from = 0): Frame {
  const column = 2 + clustersOf(input).reduce((sum, cluster) => sum + clusterWidth(cluster), 0);
  return frameOf(session(size, from, input), { row: size.rows - 1, column });
}

function typing(size: ScenarioSize): readonly Scene[] {
  const text = "Hi ~{|}_^";
  const typed = [...text].map((_, index) => text.slice(0, index + 1));
  return ["", ...typed, "Hi ~{|}", "Hi", "iH", ""].map((input) => ({
    name: `typing ${JSON.stringify(input)}`,
    frame: withInput(size, input),
  }));
}

function wideTyping(size: ScenarioSize): readonly Scene[] {
  const inputs = [
    "漢",
    "漢字",
    "漢x字",
    "x漢字",
    "cafe\u0301",
    "cafe\u0301s",
    "é—“”…",
    "🙂",
    "🙂a",
    "👨‍👩‍👧 b",
    "한글 ｱＡ",
    "a",
    "",
  ];
  return inputs.map((input) => ({ name: `typing ${input}`, frame: withInput(size, input) }));
}

const looks: readonly (readonly [string, Style])[] = [
  ["plain", plain],
  ["bold", bold],
  ["dim", packStyle({ dim: true })],
  ["underline", packStyle({ underline: true })],
  ["reverse", reverse],
  ["italic", packStyle({ italic: true })],
  ["bold reverse", packStyle({ bold: true, reverse: true })],
  ["bold underline", packStyle({ bold: true, underline: true })],
  ["red", packStyle({ fg: 1 })],
  ["yellow on blue", packStyle({ fg: 3, bg: 4 })],
  ["bold green", packStyle({ fg: 2, bold: true })],
  ["on magenta", packStyle({ bg: 5 })],
  ["reverse cyan", packStyle({ fg: 6, reverse: true })],
  ["orange", packStyle({ fg: 208 })],
  ["on green", packStyle({ bg: 28 })],
];

function colours(size: ScenarioSize): readonly Scene[] {
  const steps = [0, 1, 3].map((shift) => {
    const page = canvas(size);
    for (let row = 0; row < size.rows; row++) {
      const [name, style] = looks[(row + shift) % looks.length] ?? ["", plain];
      const [, other] = looks[(row + shift + 5) % looks.length] ?? ["", plain];
      write(page, row, 0, `${name} next`);
      write(page, row, 0, name, style);
      write(page, row, name.length + 5, " and wide 漢字 ", other);
    }
    return { name: `colours ${shift}`, frame: frameOf(page, { row: shift, column: 0 }) };
  });
  const band = canvas(size);
  for (let row = 1; row < size.rows; row += 3) {
    write(band, row, 2, "x".padEnd(size.columns), onBlue);
  }
  return [...steps, { name: "bands of background", frame: frameOf(band) }];
}

function scrolling(size: ScenarioSize): readonly Scene[] {
  const starts = [0, 1, 2, 3, 4, 5, 8, 11, 9, 7, 6, 5, 0, 100];
  return starts.map((from) => ({ name: `scrolled to ${from}`, frame: withInput(size, "go on", from) }));
}

function drawBox(page: Canvas, top: number, left: number, height: number, width: number, style: Style): void {
  const line = "─".repeat(Math.max(0, width - 2));
  write(page, top, left, `┌${line}┐`, style);
  for (let row = top + 1; row < top + height - 1; row++) {
    write(page, row, left, `│${" ".repeat(Math.max(0, width - 2))}│`, style);
  }
  write(page, top + height - 1, left, `└${line}┘`, style);
}

function dialog(size: ScenarioSize): readonly Scene[] {
  const width = Math.max(8, Math.floor(size.columns / 2));
  const left = Math.floor((size.columns - width) / 2);
  const height = Math.min(7, size.rows - 1);
  const choices = ["Allow once", "Always", "Deny"];
  const open = choices.map((choice, selected) => {
    const page = session(size, 5, "run it");
    drawBox(page, 1, left, height, width, selected === 1 ? onBlue : plain);
    for (const [index, text] of choices.entries()) {
      write(page, 2 + index, left + 2, text.slice(0, width - 4), index === selected ? reverse : plain);
    }
    return {
      name: `dialog: ${choice}`,
      frame: frameOf(page, { row: Math.min(2 + selected, size.rows - 1), column: left + 2 }),
    };
  });
  const tees = canvas(size);
  write(tees, 0, 0, "┌─┬─┐├─┼─┤└─┴─┘");
  return [
    ...open,
    { name: "dialog closed", frame: withInput(size, "run it", 5) },
    { name: "joined lines", frame: frameOf(tees, { row: 0, column: 3 }) },
  ];
}

/** The last column, the last row, the last cell. */
function edges(size: ScenarioSize): readonly Scene[] {
  const full = canvas(size);
  for (let row = 0; row < size.rows; row++) {
    write(full, row, 0, String.fromCharCode(65 + (row % 26)).repeat(size.columns));
  }
  const shifted = canvas(size);
  for (let row = 0; row < size.rows; row++) {
    write(shifted, row, 0, String.fromCharCode(66 + (row % 26)).repeat(size.columns));
  }
  const right = canvas(size);
  write(right, 0, size.columns - 1, "!");
  write(right, 1, size.columns - 2, "漢", reverse);
  write(right, size.rows - 1, size.columns - 1, "$");
  return [
    { name: "full screen", frame: frameOf(full, { row: size.rows - 1, column: size.columns - 1 }) },
    { name: "full screen, one up", frame: frameOf(shifted, { row: 0, column: size.columns - 1 }) },
    { name: "right edge", frame: frameOf(right, { row: 0, column: 0 }) },
  ];
}

/** Wide characters that are cut in two by what comes after. */
function halves(size: ScenarioSize): readonly Scene[] {
  return ["漢字漢字", "a漢字漢b", "漢字漢字", "漢ab漢字", " 漢字 漢", "abcdefgh"].map((text) => {
    const page = canvas(size);
    write(page, 1, 3, text);
    write(page, 2, 0, `${text}${text}`, onBlue);
    return { name: `halves ${text}`, frame: frameOf(page, { row: 1, column: 3 }) };
  });
}

function leaving(size: ScenarioSize): readonly Scene[] {
  const hidden = session(size, 3, "bye");
  return [
    { name: "no cursor", frame: frameOf(hidden) },
    { name: "cursor again", frame: withInput(size, "bye", 3) },
    { name: "blank", frame: frameOf(canvas(size), { row: 0, column: 0 }) },
    { name: "last words", frame: withInput(size, "", 9) },
  ];
}
