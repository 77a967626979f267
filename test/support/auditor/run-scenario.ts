/** Paints a scenario for one terminal, lets the auditor judge the bytes and says what is not as intended. */
import { createCharset } from "../../../src/terminal/charset.ts";
import type { Frame } from "../../../src/terminal/frame.ts";
import { createPainter } from "../../../src/terminal/painter.ts";
import type { Style } from "../../../src/terminal/style.ts";
import { createExpand } from "../../../src/terminfo/expand.ts";
import type { Entry } from "../../../src/terminfo/read.ts";
import { type Scene, scenario } from "../../terminal/scenario.ts";
import { type Auditor, createAuditor } from "./auditor.ts";
import { createJudge, type Judge } from "./expected-look.ts";
import { alternateByte, alternateCharacters, type Encoding } from "./glyphs.ts";
import { type Cell, unknownCell } from "./grid.ts";
import type { Size } from "./instances.ts";

export interface RunOptions {
  readonly encoding: Encoding;
  readonly size?: Size;
  readonly baud?: number;
  /** Paint for another terminal than the one that is judged, to see the judge find fault. */
  readonly paintAs?: Entry;
}

/** The size that the entry promises, within what a scenario needs and can check in a reasonable time. */
export function sizeFor(entry: Entry): Size {
  const within = (value: number | undefined, usual: number) => Math.min(usual, value || usual);
  return {
    columns: Math.max(12, within(entry.numbers.get("cols"), 80)),
    rows: Math.max(4, within(entry.numbers.get("lines"), 24)),
  };
}

/** What was sent for one step of a session. */
export interface Sent {
  readonly name: string;
  readonly bytes: string;
  /** The size from here on, where it changes. */
  readonly resize?: Size;
  /** What must be seen afterwards. */
  readonly frame?: Frame;
  /** What was sent when the same picture was painted once more: nothing, if all is well. */
  readonly again?: string;
}

/** The whole session, from the first byte to the last. */
export function recordScenario(entry: Entry, options: RunOptions): readonly Sent[] {
  const { encoding, size = sizeFor(entry), baud = 38_400 } = options;
  let bytes = "";
  const painter = createPainter({
    entry,
    expand: createExpand(entry, { baud, flowControl: false }),
    write: (pieces) => {
      bytes += pieces.filter((piece) => typeof piece === "string").join("");
    },
    ...size,
    charset: createCharset({ entry, locale: { LANG: encoding === "utf-8" ? "C.UTF-8" : "C" } }),
  });
  const sentBy = (act: () => void) => {
    bytes = "";
    act();
    return bytes;
  };
  const record: Sent[] = [{ name: "enter", bytes: sentBy(() => painter.enter()) }];
  let current = size;
  for (const { name, frame } of scenario(size)) {
    const next = { columns: frame.columns, rows: frame.rows.length };
    if (next.columns !== current.columns || next.rows !== current.rows) {
      current = next;
      record.push({
        name: "resize",
        bytes: sentBy(() => painter.resize(next.columns, next.rows)),
        resize: next,
      });
    }
    const sent = sentBy(() => painter.paint(frame));
    record.push({ name, bytes: sent, frame, again: sentBy(() => painter.paint(copyOf(frame))) });
  }
  return [...record, { name: "leave", bytes: sentBy(() => painter.leave()) }];
}

const mostFailures = 5;

/** Sentences about what is not as intended; none: all is well. */
export function auditScenario(entry: Entry, options: RunOptions): readonly string[] {
  const { encoding, size = sizeFor(entry) } = options;
  const auditor = createAuditor({ entry, ...size, encoding });
  const judge = createJudge(entry);
  const failures: string[] = [];
  for (const step of recordScenario(options.paintAs ?? entry, { ...options, size })) {
    failures.push(...auditStep(step, auditor, entry, encoding, judge));
    if (failures.length >= mostFailures) {
      return failures;
    }
  }
  return [...failures, ...auditor.modesLeftOn().map((mode) => `${mode} is left on`)];
}

function auditStep(
  step: Sent,
  auditor: Auditor,
  entry: Entry,
  encoding: Encoding,
  judge: Judge,
): readonly string[] {
  const { name, frame, again = "" } = step;
  const before = [auditor.unexplained.length, auditor.problems.length] as const;
  if (step.resize !== undefined) {
    auditor.resize(step.resize);
  }
  auditor.feed(step.bytes);
  const complaints = [...auditor.unexplained.slice(before[0]), ...auditor.problems.slice(before[1])];
  return [
    ...complaints.slice(0, 2).map((sentence) => `${name}: ${sentence}`),
    ...(frame === undefined ? [] : differences({ name, frame }, auditor, entry, encoding, judge)),
    ...(again === "" ? [] : [`${name}: painting it again sent ${JSON.stringify(again.slice(0, 40))}`]),
  ];
}

/** The same picture, but no object of it is the same. */
function copyOf(frame: Frame): Frame {
  return {
    ...frame,
    rows: frame.rows.map(({ texts, styles }) => ({ texts: [...texts], styles: Array.from(styles) })),
  };
}

/** What the screen shows that the frame does not want. */
function differences(
  { name, frame }: Scene,
  auditor: Auditor,
  entry: Entry,
  encoding: Encoding,
  judge: Judge,
): readonly string[] {
  const cells = auditor.cells();
  const wrong: string[] = [];
  for (const [row, { texts, styles }] of frame.rows.entries()) {
    for (let column = 0; column < frame.columns && wrong.length === 0; column++) {
      const cell = cells[row]?.[column] ?? unknownCell;
      const fault = faultOf(cell, texts, styles[column] ?? 0, column, entry, encoding, judge);
      if (fault !== undefined && !mayBeLeftOut(entry, frame, row, column)) {
        wrong.push(
          `${name}: row ${row}, column ${column}: ${fault}; the row is ${JSON.stringify(auditor.text()[row])}`,
        );
      }
    }
  }
  return [...wrong, ...cursorDifference(name, frame, auditor, entry)];
}

function faultOf(
  cell: Cell,
  texts: readonly string[],
  style: Style,
  column: number,
  entry: Entry,
  encoding: Encoding,
  judge: Judge,
): string | undefined {
  const text = texts[column] ?? "";
  const base = text === "" ? (texts[column - 1] ?? "") : text;
  if (!textFits(entry, encoding, base, text, cell)) {
    return `${JSON.stringify(cell.text)} instead of ${JSON.stringify(text)}`;
  }
  return judge(style, cell.rendition, cell.text === " ")
    ? undefined
    : `${JSON.stringify(text)} has style ${style} but looks ${lookOf(cell)}`;
}

function lookOf({ rendition }: Cell): string {
  return (
    Object.entries(rendition)
      .filter(([, value]) => value !== false && value !== -1)
      .map(([attribute, value]) => (value === true ? attribute : `${attribute} ${value}`))
      .join(", ") || "plain"
  );
}

/** Writing the last cell scrolls some terminals. */
function mayBeLeftOut(entry: Entry, frame: Frame, row: number, column: number): boolean {
  const has = (name: "rmam" | "smam") => (entry.strings.get(name) ?? "") !== "";
  const scrolls = entry.flags.has("am") && !entry.flags.has("xenl") && !(has("rmam") && has("smam"));
  const isWide = frame.rows[row]?.texts[column + 1] === "";
  return scrolls && row === frame.rows.length - 1 && column >= frame.columns - (isWide ? 2 : 1);
}

const drawn = "─│┌┐└┘├┤┴┬┼";

/** `base` is the cluster that the cell belongs to; `text` is empty in its right half. */
function textFits(entry: Entry, encoding: Encoding, base: string, text: string, cell: Cell): boolean {
  if (base === "~" && entry.flags.has("hz")) {
    return cell.text !== "~";
  }
  if (cell.text === text) {
    return true;
  }
  if (encoding === "utf-8" || /^[ -~]?$/.test(base)) {
    return false;
  }
  if (text === "") {
    return cell.text === " ";
  }
  const isGlyph = !entry.strings.has("smacs") && alternateCharacters(entry).get(cell.text) === text;
  const byte = alternateByte(entry, text);
  if (byte !== undefined && byte === alternateByte(entry, cell.text)) {
    return true;
  }
  return isGlyph || (drawn.includes(text) ? /^[-+|]$/ : /^[!-~]$/).test(cell.text);
}

function cursorDifference(name: string, frame: Frame, auditor: Auditor, entry: Entry): readonly string[] {
  const cursor = auditor.cursor();
  if (frame.cursor === undefined) {
    // The tty would put a return before a line feed in them (minitel1b-80).
    const isUsable = (name: "civis" | "cnorm") => /^[^\n]+$/.test(entry.strings.get(name) ?? "");
    const canHide = isUsable("civis") && isUsable("cnorm");
    return canHide && !auditor.isCursorHidden() ? [`${name}: the cursor is seen`] : [];
  }
  const { row, column } = frame.cursor;
  const isThere = cursor?.row === row && cursor.column === column;
  return [
    ...(isThere
      ? []
      : [`${name}: the cursor is at ${cursor?.row}, ${cursor?.column} instead of ${row}, ${column}`]),
    ...(auditor.isCursorHidden() ? [`${name}: the cursor is hidden`] : []),
  ];
}
