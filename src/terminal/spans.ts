/** Text to cells: one grapheme cluster in each, an empty string for the right half of a wide one. */

import { clustersOf, type Cluster as Piece } from "../text/clusters.ts";
import { clusterWidth } from "../text/width.ts";
import type { Row } from "./frame.ts";
import type { Style } from "./style.ts";

export interface Span {
  readonly text: string;
  readonly style: Style;
}

const printableAscii = /^[ -~]*$/;

/** A row as long as its text. What has no width of its own (controls too) is left out. */
export function rowOfSpans(spans: readonly Span[]): Row {
  const texts: string[] = [];
  const styles: Style[] = [];
  for (const { text, style } of spans) {
    for (const cell of cellsOf(text)) {
      texts.push(cell);
      styles.push(style);
    }
  }
  return { texts, styles };
}

function cellsOf(text: string): readonly string[] {
  if (printableAscii.test(text)) return text.split("");
  return clustersOf(text)
    .flatMap(piecesOf)
    .filter(({ width }) => width > 0)
    .flatMap((piece) => (piece.width === 2 ? [piece.text, ""] : [piece.text]));
}

/** Some scripts have clusters of three columns and more, which no cell can hold: those are cut into code points. */
function piecesOf(cluster: Piece): readonly Piece[] {
  if (cluster.width <= 2) return [cluster];
  return Array.from(cluster.text).reduce<Piece[]>(addPoint, []);
}

function addPoint(pieces: Piece[], point: string): Piece[] {
  const width = clusterWidth(point);
  const last = pieces.at(-1);
  if (width > 0 || last === undefined) return [...pieces, { text: point, width }];
  return [...pieces.slice(0, -1), { text: last.text + point, width: last.width }];
}
