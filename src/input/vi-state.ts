/** What vi's keys remember between two presses. */
import type { Key } from "./key.ts";

export type Stroke = Key | { readonly paste: string };

/** The newest first, so that one more costs the same however many there are. */
export interface Strokes {
  readonly stroke: Stroke;
  readonly earlier: Strokes | undefined;
}

export interface ViState {
  readonly mode: "insert" | "normal";
  /** The digits and the operator typed so far: "2", "d", "2d3". */
  readonly pending: string;
  /** Since the command began; undefined when there is nothing to repeat in it. */
  readonly strokes: Strokes | undefined;
  /** The last change, for the dot. */
  readonly change: Strokes | undefined;
}

export const viInsert: ViState = { mode: "insert", pending: "", strokes: undefined, change: undefined };

/** In the order they were made. */
export function inOrder(strokes: Strokes | undefined): readonly Stroke[] {
  const list: Stroke[] = [];
  for (let one = strokes; one; one = one.earlier) list.push(one.stroke);
  return list.reverse();
}
