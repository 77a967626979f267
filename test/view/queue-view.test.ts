import { expect, it } from "vitest";
import { queueLines, queueRows } from "../../src/view/queue-view.ts";
import { drawn } from "./drawn.ts";

const waiting = (...texts: readonly string[]) => ({
  count: texts.length,
  latest: texts.map((text) => ({ text })),
});
const at = (given: ReturnType<typeof waiting>, height: number) => drawn(queueLines(given, 24, height));

it("takes no room when nothing waits", () => {
  expect([queueRows(waiting()), queueLines(waiting(), 24, 4)]).toEqual([0, []]);
});

it("is one line for one entry, whatever is in it", () => {
  expect(queueRows(waiting("a"))).toBe(1);
  expect(at(waiting("one\ntwo \u001b[2J"), 4)).toMatch(/^\|1 queued: one/);
  expect(at(waiting("one\ntwo \u001b[2J"), 4)).not.toContain("\u001b");
});

it("says how one entry is taken back, where there is room", () => {
  expect(drawn(queueLines(waiting("later"), 40, 1))).toBe("|1 queued; Up takes it back: later|");
  expect(drawn(queueLines(waiting("later"), 39, 1))).toBe("|1 queued: later|");
});

it("counts all and shows the last ones that fit", () => {
  const shown = at(waiting("a", "b", "c", "d"), 3);
  expect(shown).toContain("4 queued");
  expect(shown).toContain("  3. c");
  expect(shown).toContain("  4. d");
  expect(shown).not.toContain("2. b");
  expect(at(waiting("a", "b"), 1)).toContain("2 queued: b");
});

it("says what is held and how it is sent", () => {
  const held = (count: number, ...texts: readonly string[]) => ({
    count: texts.length,
    held: count,
    latest: texts.map((text, index) => ({ text, ...(index < count && { held: true as const }) })),
  });
  expect(drawn(queueLines(held(1, "later"), 40, 1))).toBe("|1 held; /queue send sends it: later|");
  expect(drawn(queueLines(held(2, "a", "b"), 40, 3))).toContain("2 held; /queue send sends them");
  const mixed = drawn(queueLines(held(1, "a", "b"), 40, 3));
  expect(mixed).toContain("2 queued; Up takes the last one back");
  expect(mixed).toContain("  1. (held) a");
  expect(mixed).toContain("  2. b");
});
