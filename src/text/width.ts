/** How many columns a grapheme cluster takes. It must not know styles, screens or terminals. */
import { eastAsianWidth } from "get-east-asian-width";

/** Shown as one picture of two columns, however many code points it has. A lone half of a flag is none. */
const picture =
  /^(?:\p{Regional_Indicator}{2}|(?!\p{Regional_Indicator})\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Emoji_Modifier_Base}\p{Emoji_Modifier})/u;

/** Marks, controls, invisible formats, and the jamo that complete a syllable; a soft hyphen is seen. */
const noColumn = /^(?!\u00AD)[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\u1160-\u11FF\uD7B0-\uD7FF]$/u;

/** 0 for what has no column of its own, such as a control character or a mark without a base. */
export function clusterWidth(cluster: string): number {
  if (cluster.length === 1 && cluster >= " " && cluster <= "~") return 1;
  if (picture.test(cluster)) return 2;
  let width = 0;
  for (const point of cluster) width += pointWidth(point);
  return width;
}

function pointWidth(point: string): number {
  return noColumn.test(point) ? 0 : eastAsianWidth(point.codePointAt(0) ?? 0);
}
