import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  abandon,
  emptyQueue,
  enqueue,
  hold,
  release,
  type TypeAhead,
  take,
  withdraw,
} from "../../src/input/queue.ts";

const three = ["one", "two", "three"].reduce(enqueue, emptyQueue);
const texts = ({ waiting }: TypeAhead) => waiting.map(({ text }) => text);

describe("the type-ahead queue", () => {
  it("hands over in order, each once", () => {
    const first = take(three);
    const second = take(first.queue);
    expect([first.taken?.text, second.taken?.text, texts(second.queue)]).toEqual(["one", "two", ["three"]]);
    expect(take(emptyQueue).taken).toBeUndefined();
  });

  it("holds back what is being changed, and what is behind it", () => {
    const held = hold(three, 2);
    const { queue, taken } = take(held);
    expect(taken?.text).toBe("one");
    expect(take(queue).taken).toBeUndefined();
    const changed = take(release(queue, "TWO"));
    expect([changed.taken, take(changed.queue).taken?.text]).toEqual([{ id: 2, text: "TWO" }, "three"]);
    expect(take(abandon(queue)).taken?.text).toBe("two");
  });

  it("holds nothing that was handed over already", () => {
    const { queue } = take(three);
    expect(hold(queue, 1)).toBe(queue);
    expect(texts(release(hold(queue, 1), "again"))).toEqual(["two", "three"]);
  });

  it("lets go of what is emptied or withdrawn", () => {
    expect(texts(release(hold(three, 2), " "))).toEqual(["one", "three"]);
    expect(texts(withdraw(three, 1))).toEqual(["two", "three"]);
    expect(take(withdraw(hold(three, 1), 1)).taken?.text).toBe("two");
  });

  it("never hands over anything twice, nor loses it", () => {
    const operation = fc.constantFrom("add", "take", "hold", "release", "abandon");
    fc.assert(
      fc.property(fc.array(fc.tuple(operation, fc.nat(8)), { maxLength: 40 }), (operations) => {
        let queue = emptyQueue;
        const taken: number[] = [];
        for (const [name, id] of operations) {
          if (name === "add") queue = enqueue(queue, `text ${id}`);
          if (name === "hold") queue = hold(queue, id);
          if (name === "release") queue = release(queue, "changed");
          if (name === "abandon") queue = abandon(queue);
          if (name !== "take") continue;
          const result = take(queue);
          queue = result.queue;
          if (result.taken) taken.push(result.taken.id);
        }
        const all = [...taken, ...queue.waiting.map((entry) => entry.id)];
        expect(all).toEqual(Array.from({ length: queue.nextId - 1 }, (_, index) => index + 1));
      }),
    );
  });
});
