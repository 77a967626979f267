import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLine } from "../../src/app/json-line.ts";

const point = String.fromCodePoint;

describe("jsonLine", () => {
  it("is one line", () => {
    expect(jsonLine({ text: "a\nb" })).toBe('{"text":"a\\nb"}\n');
  });

  it.each([
    ["DEL", point(0x7f), "\\u007f"],
    ["C1", point(0x9b), "\\u009b"],
    ["a bidi override", "\u202E", "\\u202e"],
    ["a line separator", "\u2028", "\\u2028"],
    ["a zero-width space", "\u200B", "\\u200b"],
    ["a selector", "\uFE0F", "\\ufe0f"],
    ["a filler", "\u3164", "\\u3164"],
    ["a tag character", point(0xe0041), "\\udb40\\udc41"],
    ["a high selector", point(0xe01ef), "\\udb40\\uddef"],
    ["a musical format character", point(0x1d173), "\\ud834\\udd73"],
    ["half a pair", "\uD800", "\\ud800"],
  ])("escapes %s", (_name, character, escaped) => {
    expect(jsonLine([character])).toBe(`["${escaped}"]\n`);
  });

  it("leaves readable text alone", () => {
    expect(jsonLine(["ü 日本 😀"])).toBe('["ü 日本 😀"]\n');
  });

  it("parses back to the same value and cannot act on a terminal", () => {
    const anyText = fc.string({ unit: "binary" });
    const anyValue = fc.array(fc.oneof(anyText, fc.jsonValue(), fc.dictionary(anyText, anyText)));
    fc.assert(
      fc.property(anyValue, (value) => {
        const line = jsonLine(value);
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
        expect(line.endsWith("\n")).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
