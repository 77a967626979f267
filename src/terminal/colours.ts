/**
 * Which colours a terminal has, and which of them comes nearest to one of the usual 256. It must not know attributes.
 */
import type { StringName } from "../terminfo/names.ts";
import type { Entry } from "../terminfo/read.ts";
import type { Param } from "../terminfo/stack-machine.ts";
import { type Colour, defaultColour } from "./style.ts";

export interface Colours {
  readonly depth: Depth;
  /** The colour that the terminal shows for it: the same for all that it cannot tell apart. */
  nearest(colour: Colour, ground: Ground): Colour;
  /** How a colour that `nearest` gave, and that is not the default, is set. */
  command(colour: Colour, ground: Ground): Command;
}

/** 0: none at all. */
export type Depth = 0 | 8 | 16 | 256;
export type Ground = "fg" | "bg";

export interface Command {
  readonly capability: StringName;
  readonly params: readonly Param[];
}

export interface ColourOptions {
  /** No colours at all, as NO_COLOR asks for. */
  readonly none?: boolean | undefined;
}

/** Entries with more colours than this take red, green and blue in one number, except for the first eight. */
const paletteSize = 256;
const depths: readonly Depth[] = [256, 16, 8];

export function createColours(entry: Entry, { none = false }: ColourOptions = {}): Colours {
  const setters = settersOf(entry);
  const colors = entry.numbers.get("colors") ?? 0;
  const depth = none || setters === undefined ? 0 : (depths.find((count) => colors >= count) ?? 0);
  const direct = colors > paletteSize;
  return {
    depth,
    nearest: (colour, ground) => (colour === defaultColour ? colour : reduce(colour, depth, ground)),
    command(colour, ground) {
      const { fg, bg, swapped } = setters ?? ansiSetters;
      const number = direct && colour >= 8 ? rgbNumber(colour) : colour;
      return { capability: ground === "fg" ? fg : bg, params: [swapped ? swapRedAndBlue(number) : number] };
    },
  };
}

interface Setters {
  readonly fg: StringName;
  readonly bg: StringName;
  readonly swapped: boolean;
}

const ansiSetters: Setters = { fg: "setaf", bg: "setab", swapped: false };
/** In these the bit of 1 is blue and that of 4 is red. */
const oldSetters: Setters = { fg: "setf", bg: "setb", swapped: true };

/** Without `op` there would be no way back to the terminal's own colours. */
function settersOf(entry: Entry): Setters | undefined {
  const { strings } = entry;
  if (!strings.get("op")) {
    return undefined;
  }
  return [ansiSetters, oldSetters].find(({ fg, bg }) => strings.get(fg) && strings.get(bg));
}

function swapRedAndBlue(colour: Colour): number {
  return (colour & ~0b101) | ((colour & 0b001) << 2) | ((colour & 0b100) >> 2);
}

function reduce(colour: Colour, depth: Depth, ground: Ground): Colour {
  if (depth === 0) {
    return defaultColour;
  }
  if (colour < depth) {
    return colour;
  }
  const basic = colour < 16 ? colour : nearestBasic(colour, depth === 8 ? 8 : 16);
  if (basic < depth) {
    return basic;
  }
  // Bright black is grey: as black it could not be read on black.
  return basic === 8 && ground === "fg" ? 7 : basic - 8;
}

type Rgb = readonly [red: number, green: number, blue: number];

const basicRgb: readonly Rgb[] = Array.from({ length: 16 }, (_, colour) => {
  const level = colour >= 8 ? 255 : 205;
  const rest = colour === 8 ? 128 : 0;
  return [colour & 1 ? level : rest, colour & 2 ? level : rest, colour & 4 ? level : rest];
});

const cubeStart = 16;
const greyStart = 232;

function rgbOf(colour: Colour): Rgb {
  if (colour < cubeStart) {
    return basicRgb[colour] ?? [0, 0, 0];
  }
  if (colour >= greyStart) {
    const grey = 8 + 10 * (colour - greyStart);
    return [grey, grey, grey];
  }
  const place = colour - cubeStart;
  return [cubeLevel(Math.floor(place / 36)), cubeLevel(Math.floor(place / 6) % 6), cubeLevel(place % 6)];
}

function cubeLevel(step: number): number {
  return step === 0 ? 0 : 55 + 40 * step;
}

function rgbNumber(colour: Colour): number {
  const [red, green, blue] = rgbOf(colour);
  return (red << 16) | (green << 8) | blue;
}

function nearestBasic(colour: Colour, count: number): Colour {
  const wanted = rgbOf(colour);
  const distances = basicRgb.slice(0, count).map((basic) => distance(basic, wanted));
  return distances.indexOf(Math.min(...distances));
}

function distance(a: Rgb, b: Rgb): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}
