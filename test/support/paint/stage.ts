/** A painter on a terminal that the auditor plays, for tests of what is painted. */
import { type Charset, createCharset } from "../../../src/terminal/charset.ts";
import type { Colours } from "../../../src/terminal/colours.ts";
import type { Frame, Position, Row } from "../../../src/terminal/frame.ts";
import { createPainter, type Painter } from "../../../src/terminal/painter.ts";
import type { Style } from "../../../src/terminal/style.ts";
import { createExpand } from "../../../src/terminfo/expand.ts";
import { extendedName } from "../../../src/terminfo/names.ts";
import type { Piece } from "../../../src/terminfo/padding.ts";
import type { Entry } from "../../../src/terminfo/read.ts";
import { type Auditor, createAuditor } from "../auditor/auditor.ts";
import { fixtureEntry } from "../terminfo/fixture.ts";

export interface StageOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly encoding?: "utf-8" | "ascii";
  readonly baud?: number;
  readonly colours?: Colours;
}

export interface Stage {
  readonly entry: Entry;
  readonly painter: Painter;
  readonly auditor: Auditor;
  readonly charset: Charset;
  /** What each call of `write` brought. */
  readonly writes: (readonly Piece[])[];
  /** The bytes of all that was written since it was last called. */
  sent(): string;
}

export function createStage(terminal: string | Entry, options: StageOptions = {}): Stage {
  const { columns = 20, rows = 6, encoding = "utf-8", baud = 38_400 } = options;
  const entry = typeof terminal === "string" ? fixtureEntry(terminal) : terminal;
  const auditor = createAuditor({ entry, columns, rows, encoding });
  const charset = createCharset({ entry, locale: { LANG: encoding === "utf-8" ? "C.UTF-8" : "C" } });
  const writes: (readonly Piece[])[] = [];
  let heard = 0;
  const painter = createPainter({
    entry,
    expand: createExpand(entry, { baud, flowControl: false }),
    write(pieces) {
      writes.push(pieces);
      auditor.feed(bytesOf(pieces));
    },
    columns,
    rows,
    charset,
    colours: options.colours,
  });
  return {
    entry,
    painter,
    auditor,
    charset,
    writes,
    sent() {
      const bytes = writes.slice(heard).map(bytesOf).join("");
      heard = writes.length;
      return bytes;
    },
  };
}

function bytesOf(pieces: readonly Piece[]): string {
  return pieces.filter((piece) => typeof piece === "string").join("");
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const wide = /\p{Emoji_Presentation}|\ufe0f|[\u2e80-\u9fff\uac00-\ud7a3]/u;

/** Text and its styles, one for each cell, filled up with blanks. */
export function row(text: string, columns: number, style: Style | readonly Style[] = 0): Row {
  const texts = Array.from(segmenter.segment(text), ({ segment }) =>
    wide.test(segment) ? [segment, ""] : [segment],
  ).flat();
  const length =
    texts.length > columns && texts[columns] === "" ? columns - 1 : Math.min(columns, texts.length);
  const cells = Array.from({ length: columns }, (_, column) =>
    column < length ? (texts[column] ?? " ") : " ",
  );
  const styles = cells.map((_, column) => {
    const own = typeof style === "number" ? style : (style[column] ?? 0);
    return column < length ? own : 0;
  });
  return { texts: cells, styles };
}

export function frame(
  lines: readonly string[],
  size: { columns: number; rows: number },
  cursor?: Position,
): Frame {
  const rows = Array.from({ length: size.rows }, (_, index) => row(lines[index] ?? "", size.columns));
  return cursor === undefined ? { columns: size.columns, rows } : { columns: size.columns, rows, cursor };
}

/** An entry like another, but for some capabilities; undefined takes one away. */
export function altered(
  term: string,
  changes: {
    readonly flags?: Readonly<Record<string, boolean>>;
    readonly numbers?: Readonly<Record<string, number | undefined>>;
    readonly strings?: Readonly<Record<string, string | undefined>>;
  },
): Entry {
  const entry = fixtureEntry(term);
  const flags = new Set(entry.flags);
  for (const [name, on] of Object.entries(changes.flags ?? {})) {
    if (on) flags.add(extendedName(name));
    else flags.delete(extendedName(name));
  }
  return {
    ...entry,
    flags,
    numbers: merged(entry.numbers, changes.numbers),
    strings: merged(entry.strings, changes.strings),
  };
}

function merged<Name, Value>(
  from: ReadonlyMap<Name, Value>,
  changes: Readonly<Record<string, Value | undefined>> = {},
): ReadonlyMap<Name, Value> {
  const map = new Map(from);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) map.delete(name as Name);
    else map.set(name as Name, value);
  }
  return map;
}
