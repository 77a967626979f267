/** The prompt in front of a line, cut into rows where it is wider than the frame. */
import { clustersOf } from "../text/clusters.ts";
import type { Frame } from "./row.ts";

export interface PromptRows {
  /** Rows that the prompt fills alone. */
  readonly full: readonly string[];
  /** What stands in front of the text, and the column where the text begins. */
  readonly rest: string;
  readonly column: number;
}

export function promptRows(line: number, { prompt, continuation, width }: Frame): PromptRows {
  const full: string[] = [];
  let rest = "";
  let column = 0;
  for (const cluster of clustersOf(line === 0 ? prompt : continuation)) {
    if (column + cluster.width > width) {
      full.push(rest);
      rest = "";
      column = 0;
    }
    rest += cluster.text;
    column += cluster.width;
  }
  return { full, rest, column };
}
