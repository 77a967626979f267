/** Columns of grapheme clusters, and spans of text as cells. */
import { describe, expect, test } from "vitest";
import { rowOfSpans } from "../../src/terminal/spans.ts";
import { packStyle, plain } from "../../src/terminal/style.ts";
import { clusterWidth } from "../../src/text/width.ts";

const widths: readonly (readonly [cluster: string, width: number, what: string])[] = [
  ["a", 1, "a letter"],
  [" ", 1, "a blank"],
  ["é", 1, "a composed letter"],
  ["e\u0301", 1, "a letter with a mark"],
  ["漢", 2, "an ideograph"],
  ["𠀋", 2, "an ideograph beyond the first plane"],
  ["Ａ", 2, "a fullwidth letter"],
  ["ｱ", 1, "a halfwidth kana"],
  ["한", 2, "a syllable"],
  ["\u1112\u1161\u11ab", 2, "a syllable of jamo"],
  ["│", 1, "a line"],
  ["…", 1, "an ambiguous sign"],
  ["🙂", 2, "a face"],
  ["❤\ufe0f", 2, "a heart as a picture"],
  ["❤", 1, "a heart as text"],
  ["1\ufe0f\u20e3", 2, "a keycap"],
  ["🇫🇷", 2, "a flag"],
  ["🇫", 1, "half a flag"],
  ["👨‍👩‍👧", 2, "a family"],
  ["🏳\ufe0f‍🌈", 2, "a joined flag"],
  ["☝🏽", 2, "a toned hand"],
  ["👍🏽", 2, "a toned thumb"],
  ["กำ", 2, "Thai with sara am"],
  ["ก็", 1, "Thai with a mark above"],
  ["\u0301", 0, "a mark alone"],
  ["\u200b", 0, "a blank without width"],
  ["\u00ad", 1, "a soft hyphen"],
  [String.fromCharCode(27), 0, "a control character"],
  ["\ud83d", 1, "half a pair"],
  ["", 0, "nothing"],
];

test.each(widths)("%s takes %i: %s", (cluster, width) => {
  expect(clusterWidth(cluster)).toBe(width);
});

describe("a row of spans", () => {
  test("has one cluster in each cell, and the style of its span", () => {
    const bold = packStyle({ bold: true });
    const row = rowOfSpans([
      { text: "ab", style: plain },
      { text: "漢e\u0301", style: bold },
    ]);
    expect(row).toEqual({ texts: ["a", "b", "漢", "", "e\u0301"], styles: [plain, plain, bold, bold, bold] });
  });

  test("leaves out what has no column", () => {
    const controls = [0, 7, 8, 10, 13, 27, 127, 155].map((code) => String.fromCharCode(code)).join("");
    expect(rowOfSpans([{ text: `a${controls}b\u200bc`, style: plain }]).texts).toEqual(["a", "b", "c"]);
  });

  test("cuts clusters that are too wide for a cell", () => {
    const texts = rowOfSpans([{ text: "क्षि|", style: plain }]).texts;
    expect(texts.join("")).toBe("क्षि|");
    expect(texts.at(-1)).toBe("|");
    expect(texts.every((text) => clusterWidth(text) <= 2)).toBe(true);
  });

  test("of nothing is empty", () => {
    expect(rowOfSpans([{ text: "", style: plain }])).toEqual({ texts: [], styles: [] });
  });
});
