/** From widgets to bytes: the frames of the adapter are what the painter takes, and cost no more than they must. */
import { expect, test } from "vitest";
import { openScreen } from "../../src/terminal/blessed-adapter.ts";
import { createCharset } from "../../src/terminal/charset.ts";
import { namedKey } from "../../src/terminal/keys/key.ts";
import { createPainter } from "../../src/terminal/painter.ts";
import { createRowsPane } from "../../src/terminal/rows-pane.ts";
import { rowOfSpans } from "../../src/terminal/spans.ts";
import { plain } from "../../src/terminal/style.ts";
import { createExpand } from "../../src/terminfo/expand.ts";
import { list } from "../support/blessed-widgets.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";

const size = { columns: 40, rows: 10 };

/** A list above an input line, and what each act on them sends. */
function open(term: string) {
  const entry = fixtureEntry(term);
  let sent = "";
  const painter = createPainter({
    ...{ entry, ...size, expand: createExpand(entry, { baud: 38_400, flowControl: false }) },
    charset: createCharset({ entry, locale: { LANG: "C.UTF-8" } }),
    write: (pieces) => {
      sent += pieces.filter((piece) => typeof piece === "string").join("");
    },
  });
  painter.enter();
  const screen = openScreen({ ...size, paint: painter.paint });
  const style = { selected: { inverse: true } };
  const menu = list({
    parent: screen.root,
    height: 5,
    items: ["one", "two"],
    keys: true,
    border: "line",
    style,
  });
  const input = createRowsPane({ parent: screen.root, top: 8, height: 1 });
  const sentBy = (act: () => void) => {
    sent = "";
    act();
    return sent;
  };
  const type = (text: string) => {
    input.show([rowOfSpans([{ text, style: plain }])], { row: 0, column: text.length });
    screen.render();
  };
  return { screen, menu, input, sentBy, type };
}

test.each(["xterm-256color", "vt100", "wy50"])("on %s nothing is sent for what is already there", (term) => {
  const { screen, menu, sentBy } = open(term);
  menu.focus();
  expect(sentBy(screen.render)).toContain("one");
  expect(sentBy(screen.render)).toBe("");
  expect(sentBy(() => screen.feed(namedKey("down")))).toMatch(/two/);
  expect(sentBy(screen.render)).toBe("");
  screen.destroy();
  expect(screen.swallowed()).toBe(0);
});

test("a typed character is the one byte that is sent", () => {
  const { screen, input, sentBy, type } = open("xterm-256color");
  input.box.focus();
  type("hell");
  expect(sentBy(() => type("hello"))).toBe("o");
  screen.destroy();
  expect(screen.swallowed()).toBe(0);
});
