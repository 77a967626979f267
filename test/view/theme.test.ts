import { expect, test } from "vitest";
import { roles } from "../../src/view/line.ts";
import { depths, ownColour, resolveTheme, type Theme } from "../../src/view/theme.ts";

const themed = (look: Theme["roles"]): Theme => ({ roles: look });

test("every role has a look, and an empty theme is plain but for what must stand out", () => {
  const resolved = resolveTheme(themed({}), 256);
  expect(Object.keys(resolved)).toEqual(roles);
  const plain = { bold: false, dim: false, underline: false, reverse: false, italic: false };
  expect(resolved.text).toEqual({ ...plain, fg: ownColour, bg: ownColour });
  expect(resolved.selection).toEqual({ ...resolved.text, reverse: true });
  expect(resolved["search-match"]).toEqual({ ...resolved.text, reverse: true });
});

test.each([
  [256, 75],
  [16, 12],
  [8, 4],
  [0, ownColour],
] as const)("with %i colours the value for as many or the next fewer is taken", (depth, fg) => {
  const look = { fg: { "256": 75, "16": "bright-blue", "8": "blue" } };
  expect(resolveTheme(themed({ heading: look }), depth).heading.fg).toBe(fg);
});

test.each([
  [256, 75],
  [16, 4],
  [8, 4],
] as const)("with %i colours a gap is bridged by the next fewer", (depth, fg) => {
  expect(resolveTheme(themed({ heading: { fg: { "256": 75, "8": "blue" } } }), depth).heading.fg).toBe(fg);
});

test("a colour that the terminal lacks is not used", () => {
  const theme = themed({ text: { fg: "red" }, heading: { fg: 208 }, code: { fg: "bright-blue" } });
  expect(resolveTheme(theme, 16).heading.fg).toBe(1);
  expect(resolveTheme(theme, 16).code.fg).toBe(12);
  expect(resolveTheme(theme, 8).code.fg).toBe(1);
});

test("flags have fallbacks too", () => {
  const theme = themed({ status: { reverse: { "0": true, "256": false }, bg: { "256": 237 } } });
  expect(depths.map((depth) => resolveTheme(theme, depth).status.reverse)).toEqual([true, true, true, false]);
});

test("roles take the colours they do not name from text, and can ask for the terminal's own", () => {
  const theme = themed({
    text: { fg: "yellow", bg: "black" },
    heading: { bold: true },
    code: { bg: "default" },
  });
  const { heading, code } = resolveTheme(theme, 8);
  expect(heading).toMatchObject({ bold: true, fg: 3, bg: 0 });
  expect(code).toMatchObject({ fg: 3, bg: ownColour });
});

test("flags are not taken from text", () => {
  expect(resolveTheme(themed({ text: { bold: true } }), 8).code.bold).toBe(false);
});

test("without colours there are none", () => {
  const theme = themed({ text: { fg: "white", bg: "black" }, selection: { fg: 16, bg: 220 } });
  for (const { fg, bg } of Object.values(resolveTheme(theme, 0)))
    expect([fg, bg]).toEqual([ownColour, ownColour]);
});

test("a selection that was told by its background alone is reversed where that is lost", () => {
  const theme = themed({ selection: { bg: 60 } });
  expect(resolveTheme(theme, 256).selection).toMatchObject({ bg: 60, reverse: false });
  expect(resolveTheme(theme, 8).selection).toMatchObject({ bg: ownColour, reverse: true });
  expect(
    resolveTheme(themed({ text: { reverse: true }, selection: { reverse: true } }), 0).selection.reverse,
  ).toBe(false);
});
