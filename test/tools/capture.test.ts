import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCapture } from "../../src/tools/capture.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function captureAll(chunks: readonly Uint8Array[], maxChars = 1000) {
  const capture = createCapture(maxChars);
  const seen = chunks.map((chunk) => capture.push(chunk)).join("");
  return { seen, ...capture.finish() };
}

describe("createCapture", () => {
  it("decodes characters however they are cut into chunks", () => {
    const text = fc.string({ unit: "grapheme" }).map((value) => value.replaceAll("\0", ""));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (value, size) => {
        const all = bytes(value);
        const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
          all.subarray(at * size, (at + 1) * size),
        );
        const { text: kept, totalChars, totalBytes } = captureAll(chunks);
        expect(kept).toBe(value);
        expect(totalChars).toBe(kept.length);
        expect(totalBytes).toBe(all.length);
      }),
    );
  });

  it("keeps the head and counts the rest", () => {
    const result = captureAll([bytes("abc"), bytes("def"), bytes("gh")], 4);
    expect(result).toMatchObject({ text: "abcd", totalChars: 8, totalBytes: 8, binary: false });
  });

  it("does not keep half a character at the cap", () => {
    expect(captureAll([bytes("ab😀"), bytes("c")], 3)).toMatchObject({ text: "ab", totalChars: 5 });
  });

  it("marks bytes that are no text", () => {
    expect(captureAll([Uint8Array.of(0x61, 0xff, 0x62)]).text).toBe("a\ufffdb");
    expect(captureAll([Uint8Array.of(0x61, 0xc3)]).text).toBe("a\ufffd");
  });

  it("calls output with NUL bytes binary and shows none of what follows", () => {
    const result = captureAll([bytes("abc"), Uint8Array.of(1, 0, 2), bytes("def")]);
    expect(result).toMatchObject({ text: "", binary: true, totalBytes: 9, seen: "abc" });
  });

  it("keeps a byte order mark", () => {
    expect(captureAll([Uint8Array.of(0xef, 0xbb), Uint8Array.of(0xbf, 0x61)]).text).toBe("\ufeffa");
  });

  it.each([{ chunks: ["abc", "d", "\0"] }, { chunks: ["abcd\0"] }, { chunks: ["abc\0"] }])(
    "does not look for NUL bytes behind the cap, however they arrive: $chunks",
    ({ chunks }) => {
      expect(captureAll(chunks.map(bytes), 3)).toMatchObject({ text: "abc", binary: false });
    },
  );
});
