/** What holds for any bytes at all. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixtureEntry } from "../../support/terminfo/fixture.ts";
import { sampleTerms } from "../../support/terminfo/sample.ts";
import { drive, labels } from "./drive.ts";

const terms = fc.constantFrom(...sampleTerms);
const pieces = fc.constantFrom(
  ..."\x1b \x1b[ \x1bO \x1b] \x1bP \x1b\\ \x07 \x9b \x9d \x9c [ ; 1 5 200~ 201~ A M ~ u R < ? \r \n \t \b \x7f \x01 @ é 日 \xff"
    .split(" ")
    .map((text) => Buffer.from(text, text.charCodeAt(0) < 0x100 ? "latin1" : "utf8").toString("latin1")),
);
const anyBytes = fc.string({ unit: "binary-ascii", maxLength: 4 });
const rawBytes = fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString("latin1"));

function strings(term: string): readonly string[] {
  return [...fixtureEntry(term).strings].filter(([name]) => name.startsWith("k")).map(([, bytes]) => bytes);
}

/** Bytes that mean much to the terminal, and bytes that mean nothing. */
const input = terms.chain((term) => {
  const keys = strings(term);
  const key = keys.length > 0 ? fc.constantFrom(...keys) : pieces;
  const sequence = fc.array(fc.oneof(pieces, key, anyBytes, rawBytes), { maxLength: 30 });
  return fc.tuple(fc.constant(term), sequence, fc.boolean());
});

describe("any input", () => {
  it("gives the same keys however it is cut into reads", () => {
    fc.assert(
      fc.property(input, fc.infiniteStream(fc.integer({ min: 1, max: 7 })), ([term, parts, utf8], sizes) => {
        const bytes = parts.join("");
        const reads: string[] = [];
        for (let at = 0; at < bytes.length; at += reads.at(-1)?.length ?? 1) {
          reads.push(bytes.slice(at, at + (sizes.next().value ?? 1)));
        }
        expect(labels(term, reads, { utf8 })).toEqual(labels(term, [bytes], { utf8 }));
      }),
      { numRuns: 1500 },
    );
  });

  it("never gives control characters as text, and no timer is left when all is silent", () => {
    fc.assert(
      fc.property(input, fc.boolean(), ([term, parts, utf8], guess) => {
        const driven = drive(term, { utf8, ...(guess ? { pasteBurst: undefined } : {}) });
        for (const part of parts) {
          driven.read(part);
          driven.clock.advance(part.length * 20);
        }
        driven.clock.advance(10_000);
        const typed = driven.keys.flatMap(({ text }) => text ?? []);
        expect(typed.filter((text) => /\p{Cc}/u.test(text) || [...text].length !== 1)).toEqual([]);
        expect(driven.pastes.filter(({ text }) => /[^\P{Cc}\n\t]/u.test(text))).toEqual([]);
        expect(driven.keys.filter(({ text, ctrl, meta }) => text !== undefined && (ctrl || meta))).toEqual(
          [],
        );
        expect(driven.clock.pending()).toBe(0);
        driven.read("q");
        driven.decoder.end();
        expect(driven.said().at(-1)).toBe("q");
      }),
      { numRuns: 1500 },
    );
  });
});

describe("a flood", () => {
  const megabyte = 1024 * 1024;
  const floods: Readonly<Record<string, string>> = {
    text: "x",
    "line breaks": "ab\r",
    escapes: "\x1b",
    "beginnings of sequences": "\x1b[1;",
    "one sequence without an end": "1;",
    "beginnings of keys": "\x01@",
    "lead bytes": "\xf0",
    "null bytes": "\0",
    arrows: "\x1b[A",
    "starts of pastes": "\x1b[200~",
    "almost ends of pastes": "\x1b[201",
  };
  const starts: readonly (readonly [term: string, start: string])[] = [
    ["wy50", ""],
    ["xterm-256color", ""],
    ["xterm-256color", "\x1b["],
    ["xterm-256color", "\x1b]"],
    ["xterm-256color", "\x1b[200~"],
  ];

  it.each(Object.entries(floods))("of %s takes time in proportion and leaves nothing behind", (_, unit) => {
    for (const [term, start] of starts) {
      const bytes = Buffer.from(
        start + unit.repeat((start === "" ? megabyte : megabyte / 4) / unit.length),
        "latin1",
      );
      const driven = drive(term, { pasteBurst: undefined, onKey: () => {}, onPaste: () => {} });
      const before = performance.now();
      driven.decoder.push(bytes);
      driven.clock.advance(10_000);
      expect(performance.now() - before).toBeLessThan(3000);
      expect(driven.clock.pending()).toBe(0);
    }
  });
});
