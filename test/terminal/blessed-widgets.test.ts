/** blessed's widgets draw the right cells and get their keys, and none of them sends a byte. */
import { afterEach, expect, test } from "vitest";
import { namedKey } from "../../src/terminal/keys/key.ts";
import { packStyle, plain } from "../../src/terminal/style.ts";
import {
  box,
  button,
  checkbox,
  form,
  list,
  question,
  table,
  textarea,
  textbox,
} from "../support/blessed-widgets.ts";
import { closeScreens, nextTurn, testScreen } from "./blessed-screen.ts";

afterEach(() => {
  expect(closeScreens()).toBe(0);
});

test("a box has its border, label and content", () => {
  const screen = testScreen(14, 5);
  box({ parent: screen.root, border: "line", label: " hi ", content: "one\ntwo", width: 12, height: 4 });
  screen.render();
  expect(screen.shown()).toEqual(["┌─ hi ─────┐", "│one       │", "│two       │", "└──────────┘", ""]);
  expect(screen.frame().columns).toBe(14);
  expect(screen.frame().rows.every(({ texts, styles }) => texts.length === 14 && styles.length === 14)).toBe(
    true,
  );
  expect(screen.frame().cursor).toBeUndefined();
});

test("colours and attributes become styles", () => {
  const screen = testScreen(6, 2);
  const look = { fg: "red", bg: 200, bold: true, underline: true, inverse: true, blink: true };
  box({ parent: screen.root, width: 3, height: 1, content: "ab", style: look });
  screen.render();
  const style = packStyle({ fg: 1, bg: 200, bold: true, underline: true, reverse: true });
  expect([0, 1, 2, 3].map((column) => screen.styleAt(0, column))).toEqual([style, style, style, plain]);
});

test("tags are for our own texts, and only where they are asked for", () => {
  const screen = testScreen(20, 2);
  box({ parent: screen.root, height: 1, tags: true, content: "{bold}b{/bold}{green-fg}g{/green-fg}" });
  box({ parent: screen.root, top: 1, height: 1, content: "{bold}b" });
  screen.render();
  expect(screen.shown()).toEqual(["bg", "{bold}b"]);
  expect(screen.styleAt(0, 0)).toBe(packStyle({ bold: true }));
  expect(screen.styleAt(0, 1)).toBe(packStyle({ fg: 2 }));
});

test("invisible text is blank", () => {
  const screen = testScreen(6, 1);
  box({ parent: screen.root, content: "secret", style: { invisible: true } });
  screen.render();
  expect(screen.shown()).toEqual([""]);
});

test("a wide character has an empty right half, and marks share the cell of their letter", () => {
  const screen = testScreen(8, 1);
  box({ parent: screen.root, content: "a漢e\u0301b" });
  screen.render();
  expect(screen.frame().rows[0]?.texts).toEqual(["a", "漢", "", "e\u0301", "b", " ", " ", " "]);
});

test("what blessed measures wrongly never shifts the row", () => {
  const screen = testScreen(8, 1);
  box({ parent: screen.root, content: "a🙂b\u200dc\u2060d" });
  screen.render();
  expect(screen.frame().rows[0]?.texts).toEqual(["a", " ", "b\u200d", "c\u2060", "d", " ", " ", " "]);
});

test("a wide character that is covered by half is not seen", () => {
  const screen = testScreen(6, 2);
  box({ parent: screen.root, content: "漢漢漢\n漢漢漢" });
  box({ parent: screen.root, left: 1, width: 2, height: 1, content: "xx" });
  screen.render();
  expect(screen.frame().rows[0]?.texts).toEqual([" ", "x", "x", " ", "漢", ""]);
  expect(screen.frame().rows[1]?.texts).toEqual(["漢", "", "漢", "", "漢", ""]);
});

test("a list moves its selection and tells what was chosen", () => {
  const screen = testScreen(10, 3);
  const chosen: unknown[] = [];
  const menu = list({
    parent: screen.root,
    items: ["one", "two", "three", "four"],
    keys: true,
    style: { selected: { inverse: true } },
  });
  menu.on("select", (...told: unknown[]) => chosen.push(told[1]));
  menu.focus();
  screen.render();
  expect(screen.shown()).toEqual(["one", "two", "three"]);
  expect(screen.styleAt(0, 0)).toBe(packStyle({ reverse: true }));
  screen.press("down", "down", "down");
  expect(screen.shown()).toEqual(["two", "three", "four"]);
  expect([0, 1, 2].map((row) => screen.styleAt(row, 0))).toEqual([
    plain,
    plain,
    packStyle({ reverse: true }),
  ]);
  screen.press("enter");
  expect(chosen).toEqual([3]);
});

test("a textbox takes text, has the cursor, and submits once", async () => {
  const screen = testScreen(12, 3);
  const submitted: unknown[] = [];
  const input = textbox({ parent: screen.root, top: 1, height: 1 });
  input.readInput((_error, value) => submitted.push(value));
  await nextTurn();
  screen.render();
  expect(screen.frame().cursor).toEqual({ row: 1, column: 0 });
  screen.type("hé 漢x");
  screen.press("backspace", "left");
  expect(screen.shown()[1]).toBe("hé 漢");
  expect(screen.frame().cursor).toEqual({ row: 1, column: 5 });
  screen.press("enter");
  screen.type("z");
  screen.render();
  expect(submitted).toEqual(["hé 漢"]);
  expect(screen.shown()[1]).toBe("hé 漢");
  expect(screen.frame().cursor).toBeUndefined();
});

test("a textarea has lines, and starts no editor on its own", async () => {
  const screen = testScreen(12, 4);
  const area = textarea({ parent: screen.root, keys: true, height: 3 });
  area.focus();
  screen.type("e");
  await nextTurn();
  screen.type("a");
  screen.press("newline");
  screen.type("b");
  screen.press("enter");
  screen.type("c");
  screen.feed(namedKey("e", { ctrl: true }));
  await nextTurn();
  screen.type("d");
  expect(screen.shown()).toEqual(["a", "b", "cd", ""]);
  expect(screen.frame().cursor).toEqual({ row: 2, column: 2 });
});

test("a question is answered by a key and gives the focus back", () => {
  const screen = testScreen(24, 6);
  const answers: unknown[] = [];
  const below = box({ parent: screen.root, keyable: true, content: "below" });
  below.focus();
  const ask = question({ parent: screen.root, border: "line", width: 22, height: 6 });
  ask.ask("Sure?", (_error, answer) => answers.push(answer));
  expect(screen.shown()[0]).toContain("┌────");
  expect(screen.shown()[1]).toContain("Sure?");
  expect(screen.shown()[3]).toMatch(/Okay.*Cancel/);
  screen.type("xY");
  screen.render();
  expect(answers).toEqual([true]);
  expect(screen.shown()[0]).toBe("below");
  expect(screen.root.focused).toBe(below);
});

test("a table has its rules", () => {
  const screen = testScreen(20, 8);
  const rows = [
    ["name", "size"],
    ["a", "1"],
    ["漢", "22"],
  ];
  table({ parent: screen.root, border: "line", width: "shrink", height: "shrink", data: rows });
  screen.render();
  expect(screen.shown()).toEqual([
    "┌──────┬──────┐",
    "│ name │ size │",
    "├──────┼──────┤",
    "│  a   │  1   │",
    "├──────┼──────┤",
    "│  漢  │  22  │",
    "└──────┴──────┘",
    "",
  ]);
});

test("a scrollable box scrolls by keys", () => {
  const screen = testScreen(8, 3);
  const content = Array.from({ length: 9 }, (_, index) => `line ${index}`).join("\n");
  const scroller = box({
    ...{ parent: screen.root, content, keys: true, scrollable: true, alwaysScroll: true },
    scrollbar: { ch: "#" },
  });
  scroller.focus();
  screen.render();
  expect(screen.shown()).toEqual(["line 0 #", "line 1", "line 2"]);
  screen.press("down", "down", "down", "up");
  screen.render();
  expect(screen.shown().map((row) => row.slice(0, 6))).toEqual(["line 2", "line 3", "line 4"]);
  scroller.setScrollPerc(100);
  screen.render();
  expect(screen.shown().map((row) => row.slice(0, 6))).toEqual(["line 6", "line 7", "line 8"]);
});

test("the focus moves through a form, and only the focused widget gets keys", () => {
  const screen = testScreen(20, 4);
  const pressed: string[] = [];
  const fields = form({ parent: screen.root, keys: true });
  const one = checkbox({ parent: fields, height: 1, content: "one" });
  const two = button({ parent: fields, top: 1, height: 1, content: "two", style: { focus: { bold: true } } });
  two.on("press", () => pressed.push("two"));
  screen.render();
  one.focus();
  screen.press("space");
  screen.render();
  expect(screen.shown().slice(0, 2)).toEqual(["[x] one", "two"]);
  expect(screen.frame().cursor).toEqual({ row: 0, column: 1 });
  screen.press("tab", "enter");
  expect(pressed).toEqual(["two"]);
  expect(screen.styleAt(1, 0)).toBe(packStyle({ bold: true }));
  expect(screen.frame().cursor).toBeUndefined();
  screen.press("back-tab", "enter");
  expect(pressed).toEqual(["two"]);
  expect(screen.shown()[0]).toBe("[ ] one");
});

test("hidden and removed widgets leave nothing behind", () => {
  const screen = testScreen(8, 2);
  const low = box({ parent: screen.root, height: 1, content: "low" });
  const top = box({ parent: screen.root, height: 1, content: "topmost" });
  screen.render();
  expect(screen.shown()).toEqual(["topmost", ""]);
  top.hide();
  screen.render();
  expect(screen.shown()).toEqual(["low", ""]);
  low.destroy();
  screen.render();
  expect(screen.shown()).toEqual(["", ""]);
});

test("the terminal is asked for no mouse and no answer", () => {
  const screen = testScreen(8, 2);
  const target = box({
    parent: screen.root,
    mouse: true,
    clickable: true,
    hoverText: "hover",
    draggable: true,
  });
  target.on("click", () => {});
  screen.root.enableMouse();
  screen.root.program.setMouse({ normalMouse: true }, true);
  screen.root.program.getCursor(() => {});
  screen.render();
  expect(screen.swallowed()).toBe(0);
});
