import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineWindow } from "../../src/tools/line-window.ts";

function cut(text: string, first: number, count: number, chunkSize: number): string {
  const window = createLineWindow(first, count);
  const all = Buffer.from(text);
  let out = "";
  for (let at = 0; at < all.length; at += chunkSize) {
    out += Buffer.from(window.take(all.subarray(at, at + chunkSize))).toString();
  }
  return out;
}

describe("createLineWindow", () => {
  it("cuts what splitting the whole text would give, whatever the chunks", () => {
    const text = fc.array(fc.constantFrom("a", "b", "\n"), { maxLength: 40 }).map((chars) => chars.join(""));
    const small = fc.integer({ min: 0, max: 8 });
    fc.assert(
      fc.property(
        text,
        small,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 6 }),
        (...sample) => {
          const [value, first, count, size] = sample;
          const expected = value
            .split("\n")
            .slice(first, first + count)
            .join("\n");
          expect(cut(value, first, count, size)).toBe(expected);
        },
      ),
    );
  });

  it("takes everything without a limit", () => {
    expect(cut("a\nb\n\nc", 0, Number.POSITIVE_INFINITY, 2)).toBe("a\nb\n\nc");
  });

  it("tells when nothing more can come", () => {
    const window = createLineWindow(1, 1);
    window.take(Buffer.from("a\nb"));
    expect(window.isPast()).toBe(false);
    window.take(Buffer.from("c\n"));
    expect(window.isPast()).toBe(true);
    expect(window.take(Buffer.from("more\n"))).toHaveLength(0);
  });
});
