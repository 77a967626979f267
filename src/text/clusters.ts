/** Text as the pieces that are seen as one character each. It must not know styles, screens or terminals. */
import { clusterWidth } from "./width.ts";

export interface Cluster {
  readonly text: string;
  /** In columns. */
  readonly width: number;
}

const printableAscii = /^[ -~]*$/;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export function clustersOf(text: string): readonly Cluster[] {
  if (printableAscii.test(text)) return text.split("").map((character) => ({ text: character, width: 1 }));
  return Array.from(graphemes.segment(text), ({ segment }) => ({
    text: segment,
    width: clusterWidth(segment),
  }));
}

/** How many columns a text takes. */
export function textWidth(text: string): number {
  if (printableAscii.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += clusterWidth(segment);
  return width;
}
