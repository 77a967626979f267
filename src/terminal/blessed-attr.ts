/** blessed's attributes to our styles and back. It must not know cells or screens. */
import type { Attr } from "./blessed-types.ts";
import {
  backgroundOf,
  defaultColour,
  type Flag,
  flags,
  foregroundOf,
  hasFlag,
  packStyle,
  type Style,
} from "./style.ts";

const flagShift = 18;
const foregroundShift = 9;
const colourMask = 0x1ff;
const lastColour = 255;

/** blessed knows no dim and no italic, but carries all bits along. Its blink (4) has no style. */
const flagMasks: Readonly<Record<Flag, number>> = { bold: 1, underline: 2, reverse: 8, dim: 32, italic: 64 };
const invisible = 16;

export function isInvisible(attr: Attr): boolean {
  return ((attr >> flagShift) & invisible) !== 0;
}

export const styleOfAttr: (attr: Attr) => Style = remembered((attr) =>
  packStyle({
    ...Object.fromEntries(flags.map((flag) => [flag, ((attr >> flagShift) & flagMasks[flag]) !== 0])),
    fg: colourOf((attr >> foregroundShift) & colourMask),
    bg: colourOf(attr & colourMask),
  }),
);

/** Our default, -1, becomes blessed's: nine bits set. */
export const attrOfStyle: (style: Style) => Attr = remembered((style) => {
  const bits = flags.reduce((sum, flag) => (hasFlag(style, flag) ? sum | flagMasks[flag] : sum), 0);
  const fg = foregroundOf(style) & colourMask;
  const bg = backgroundOf(style) & colourMask;
  return (bits << flagShift) | (fg << foregroundShift) | bg;
});

/** blessed's default is beyond the palette; so are 256 and 257, which some of its widgets take for defaults. */
function colourOf(colour: number): number {
  return colour > lastColour ? defaultColour : colour;
}

/** A screen has few looks and many cells. */
function remembered(convert: (value: number) => number): (value: number) => number {
  const results = new Map<number, number>();
  return (value) => {
    const known = results.get(value);
    if (known !== undefined) return known;
    const result = convert(value);
    results.set(value, result);
    return result;
  };
}
