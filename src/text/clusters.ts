/** Text as the pieces that are seen as one character each. It must not know styles, screens or terminals. */
import { clusterEnd } from "./cluster-boundaries.ts";
import { clusterWidth } from "./width.ts";

export interface Cluster {
  readonly text: string;
  /** In columns. */
  readonly width: number;
}

const printableAscii = /^[ -~]*$/;

export function clustersOf(text: string): readonly Cluster[] {
  if (printableAscii.test(text)) return text.split("").map((character) => ({ text: character, width: 1 }));
  return Array.from(walk(text), (cluster) => ({ text: cluster, width: clusterWidth(cluster) }));
}

/** How many columns a text takes. */
export function textWidth(text: string): number {
  if (printableAscii.test(text)) return text.length;
  let width = 0;
  for (const cluster of walk(text)) width += clusterWidth(cluster);
  return width;
}

/** In time in proportion to the text, which iterating over Intl.Segmenter's segments is not. */
function* walk(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = clusterEnd(text, start);
    yield text.slice(start, end);
    start = end;
  }
}
