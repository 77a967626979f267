/** A number for each block, zero at first, in pages that are made where a number is set. */

export interface Column {
  get(index: number): number;
  set(index: number, value: number): void;
}

export type Cells = Uint8Array | Uint32Array | Float64Array;

const pageSize = 1024;

/** `makePage` decides what numbers fit in, and how much room they take. */
export function createColumn(makePage: (size: number) => Cells): Column {
  const pages: (Cells | undefined)[] = [];
  return {
    get: (index) => pages[Math.floor(index / pageSize)]?.[index % pageSize] ?? 0,
    set(index, value) {
      const number = Math.floor(index / pageSize);
      while (pages.length <= number) pages.push(undefined);
      const page = pages[number] ?? makePage(pageSize);
      pages[number] = page;
      page[index % pageSize] = value;
    },
  };
}

export const bytes = (size: number): Cells => new Uint8Array(size);
export const integers = (size: number): Cells => new Uint32Array(size);
export const largeIntegers = (size: number): Cells => new Float64Array(size);
