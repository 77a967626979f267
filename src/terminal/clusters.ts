/**
 * How far a terminal may move its cursor for a grapheme cluster. Terminals disagree about emoji and combined
 * characters, so for those only the limits are known. It must not know positions.
 */

/** What some terminal may draw in two cells. */
const perhapsWide =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]|\ufe0f/u;
/** Not the jamo, which join the ones beside them. */
const surelyWide =
  /^(?!\p{Extended_Pictographic})[\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]$/u;
const drawsNothing = /[\u200d\ufe0e\ufe0f]/gu;
/** A mark that got a cell of its own may be drawn in the one before it. */
const mark = /^\p{M}/u;
/** Below this everything is one cell wide and stands by itself. */
const firstMark = 0x300;

export function mayBeWide(cluster: string): boolean {
  return (cluster.length > 1 || cluster.charCodeAt(0) >= firstMark) && perhapsWide.test(cluster);
}

/** Whether every terminal moves by just `width` cells. */
export function isTrusted(cluster: string, width: number): boolean {
  if (cluster.length === 1 && cluster.charCodeAt(0) < firstMark) {
    return width === 1;
  }
  if (!isOneCodePoint(cluster) || mark.test(cluster)) {
    return false;
  }
  return width === 2 ? surelyWide.test(cluster) : !perhapsWide.test(cluster);
}

/** The most cells that a terminal may fill with it. */
export function widestCells(cluster: string, width: number): number {
  const drawn = [...cluster.replace(drawsNothing, "")].length;
  return Math.max(1, drawn) * (mayBeWide(cluster) ? 2 : width);
}

function isOneCodePoint(cluster: string): boolean {
  const code = cluster.codePointAt(0) ?? 0;
  return cluster.length === (code > 0xffff ? 2 : 1);
}
