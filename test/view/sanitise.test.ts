import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createStreamSanitiser, safeText, sanitise, sanitiseLine } from "../../src/view/sanitise.ts";

const point = String.fromCodePoint;
const esc = point(0x1b);
const bell = point(0x07);

describe("hostile text is shown, not sent", () => {
  it.each([
    ["clear screen", `${esc}[2J${esc}[H`, "^[[2J^[[H"],
    ["invisible ink", `${esc}[8mrm -rf /${esc}[0m`, "^[[8mrm -rf /^[[0m"],
    ["clipboard (OSC 52)", `${esc}]52;c;cm0=${bell}`, "^[]52;c;cm0=^G"],
    ["link (OSC 8), ended by ST", `${esc}]8;;http://x${esc}\\y`, "^[]8;;http://x^[\\y"],
    ["C1 CSI", `${point(0x9b)}2J`, "\\u{9b}2J"],
    ["C1 OSC and ST", `${point(0x9d)}0;t${point(0x9c)}`, "\\u{9d}0;t\\u{9c}"],
    ["next line (NEL)", `a${point(0x85)}b`, "a\\u{85}b"],
    ["carriage return over the line", "rm -rf /\rls", "rm -rf /^Mls"],
    ["backspace over the line", "rm\b\bls", "rm^H^Hls"],
    ["NUL and DEL", `a${point(0)}b${point(0x7f)}`, "a^@b^?"],
    ["vertical tab, form feed", "a\v\f", "a^K^L"],
    ["bidi override and isolate", "\u202Eabc\u202C\u2066x\u2069", "\\u{202e}abc\\u{202c}\\u{2066}x\\u{2069}"],
    ["bidi marks", "\u200E\u200F\u061C", "\\u{200e}\\u{200f}\\u{61c}"],
    ["zero width", "r\u200Bm\uFEFF\u2060\u00AD", "r\\u{200b}m\\u{feff}\\u{2060}\\u{ad}"],
    ["line and paragraph separator", "a\u2028b\u2029", "a\\u{2028}b\\u{2029}"],
    ["tag characters", `a${point(0xe0041)}`, "a\\u{e0041}"],
    [
      "Hangul and Mongolian fillers",
      "\u115F\u1160\u3164\uFFA0\u180E",
      "\\u{115f}\\u{1160}\\u{3164}\\u{ffa0}\\u{180e}",
    ],
    ["grapheme joiner", "a\u034Fb", "a\\u{34f}b"],
    ["lone surrogates", "\uD800a\uDC00", "\\u{d800}a\\u{dc00}"],
    ["a joiner between letters that need none", "pay\u200Dpal\u200C.com", "pay\\u{200d}pal\\u{200c}.com"],
    ["a joiner next to an invisible letter", "\u061C\u200C\u0645", "\\u{61c}\\u{200c}م"],
    ["a selector on a letter", "a\uFE0Fb\uFE00", "a\\u{fe0f}b\\u{fe00}"],
    ["a selector on a digit that is no key cap", "1\uFE0F", "1\\u{fe0f}"],
    ["a second selector", "❤\uFE0F\uFE0F", "❤\uFE0F\\u{fe0f}"],
    ["hidden bytes in selectors", `😀${point(0xe0100, 0xe01ef)}`, "😀\\u{e0100}\\u{e01ef}"],
  ])("%s", (_name, text, shown) => {
    expect(sanitise(text)).toBe(shown);
  });

  it("keeps six marks on a letter and shows the rest", () => {
    const mark = "\u0301";
    expect(sanitise(`e${mark.repeat(6)}`)).toBe(`e${mark.repeat(6)}`);
    expect(sanitise(`e${mark.repeat(8)}x`)).toBe(`e${mark.repeat(6)}\\u{301}\\u{301}x`);
  });

  it("stays fast on a flood", () => {
    const started = performance.now();
    sanitise("\u0301".repeat(200_000) + esc.repeat(200_000) + "\u200D".repeat(200_000));
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("honest text passes", () => {
  it.each([
    "plain text\n\twith a tab",
    "Ünïcödé, 日本語, ไทย, עברית, العربية",
    "e\u0301 and e\u0323\u0302",
    "emoji 😀 👍🏽 👩\u200D💻 🏳\uFE0F\u200D🌈 👩🏽\u200D🤝\u200D👨🏿 ❤\uFE0F ☎\uFE0E",
    "key caps 1\uFE0F\u20E3 #\uFE0F\u20E3",
    "Persian می\u200Cخواهم",
    "Hindi क्\u200Dष",
    "literal \\u{202e} and ^[",
  ])("%s", (text) => {
    expect(sanitise(text)).toBe(text);
  });

  it("a Windows line end is a line end", () => {
    expect(sanitise("a\r\nb\r\r\n")).toBe("a\nb^M\n");
  });
});

describe("sanitiseLine", () => {
  it("stays on one line", () => {
    expect(sanitiseLine("a\nb\tc\r\nd")).toBe("a\\nb\\tc\\nd");
  });
});

describe("safeText", () => {
  it("joins literals, numbers and safe text", () => {
    expect(safeText`[${sanitise("\b")}: ${3}]\n`).toBe("[^H: 3]\n");
  });
});

/** Mostly what matters: each kind of character that is treated specially, between ordinary ones. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ..."a1 #\n\t\r\b\u0301\u20E3\u200B\u200C\u200D\uFE00\uFE0E\uFE0F\u202E\u2028\u034F\u061C\u0645\u0650",
      ..."\u17B4\u0915\u094D\u2764",
      "\uD83D",
      "\uDE00",
      esc,
      point(0x9b),
      "👩",
      "🏽",
      point(0x1fbff),
      point(0xe0041),
      "👩\u200D💻",
      "1\uFE0F\u20E3",
      "\u0301".repeat(5),
    ),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
  maxLength: 40,
});

/** Every way to cut: pieces of one to three UTF-16 units, so that pairs are split as well. */
const cut = (text: string, sizes: readonly number[]): string[] => {
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
};

describe("whatever the text", () => {
  it("holds no control but newline and tab, no bidi control, no lone surrogate, no line separator", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(sanitise(text)).not.toMatch(
          /(?![\n\t])\p{Cc}|\p{Bidi_Control}|\p{Cs}|[\u2028\u2029]|[\p{Mn}\p{Me}]{7}/u,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("is the same when sanitised twice", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(sanitise(sanitise(text))).toBe(sanitise(text));
      }),
      { numRuns: 5000 },
    );
  });

  it("comes out of a stream as it does in one piece, however it is cut", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(hostile, sizes, (text, pieces) => {
        const stream = createStreamSanitiser();
        const parts = cut(text, pieces).map(stream.push);
        expect(parts.join("") + stream.end()).toBe(sanitise(text));
      }),
      { numRuns: 5000 },
    );
  });
});

describe("createStreamSanitiser", () => {
  it("keeps an emoji whole that was cut inside its last character", () => {
    const stream = createStreamSanitiser();
    const parts = cut("👩\u200D💻!", [2, 2, 1]).map(stream.push);
    expect(parts.join("") + stream.end()).toBe("👩\u200D💻!");
  });

  it("holds back only what the next chunk decides", () => {
    const stream = createStreamSanitiser();
    expect(stream.push("text")).toBe("text");
    expect(stream.push("a\r")).toBe("a");
    expect(stream.push("\nb")).toBe("\nb");
  });

  it("starts anew after its end", () => {
    const stream = createStreamSanitiser();
    stream.push("👩\u200D");
    expect(stream.end()).toBe("\\u{200d}");
    expect(stream.push("\u200D💻")).toBe("\\u{200d}💻");
  });
});
