import fc from "fast-check";
import { expect, test } from "vitest";
import { bar, percent, shortCost, shortCount, shortTime } from "../../src/view/numbers.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1k"],
  [1234, "1.2k"],
  [9999, "9.9k"],
  [24_000, "24k"],
  [200_000, "200k"],
  [999_999, "999k"],
  [1_000_000, "1M"],
  [1_560_000, "1.5M"],
])("%i tokens are %s", (count, text) => {
  expect(shortCount(count)).toBe(text);
});

test.each([
  [undefined, "$?"],
  [0, "$0.00"],
  [0.0042, "$0.0042"],
  [0.1234, "$0.12"],
  [12.3, "$12.30"],
])("%s dollars are %s", (dollars, text) => {
  expect(shortCost(dollars)).toBe(text);
});

test.each([
  [-5, "0 s"],
  [2_999, "2 s"],
  [59_999, "59 s"],
  [65_000, "1 m 05 s"],
  [3_600_000, "1 h 00 m"],
  [90 * 3_600_000, "90 h 00 m"],
])("%i ms are %s", (ms, text) => {
  expect(shortTime(ms)).toBe(text);
});

test.each([
  [24, 200, 12],
  [199, 200, 99],
  [200, 200, 100],
  [300, 200, 100],
  [5, 0, 0],
])("%i of %i are %i percent", (part, whole, expected) => {
  expect(percent(part, whole)).toBe(expected);
});

test.each([
  [0, "░░░░░░░░"],
  [1, "█░░░░░░░"],
  [50, "████░░░░"],
  [99, "███████░"],
  [100, "████████"],
  [150, "████████"],
])("a bar at %i percent", (part, expected) => {
  expect(bar(part, 100, 8)).toBe(expected);
});

test("a bar is always as long as asked", () => {
  const count = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(count, count, fc.integer({ min: 1, max: 40 }), (part, whole, columns) => {
      expect(bar(part, whole, columns)).toHaveLength(columns);
    }),
  );
});
