/** "Did you mean": the known word closest to a mistyped one. */

const longestWord = 64;

export function nearest(word: string, known: Iterable<string>): string | undefined {
  const typed = bare(word);
  if (typed === "" || typed.length > longestWord) return undefined;
  const ranked = [...known]
    .map((candidate) => ({ candidate, distance: editDistance(typed, bare(candidate)) }))
    .filter(({ candidate, distance }) => distance <= tolerance(typed, candidate))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, "");
}

function tolerance(typed: string, candidate: string): number {
  return Math.max(1, Math.floor(Math.min(typed.length, candidate.length) / 3));
}

/** Letters added, left out, replaced, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
