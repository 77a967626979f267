import fc from "fast-check";
import { expect, test } from "vitest";
import { fillLine } from "../../src/view/fit.ts";
import { span } from "../../src/view/line.ts";
import { safeText, sanitiseLine } from "../../src/view/sanitise.ts";
import { lineWidth } from "../../src/view/wrap.ts";
import { drawn } from "./drawn.ts";

const line = [span("text", safeText`ab`), span("code", safeText`世界`)];

test.each([
  [8, "|ab世界  |"],
  [6, "|ab世界|"],
  [5, "|ab世…|"],
  [4, "|ab… |"],
  [1, "|…|"],
  [0, "||"],
  [-1, "||"],
])("to %i columns", (width, expected) => {
  expect(drawn([fillLine(line, width, "status")])).toBe(expected);
});

test("what is added has the role asked for", () => {
  expect(fillLine(line, 8, "status").at(-1)).toEqual({ role: "status", text: "  " });
});

test("any text comes out as wide as asked", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 30 }), (text, width) => {
      expect(lineWidth(fillLine([span("text", sanitiseLine(text))], width, "text"))).toBe(width);
    }),
  );
});
