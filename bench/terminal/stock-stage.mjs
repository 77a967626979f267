// A stage as blessed has it, with its own program, capabilities and widgets. Its twin is our-stage.mjs.
import { Readable, Writable } from "node:stream";
import blessed from "blessed";

const bold = (text) => `\x1b[1m${text}\x1b[m`;

/** With these it sends the least. */
const thrifty = { smartCSR: true, useBCE: true };

export function openStockStage(columns, rows) {
  let sent = 0;
  const output = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      sent += Buffer.byteLength(text);
      done();
    },
  });
  Object.assign(output, { columns, rows, isTTY: true });
  const input = new Readable({ read: () => {} });
  const screen = blessed.screen({ input, output, fullUnicode: true, ...thrifty });
  const { program } = screen;
  return {
    ...{ columns, rows, screen, sent: () => sent },
    /** The entry could not be read, so blessed took one of its own. */
    fellBack: program.tput.error !== null,
    render: () => {
      screen.render();
      program.flush();
    },
    bar: (top, content) => blessed.box({ parent: screen, top, height: 1, content, style: { inverse: true } }),
    pane: (top, height) => openPane(screen, top, height),
    input: (top) => {
      const box = blessed.textbox({ parent: screen, top, height: 1 });
      box.readInput();
      return { show: (text) => box.setValue(text) };
    },
    close: () => screen.destroy(),
  };
}

function openPane(parent, top, height) {
  const box = blessed.box({ parent, top, height, wrap: false, scrollable: true, alwaysScroll: true });
  let shown;
  return {
    show: (lines, from) => {
      if (lines !== shown) box.setContent(lines.map(contentOf).join("\n"));
      shown = lines;
      box.setScroll(from);
    },
  };
}

function contentOf({ text, isBold }) {
  return isBold ? bold(text) : text;
}
