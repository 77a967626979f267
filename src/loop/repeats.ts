/** Counts how often the same thing has happened in a row. */

/** The returned function answers how many times in a row it has been called with this key; undefined resets. */
export function countRepeats(): (key: string | undefined) => number {
  let last: string | undefined;
  let count = 0;
  return (key) => {
    if (key === undefined) count = 0;
    else count = key === last ? count + 1 : 1;
    last = key;
    return count;
  };
}
