/**
 * What a terminal shows for a style: attributes that it lacks are dropped, colours are reduced. Two styles that look
 * the same become the same number, so that cells need not be sent again. It must not send anything.
 */
import { type Attributes, flagMask } from "./attributes.ts";
import type { Capabilities } from "./capabilities.ts";
import type { Colours } from "./colours.ts";
import {
  backgroundOf,
  defaultColour,
  type Flag,
  flagBits,
  flags,
  foregroundOf,
  packStyle,
  plain,
  type Style,
} from "./style.ts";

export interface Looks {
  ofText(style: Style): Style;
  /** Of a cell that holds a space. */
  ofBlank(style: Style): Style;
}

const mostKept = 4096;
/** The bits of `ncv`: what cannot be combined with colours. */
const noColourVideo: Readonly<Record<Flag, number>> = {
  underline: 2,
  reverse: 4,
  dim: 16,
  bold: 32,
  italic: 32768,
};
const standout = 1;

export function createLooks({ entry, facts }: Capabilities, attributes: Attributes, colours: Colours): Looks {
  const ncv = Math.max(0, entry.numbers.get("ncv") ?? 0);
  const reverseIsStandout = attributes.on.reverse === "smso";
  const excluded = flags
    .filter((flag) => (ncv & noColourVideo[flag]) !== 0)
    .reduce((sum, flag) => sum | flagBits[flag], 0);
  const excludedWithColour =
    reverseIsStandout && (ncv & standout) !== 0 ? excluded | flagBits.reverse : excluded;

  function ofText(style: Style): Style {
    if (style === plain || !facts.attributes) {
      return plain;
    }
    const fg = colours.nearest(foregroundOf(style), "fg");
    const bg = colours.nearest(backgroundOf(style), "bg");
    const becomesReverse = colours.depth === 0 && backgroundOf(style) !== defaultColour;
    const video =
      (style & flagMask & attributes.supported) |
      (becomesReverse ? flagBits.reverse & attributes.supported : 0);
    if (fg === defaultColour && bg === defaultColour) {
      return video;
    }
    // Two colours that differ must not become one, or nothing can be read.
    const merged = fg === bg && foregroundOf(style) !== backgroundOf(style);
    return combine(fg, merged ? defaultColour : bg, video, excludedWithColour);
  }

  return { ofText: remembering(ofText), ofBlank: remembering((style) => blank(ofText(style))) };
}

function combine(fg: number, bg: number, video: number, excluded: number): Style {
  if ((video & excluded & flagBits.reverse) === 0) {
    return packStyle({ fg, bg }) | (video & ~excluded);
  }
  if (fg !== defaultColour && bg !== defaultColour) {
    return packStyle({ fg: bg, bg: fg }) | (video & ~excluded);
  }
  // Reverse marks what is selected; it counts for more than one colour.
  return video;
}

/** In a space only the background is seen, unless something is drawn over or the grounds are swapped. */
function blank(style: Style): Style {
  const drawn = (style & (flagBits.reverse | flagBits.underline)) !== 0;
  return drawn ? style : packStyle({ bg: backgroundOf(style) });
}

function remembering(derive: (style: Style) => Style): (style: Style) => Style {
  const known = new Map<Style, Style>();
  return (style) => {
    if (style === plain) {
      return plain;
    }
    let look = known.get(style);
    if (look === undefined) {
      if (known.size >= mostKept) {
        known.clear();
      }
      look = derive(style);
      known.set(style, look);
    }
    return look;
  };
}
