import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBoundedCache } from "../../../src/view/history/bounded-cache.ts";
import { createSums } from "../../../src/view/history/sums.ts";

describe("a bounded cache", () => {
  it("forgets what was used longest ago", () => {
    const cache = createBoundedCache<string, number>(3);
    cache.set("a", 1, 1);
    cache.set("b", 2, 1);
    cache.set("c", 3, 1);
    cache.get("a");
    cache.set("d", 4, 1);
    expect(["a", "b", "c", "d"].map(cache.get)).toEqual([1, undefined, 3, 4]);
    expect(cache.weight()).toBe(3);
  });

  it("keeps the newest, however heavy, and nothing else then", () => {
    const cache = createBoundedCache<string, number>(3);
    cache.set("a", 1, 1);
    cache.set("b", 2, 10);
    expect([cache.get("a"), cache.get("b")]).toEqual([undefined, 2]);
    cache.set("b", 3, 2);
    expect(cache.weight()).toBe(2);
    cache.delete("b");
    expect([cache.get("b"), cache.weight()]).toEqual([undefined, 0]);
  });
});

it("sums are what adding gives", () => {
  const entries = fc.array(fc.tuple(fc.nat(3000), fc.nat(100)), { maxLength: 50 });
  fc.assert(
    fc.property(entries, fc.nat(4000), (values, index) => {
      const sums = createSums();
      const plain: number[] = [];
      for (const [at, value] of values) {
        sums.set(at, value);
        plain[at] = value;
      }
      const add = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0);
      expect(sums.before(index)).toBe(add(plain.slice(0, index)));
      expect(sums.total()).toBe(add(plain));
    }),
  );
});
