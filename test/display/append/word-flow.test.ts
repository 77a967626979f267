import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWordFlow } from "../../../src/display/append/word-flow.ts";
import { sanitise } from "../../../src/view/sanitise.ts";
import { createManualClock } from "./manual-clock.ts";

function makeFlow() {
  const clock = createManualClock();
  const written: string[] = [];
  const flow = createWordFlow((text) => written.push(text), clock);
  return { clock, written, flow };
}

describe("a word flow", () => {
  it("writes whole words, and the rest at the end", () => {
    const { flow, written, clock } = makeFlow();
    for (const piece of ["Hel", "lo wo", "rld", "!\nBy", "e"]) flow.push(piece);
    flow.finish();
    expect(written).toEqual(["Hello ", "world!\n", "Bye"]);
    expect(clock.pending()).toBe(0);
  });

  it("writes the words of a long chunk and holds its unfinished one", () => {
    const { flow, written } = makeFlow();
    flow.push(`${"word ".repeat(30)}unfini`);
    flow.push("shed ");
    expect(written).toEqual(["word ".repeat(30), "unfinished "]);
  });

  it("does not hold more than sixty characters", () => {
    const { flow, written } = makeFlow();
    flow.push("x".repeat(60));
    expect(written).toEqual([]);
    flow.push("x");
    expect(written).toEqual(["x".repeat(61)]);
  });

  it("shows what has waited for 120 ms, though more of the word keeps coming", () => {
    const { flow, written, clock } = makeFlow();
    flow.push("a");
    clock.advance(60);
    flow.push("b");
    clock.advance(59);
    expect(written).toEqual([]);
    clock.advance(1);
    expect(written).toEqual(["ab"]);
    flow.push("c");
    clock.advance(120);
    expect(written).toEqual(["ab", "c"]);
    expect(clock.pending()).toBe(0);
  });

  it("gives each new word its own 120 ms", () => {
    const { flow, written, clock } = makeFlow();
    flow.push("a");
    clock.advance(100);
    flow.push(" b");
    clock.advance(100);
    expect(written).toEqual(["a "]);
    clock.advance(20);
    expect(written).toEqual(["a ", "b"]);
  });

  it("does not wait for spaces where a script has none", () => {
    const { flow, written } = makeFlow();
    flow.push("你好");
    flow.push("ไทย");
    expect(written).toEqual(["你好", "ไทย"]);
  });

  it("sanitises across chunks", () => {
    const { flow, written } = makeFlow();
    flow.push("a\r");
    flow.push("\nb\r");
    flow.finish();
    expect(written.join("")).toBe("a\nb^M");
  });

  it("starts anew after its end", () => {
    const { flow, written } = makeFlow();
    flow.push("one");
    flow.finish();
    flow.push("two ");
    expect(written).toEqual(["one", "two "]);
  });

  const letters = fc.constantFrom("a", "bc", " ", "\n", "日", "\r", "\u202E", "😀", "\uD83D", "\uDE00");
  const pieces = fc.array(fc.array(letters, { maxLength: 8 }).map((chunk) => chunk.join("")));

  it("writes the same text however it was cut, and however long the pauses were", () => {
    fc.assert(
      fc.property(pieces, fc.array(fc.integer({ min: 0, max: 200 })), (chunks, pauses) => {
        const { flow, written, clock } = makeFlow();
        for (const [index, chunk] of chunks.entries()) {
          flow.push(chunk);
          clock.advance(pauses[index] ?? 0);
        }
        flow.finish();
        expect(written.join("")).toBe(sanitise(chunks.join("")));
        expect(clock.pending()).toBe(0);
      }),
    );
  });

  it("splits no word of sixty characters or fewer while time stands still", () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom("a", "é", "😀"), maxLength: 30 }));
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 100 }), (list, size) => {
        const { flow, written } = makeFlow();
        const text = list.join(" ");
        for (let at = 0; at < text.length; at += size) flow.push(text.slice(at, at + size));
        flow.finish();
        expect(written.slice(0, -1).filter((part) => !part.endsWith(" "))).toEqual([]);
      }),
    );
  });
});
