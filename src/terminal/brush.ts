/** What rows are painted with: everything that turns cells into bytes, made for one terminal. */
import type { Expand } from "../terminfo/expand.ts";
import type { Entry } from "../terminfo/read.ts";
import { type Attributes, deriveAttributes } from "./attributes.ts";
import { type Capabilities, createCapabilities } from "./capabilities.ts";
import type { Charset } from "./charset.ts";
import { type Colours, createColours } from "./colours.ts";
import { type Cursor, createCursor } from "./cursor.ts";
import { createLooks, type Looks } from "./looks.ts";
import { createPen, type Pen } from "./pen.ts";
import { type CellRow, typableText } from "./screen-rows.ts";
import { plain, type Style } from "./style.ts";
import { createWriter, type Write, type Writer } from "./writer.ts";

export interface Brush {
  readonly capabilities: Capabilities;
  readonly charset: Charset;
  readonly looks: Looks;
  readonly writer: Writer;
  readonly cursor: Cursor;
  readonly pen: Pen;
}

export interface BrushOptions {
  readonly entry: Entry;
  readonly expand: Expand;
  readonly write: Write;
  readonly charset: Charset;
  readonly colours?: Colours | undefined;
}

/** `shownRow` tells what a row shows at the moment. */
export function createBrush(options: BrushOptions, shownRow: (row: number) => CellRow | undefined): Brush {
  const { charset, expand } = options;
  const capabilities = createCapabilities(options.entry);
  const { entry, facts } = capabilities;
  const colours = options.colours ?? createColours(entry);
  const writer = createWriter({ ...options, entry });
  const attributes: Attributes = deriveAttributes(capabilities, expand);
  const pen = createPen(writer, attributes, colours);
  const layBeforeMove = !facts.movesInAttributes;

  function mayRetype(text: string, look: Style): boolean {
    const overstrikes = text === "_" && facts.underscoreOverstrikes;
    return !overstrikes && pen.fits(look, text === " ");
  }

  function retype(row: number, from: number, to: number): string | undefined {
    const there = shownRow(row);
    return there === undefined || pen.isAlternate ? undefined : typableText(there, from, to, mayRetype);
  }

  function layPen(): boolean {
    const isLaid = pen.style === plain && !pen.isAlternate;
    if (!isLaid) {
      pen.lay();
    }
    return !isLaid;
  }

  const cursor = createCursor({
    entry,
    writer,
    retype,
    beforeMove: () => layBeforeMove && layPen(),
    beforeMoveCost: () => (layBeforeMove && pen.style !== plain ? 2 * writer.cost("sgr0") : 0),
  });
  return {
    capabilities,
    charset,
    looks: createLooks(capabilities, attributes, colours),
    writer,
    cursor,
    pen,
  };
}
