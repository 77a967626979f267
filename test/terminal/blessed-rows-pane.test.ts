/** Rows of cells reach the screen untouched, whatever their text says, and are clipped to their pane. */
import { afterEach, expect, test } from "vitest";
import type { Row } from "../../src/terminal/frame.ts";
import { createRowsPane } from "../../src/terminal/rows-pane.ts";
import { rowOfSpans } from "../../src/terminal/spans.ts";
import { packStyle, plain } from "../../src/terminal/style.ts";
import { box, list } from "../support/blessed-widgets.ts";
import { closeScreens, testScreen } from "./blessed-screen.ts";

afterEach(() => {
  expect(closeScreens()).toBe(0);
});

function row(text: string, style = plain): Row {
  return rowOfSpans([{ text, style }]);
}

test("text with tags, escapes and emoji stays as it is", () => {
  const screen = testScreen(24, 3);
  const pane = createRowsPane({ parent: screen.root });
  const esc = String.fromCharCode(27);
  pane.show([row("{red-fg}{bold}x{/}"), row(`a${esc}[31mb`), row("漢👨‍👩‍👧🙂e\u0301|")]);
  screen.render();
  expect(screen.shown()).toEqual(["{red-fg}{bold}x{/}", "a[31mb", "漢👨‍👩‍👧🙂e\u0301|"]);
  expect(screen.frame().rows[2]?.texts.slice(0, 8)).toEqual([
    "漢",
    "",
    "👨‍👩‍👧",
    "",
    "🙂",
    "",
    "e\u0301",
    "|",
  ]);
});

test("every style arrives, dim and italic too", () => {
  const screen = testScreen(4, 1);
  const pane = createRowsPane({ parent: screen.root, style: { bg: "blue" } });
  const styles = [
    packStyle({ dim: true, italic: true, fg: 255, bg: 0 }),
    packStyle({ bold: true, underline: true, reverse: true, fg: 0, bg: 255 }),
    plain,
  ];
  pane.show([rowOfSpans(styles.map((style) => ({ text: "x", style })))]);
  screen.render();
  expect(Array.from(screen.frame().rows[0]?.styles ?? [])).toEqual([...styles, packStyle({ bg: 4 })]);
});

test("a wide cluster that does not fit is blank", () => {
  const screen = testScreen(8, 2);
  const pane = createRowsPane({ parent: screen.root, width: 4 });
  pane.show([row("abc漢"), row("ab漢漢")]);
  screen.render();
  expect(screen.shown()).toEqual(["abc", "ab漢"]);
  pane.box.width = 3;
  screen.render();
  expect(screen.shown()).toEqual(["abc", "ab"]);
});

test("rows are clipped to a box that lies partly outside of the screen", () => {
  const screen = testScreen(6, 3);
  const pane = createRowsPane({ parent: screen.root, left: -1, top: -1, width: 20, height: 20 });
  pane.show([row("above"), row("漢12345678"), row("x漢")]);
  screen.render();
  expect(screen.shown()).toEqual([" 12345", "漢", ""]);
});

test("the border, the label and the children lie over the rows", () => {
  const screen = testScreen(12, 4);
  const pane = createRowsPane({ parent: screen.root, border: "line", label: " log ", width: 12, height: 4 });
  box({ parent: pane.box, right: 0, top: 0, width: 3, height: 1, content: "new" });
  pane.show([row("0123456789abc"), row("second")]);
  screen.render();
  expect(screen.shown()).toEqual(["┌─ log ────┐", "│0123456new│", "│second    │", "└──────────┘"]);
});

test("fewer and shorter rows leave nothing behind", () => {
  const screen = testScreen(6, 2);
  const pane = createRowsPane({ parent: screen.root });
  pane.show([row("漢字漢"), row("second")]);
  screen.render();
  pane.show([row("a")]);
  screen.render();
  expect(screen.shown()).toEqual(["a", ""]);
});

test("a padding is ignored", () => {
  const screen = testScreen(6, 2);
  const pane = createRowsPane({ parent: screen.root, padding: 1 });
  pane.show([row("first")]);
  screen.render();
  expect(screen.shown()).toEqual(["first", ""]);
});

test("only the rows that changed are new objects", () => {
  const screen = testScreen(10, 4);
  const frame = box({ parent: screen.root, border: "line" });
  const pane = createRowsPane({ parent: frame });
  pane.show([row("one"), row("two")]);
  screen.render();
  pane.show([row("one"), row("2")]);
  screen.render();
  const [before, after] = screen.frames;
  const kept = after?.rows.map((next, index) => next === before?.rows[index]);
  expect(kept).toEqual([true, true, false, true]);
});

test("in a pane that scrolls within another box, rows move and are cut", () => {
  const screen = testScreen(10, 3);
  const outer = box({ parent: screen.root, scrollable: true, alwaysScroll: true });
  const pane = createRowsPane({ parent: outer, top: 0, height: 6 });
  pane.show(["0", "1", "2", "3", "4", "5"].map((text) => row(text)));
  screen.render();
  expect(screen.shown()).toEqual(["0", "1", "2"]);
  outer.scrollTo(2);
  outer.setScroll(4);
  screen.render();
  const [first = ""] = screen.shown();
  expect(Number(first)).toBeGreaterThan(0);
  expect(screen.shown()).toEqual([0, 1, 2].map((step) => String(Number(first) + step)));
});

test("the cursor stands in the focused pane and nowhere else", () => {
  const screen = testScreen(10, 4);
  const input = createRowsPane({ parent: screen.root, top: 1, height: 3, border: "line" });
  const menu = list({ parent: screen.root, height: 1, items: ["x"], keys: true });
  input.box.focus();
  input.show([row("hi 漢")], { row: 0, column: 5 });
  screen.render();
  expect(screen.frame().cursor).toEqual({ row: 2, column: 6 });
  menu.focus();
  screen.render();
  expect(screen.frame().cursor).toBeUndefined();
  input.box.focus();
  screen.render();
  expect(screen.frame().cursor).toEqual({ row: 2, column: 6 });
  input.show([row("hi")], { row: 1, column: 0 });
  screen.render();
  expect(screen.frame().cursor).toBeUndefined();
});

test("a pane gets the keys while it has the focus", () => {
  const screen = testScreen();
  const heard: string[] = [];
  const pane = createRowsPane({ parent: screen.root });
  pane.box.on("keypress", (_text, key) => heard.push(key.full));
  screen.type("a");
  pane.box.focus();
  screen.type("b");
  expect(heard).toContain("b");
});

test("rows that need no drawing are painted as they were given, until something lies on them", () => {
  const screen = testScreen(10, 4);
  const above = createRowsPane({ parent: screen.root, top: 0, height: 2 });
  const below = createRowsPane({ parent: screen.root, top: 2, height: 2 });
  const [one, two, three] = [row("one"), row("two 漢"), row("three")];
  above.show([one, two]);
  below.show([three]);
  screen.render();
  expect(screen.frame().rows.slice(0, 3)).toEqual([one, two, three]);
  expect(screen.frame().rows[1]).toBe(two);
  const dialog = box({ parent: screen.root, top: 1, left: 4, width: 3, height: 1, content: "hey" });
  screen.render();
  expect(screen.shown()).toEqual(["one", "two hey", "three", ""]);
  dialog.destroy();
  screen.render();
  expect(screen.shown()).toEqual(["one", "two 漢", "three", ""]);
  expect(screen.frame().rows[1]).toBe(two);
});

test("panes that leave a part of the screen free, or a row that is too long, are drawn", () => {
  const screen = testScreen(4, 2);
  const pane = createRowsPane({ parent: screen.root, height: 1 });
  pane.show([row("abcdef")]);
  screen.render();
  expect(screen.frame().rows.map(({ texts }) => texts)).toEqual([Array.from("abcd"), Array.from("    ")]);
});

test("the later of two panes at one place is seen, and a hidden one is not", () => {
  const screen = testScreen(4, 2);
  createRowsPane({ parent: screen.root }).show([row("a"), row("b")]);
  const over = createRowsPane({ parent: screen.root, top: 1, height: 1 });
  over.show([row("c")]);
  screen.render();
  expect(screen.shown()).toEqual(["a", "c"]);
  over.box.hidden = true;
  screen.render();
  expect(screen.shown()).toEqual(["a", "b"]);
});
