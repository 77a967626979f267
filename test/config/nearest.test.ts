import { expect, test } from "vitest";
import { nearest } from "../../src/config/nearest.ts";

const known = ["model", "max_iterations", "tools", "auto_tools", "top_p"];

test.each([
  ["modle", "model"],
  ["omdel", "model"],
  ["models", "model"],
  ["MODEL", "model"],
  ["maxIterations", "max_iterations"],
  ["max-iteration", "max_iterations"],
  ["tool", "tools"],
  ["topp", "top_p"],
  ["xyz", undefined],
  ["", undefined],
  ["__", undefined],
  ["m".repeat(100_000), undefined],
])("%.20s is nearest to %s", (word, expected) => {
  expect(nearest(word, known)).toBe(expected);
});
