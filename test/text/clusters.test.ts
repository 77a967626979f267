import fc from "fast-check";
import { expect, test } from "vitest";
import { clustersOf, textWidth } from "../../src/text/clusters.ts";

test.each([
  ["", []],
  ["ab", ["a1", "b1"]],
  ["e\u0301x", ["e\u03011", "x1"]],
  ["世a", ["世2", "a1"]],
  ["👩‍👩‍👧", ["👩‍👩‍👧2"]],
] as const)("%j falls into clusters with their widths", (text, expected) => {
  expect(clustersOf(text).map((cluster) => cluster.text + cluster.width)).toEqual(expected);
});

test("nothing is lost, and the width of a text is that of its clusters", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(text, (whole) => {
      const clusters = clustersOf(whole);
      expect(clusters.map((cluster) => cluster.text).join("")).toBe(whole);
      expect(clusters.reduce((sum, { width }) => sum + width, 0)).toBe(textWidth(whole));
    }),
  );
});

test("a long line takes time in proportion to its length", () => {
  const visits = (length: number) => {
    const { segment } = Intl.Segmenter.prototype;
    let characters = 0;
    Intl.Segmenter.prototype.segment = function (text) {
      characters += text.length;
      return segment.call(this, text);
    };
    try {
      textWidth("é́日".repeat(length));
      return characters;
    } finally {
      Intl.Segmenter.prototype.segment = segment;
    }
  };
  expect(visits(2000)).toBeLessThan(visits(1000) * 2.5);
});
