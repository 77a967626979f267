import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changed, indexAfter, inverse } from "../../src/model/history-change.ts";
import type { Message } from "../../src/model/message.ts";

const says = (text: string): Message => ({ role: "user", text });

const histories = fc.array(fc.string().map(says), { maxLength: 8 });
const changes = fc
  .tuple(histories, fc.nat(), fc.nat(), histories)
  .map(([history, from, removed, inserted]) => {
    const start = from % (history.length + 1);
    const count = removed % (history.length - start + 1);
    return { history, change: { from: start, removed: count, inserted, reason: "edited" as const } };
  });

describe("a change of the history", () => {
  it("puts messages in the place of others", () => {
    const history = ["a", "b", "c"].map(says);
    const change = { from: 1, removed: 1, inserted: [says("x"), says("y")], reason: "edited" } as const;
    expect(changed(history, change)).toEqual(["a", "x", "y", "c"].map(says));
  });

  it("is undone by its inverse", () => {
    fc.assert(
      fc.property(changes, ({ history, change }) => {
        const back = inverse(history, change);
        expect(changed(changed(history, change), back)).toEqual(history);
      }),
    );
  });

  it("moves a boundary with the messages before it", () => {
    fc.assert(
      fc.property(changes, fc.nat(), ({ history, change }, place) => {
        const index = place % (history.length + 1);
        const inside = index > change.from && index < change.from + change.removed;
        if (inside) return;
        const kept = history.slice(index);
        const at = indexAfter(index, change);
        if (index > change.from) expect(changed(history, change).slice(at)).toEqual(kept);
        else expect(at).toBe(index);
      }),
    );
  });
});
