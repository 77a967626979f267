/** How a cell looks, packed into one number so that cells compare and copy cheaply. Knows no terminal. */

export interface Attrs {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly underline: boolean;
  readonly reverse: boolean;
  readonly italic: boolean;
  readonly fg: Colour;
  readonly bg: Colour;
}

/** The terminal's own colour (`defaultColour`), or one of the 256 of the usual palette. */
export type Colour = number;

export const defaultColour: Colour = -1;

/** Bits 0 to 8: foreground + 1; 9 to 17: background + 1; from 18: the flags. Plain is 0. */
export type Style = number;

export const plain: Style = 0;

const backgroundShift = 9;
const colourMask = 0x1ff;

export const flagBits = {
  bold: 1 << 18,
  dim: 1 << 19,
  underline: 1 << 20,
  reverse: 1 << 21,
  italic: 1 << 22,
} as const;

export type Flag = keyof typeof flagBits;

export const flags = Object.keys(flagBits) as readonly Flag[];

export function packStyle(attrs: Partial<Attrs>): Style {
  const { fg = defaultColour, bg = defaultColour } = attrs;
  const colours = (fg + 1) | ((bg + 1) << backgroundShift);
  return flags.reduce((style, flag) => (attrs[flag] ? style | flagBits[flag] : style), colours);
}

export function foregroundOf(style: Style): Colour {
  return (style & colourMask) - 1;
}

export function backgroundOf(style: Style): Colour {
  return ((style >> backgroundShift) & colourMask) - 1;
}

export function hasFlag(style: Style, flag: Flag): boolean {
  return (style & flagBits[flag]) !== 0;
}
