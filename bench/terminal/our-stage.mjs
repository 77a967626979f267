// A stage of our own: blessed lays out, our painter makes the bytes. Its twin is stock-stage.mjs.
import { openScreen } from "../../src/terminal/blessed-adapter.ts";
import { blessed } from "../../src/terminal/blessed-types.ts";
import { createCharset } from "../../src/terminal/charset.ts";
import { createPainter } from "../../src/terminal/painter.ts";
import { createRowsPane } from "../../src/terminal/rows-pane.ts";
import { rowOfSpans } from "../../src/terminal/spans.ts";
import { packStyle, plain } from "../../src/terminal/style.ts";
import { createExpand } from "../../src/terminfo/expand.ts";

const bold = packStyle({ bold: true });
/** As on a pseudo-terminal. Where the entry has `xon`, as all that are measured have, this asks for no padding. */
const line = { baud: 38_400 };

export function openOurStage(entry, columns, rows) {
  let sent = 0;
  const painter = createPainter({
    ...{ entry, columns, rows, expand: createExpand(entry, line) },
    charset: createCharset({ entry, locale: process.env }),
    write: (pieces) => {
      for (const piece of pieces) if (typeof piece === "string") sent += piece.length;
    },
  });
  const screen = openScreen({ columns, rows, paint: painter.paint });
  painter.enter();
  return {
    ...{ columns, rows, screen: screen.root, render: screen.render, sent: () => sent },
    bar: (top, content) =>
      new blessed.Box({ parent: screen.root, top, height: 1, content, style: { inverse: true } }),
    pane: (top, height) => {
      const pane = createRowsPane({ parent: screen.root, top, height });
      return { show: (lines, from) => pane.show(lines.slice(from, from + height).map(rowOf)) };
    },
    input: (top) => {
      const pane = createRowsPane({ parent: screen.root, top, height: 1 });
      const show = (text) => pane.show([rowOf({ text, isBold: false })], { row: 0, column: text.length });
      pane.box.focus();
      show("");
      return { show };
    },
    // Where rows pass by blessed, its cells are filled only to be compared.
    fillCells: () => blessed.Screen.prototype.render.call(screen.root),
    close: screen.destroy,
  };
}

function rowOf({ text, isBold }) {
  return rowOfSpans([{ text, style: isBold ? bold : plain }]);
}
