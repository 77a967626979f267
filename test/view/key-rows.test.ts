import { expect, test } from "vitest";
import { isReachable, keyName, keyRows } from "../../src/view/key-rows.ts";

test.each([
  ["ctrl-a", "Ctrl-A"],
  ["alt-b", "Alt-b"],
  ["ctrl-x ctrl-e", "Ctrl-X Ctrl-E"],
  ["page-up", "PgUp"],
  ["shift-page-down", "Shift-PgDn"],
  ["ctrl-shift-up", "Ctrl-Shift-Up"],
  ["newline", "Ctrl-J"],
  ["alt-enter", "Alt-Enter"],
  ["back-tab", "Shift-Tab"],
  ["f1", "F1"],
  ["?", "?"],
  ["-", "-"],
  ["ctrl--", "Ctrl--"],
])("%s is called %s", (label, name) => {
  expect(keyName(label)).toBe(name);
});

test.each([
  ["ctrl-a", true],
  ["alt-b", true],
  ["alt-enter", true],
  ["ctrl-x ctrl-e", true],
  ["?", true],
  ["世", true],
  ["escape", true],
  ["up", true],
  ["page-up", false],
  ["shift-up", false],
  ["alt-page-up", false],
  ["ctrl-x page-up", false],
  ["f1", false],
])("on a terminal with nothing but an arrow %s can be pressed: %s", (label, expected) => {
  expect(isReachable(label, new Set(["up"]))).toBe(expected);
});

test("only scrolling needs keys that some terminals lack", () => {
  const needy = keyRows.filter(({ keys }) => !keys.some((key) => isReachable(key, new Set())));
  expect(needy.map(({ does }) => does)).toEqual(["scroll a page", "scroll a line"]);
});
