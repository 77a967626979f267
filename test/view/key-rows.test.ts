import { expect, test } from "vitest";
import { findCommand } from "../../src/commands/table.ts";
import { keymap } from "../../src/input/keymap.ts";
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
  expect(needy.map(({ keys: [first] }) => first)).toEqual(["ctrl-up", "shift-up", "ctrl-home", "alt-up"]);
  for (const { does } of needy) expect(does).toMatch(/; also \/\w+/);
});

test("every key in the rows works, and so does every command", () => {
  const labels = keyRows.flatMap(({ keys }) => keys);
  // On an empty line only, so it is in no map.
  expect(labels.filter((label) => !Object.hasOwn(keymap, label))).toEqual(["?"]);
  const commands = keyRows.flatMap(({ does }) => [...does.matchAll(/\/(\w+)/g)].map(([, name = ""]) => name));
  expect(commands.length).toBeGreaterThan(3);
  expect(commands.filter((name) => !findCommand(name))).toEqual([]);
});

/** What everyone expects of any input line, or what is there for one kind of terminal only. */
const unmentioned = new Set([
  ..."left right word-left word-right text-start text-end delete-left delete-right older newer".split(" "),
  ..."complete-back cut-word-left cut-word-right yank-older transpose redo".split(" "),
]);

test("everything the keys can do is in the rows", () => {
  const done = new Set(keyRows.flatMap(({ keys }) => keys.map((key) => keymap[key])));
  const missing = Object.values(keymap).filter((name) => !done.has(name) && !unmentioned.has(name));
  expect([...new Set(missing)]).toEqual([]);
});
