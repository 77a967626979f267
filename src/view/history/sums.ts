/** A number for each block and quick sums of them, at four bytes a block. */

export interface Sums {
  set(index: number, value: number): void;
  /** Of all before `index`. */
  before(index: number): number;
  total(): number;
}

const pageSize = 1024;

interface Page {
  readonly values: Float32Array;
  sum: number;
}

export function createSums(): Sums {
  const pages: Page[] = [];
  let total = 0;
  return {
    set(index, value) {
      const number = Math.floor(index / pageSize);
      while (pages.length <= number) pages.push({ values: new Float32Array(pageSize), sum: 0 });
      const page = pages[number];
      if (!page) return;
      const growth = Math.fround(value) - (page.values[index % pageSize] ?? 0);
      page.values[index % pageSize] = value;
      page.sum += growth;
      total += growth;
    },
    before(index) {
      const whole = Math.floor(index / pageSize);
      let sum = 0;
      for (const page of pages.slice(0, whole)) sum += page.sum;
      for (const value of pages[whole]?.values.subarray(0, index % pageSize) ?? []) sum += value;
      return sum;
    },
    total: () => total,
  };
}
