import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundaryFrom, clusterEnd, clusterStart } from "../../src/text/cluster-boundaries.ts";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What joins with its neighbours in one way or another, and what does not. */
const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "a",
        " ",
        "é",
        "e\u0301",
        "\u0301",
        "\u200D",
        "\uFE0F",
        "👩",
        "💻",
        "🏽",
        "🇩",
        "🇪",
        "한",
      ),
      fc.constantFrom(
        "\u1100",
        "\u1161",
        "\u11A8",
        "क",
        "\u094D",
        "ष",
        "\u093F",
        "\u0600",
        "ก",
        "\u0E33",
        "語",
      ),
      fc.constantFrom("\r", "\n", "\uD83D", "\uDC69", "\u0D4E", "か", "\u3099", "ж", "ω", "©"),
      fc.string({ unit: "binary", maxLength: 2 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

function boundariesOf(text: string): readonly number[] {
  return [...Array.from(graphemes.segment(text), ({ index }) => index), text.length];
}

describe("cluster boundaries", () => {
  it("are those of the whole text, going forward", () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const found = [0];
        for (let at = 0; at < text.length; found.push(at)) at = clusterEnd(text, at);
        expect(found).toEqual(text === "" ? [0] : boundariesOf(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("are the same going backward", () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const found = [text.length];
        for (let at = text.length; at > 0; found.unshift(at)) at = clusterStart(text, at);
        expect(found).toEqual(text === "" ? [0] : boundariesOf(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("are found from any place", () => {
    fc.assert(
      fc.property(awkward, fc.nat(70), (text, index) => {
        const expected = boundariesOf(text).find((boundary) => boundary >= index) ?? text.length;
        expect(boundaryFrom(text, index)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it("take no longer in a long text", () => {
    const long = "日本語👩\u200D💻".repeat(100_000);
    let at = long.length;
    for (let step = 0; step < 1000; step++) at = clusterStart(long, at);
    expect(long.length - at).toBe(2000);
  });

  it("hold a pile of marks together", () => {
    const pile = `e${"\u0301".repeat(5000)}`;
    expect(clusterEnd(`${pile}x`, 0)).toBe(pile.length);
    expect(clusterStart(`x${pile}`, pile.length + 1)).toBe(1);
  });
});
