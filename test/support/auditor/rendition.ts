/** How text looks on the terminal, and what each attribute capability changes about it. */
import { isFormat } from "../../../src/terminfo/expand.ts";
import type { StringName } from "../../../src/terminfo/names.ts";
import { markPadding } from "../../../src/terminfo/padding.ts";
import type { Entry } from "../../../src/terminfo/read.ts";
import { createTparm } from "../../../src/terminfo/tparm.ts";

export interface Rendition {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly underline: boolean;
  readonly reverse: boolean;
  readonly standout: boolean;
  readonly italic: boolean;
  readonly blink: boolean;
  readonly invisible: boolean;
  readonly fg: number;
  readonly bg: number;
}

export type Attribute = Exclude<keyof Rendition, "fg" | "bg">;

export const defaultColour = -1;

export const plainRendition: Rendition = {
  bold: false,
  dim: false,
  underline: false,
  reverse: false,
  standout: false,
  italic: false,
  blink: false,
  invisible: false,
  fg: defaultColour,
  bg: defaultColour,
};

export const attributes = Object.keys(plainRendition).filter(
  (name): name is Attribute => name !== "fg" && name !== "bg",
);

export function hasAttribute(rendition: Rendition): boolean {
  return attributes.some((name) => rendition[name]);
}

export function isPlain(rendition: Rendition): boolean {
  return !hasAttribute(rendition) && rendition.fg === defaultColour && rendition.bg === defaultColour;
}

/** The attributes in the order of the parameters of `sgr`; `prot`, the eighth, does not show; the ninth is the character set. */
export const sgrOrder: readonly Attribute[] = [
  "standout",
  "underline",
  "reverse",
  "blink",
  "dim",
  "bold",
  "invisible",
];
export const sgrAlternate = 8;

/** What an attribute capability does to the rendition. */
export type Restyle = (rendition: Rendition, params: readonly number[]) => Rendition;

const starts: Readonly<Record<string, Attribute>> = {
  rev: "reverse",
  smul: "underline",
  bold: "bold",
  dim: "dim",
  sitm: "italic",
  blink: "blink",
  invis: "invisible",
  smso: "standout",
};

const ends: Readonly<Record<string, string>> = { rmul: "smul", rmso: "smso", ritm: "sitm" };

/** Whether a capability turns an attribute on, or sets all of them. */
export function isStart(name: string): boolean {
  return name === "sgr" || name in starts;
}

/** By name. */
export function restylesOf(entry: Entry): ReadonlyMap<string, Restyle> {
  const on = Object.entries(starts).map(
    ([name, attribute]) => [name, (now: Rendition) => ({ ...now, [attribute]: true })] as const,
  );
  const off = Object.entries(ends).map(([name, start]) => [name, ending(entry, name, start)] as const);
  const colours: readonly (readonly [string, Restyle])[] = [
    ["setaf", (now, [colour = 0]) => ({ ...now, fg: fromDirect(entry, colour) })],
    ["setab", (now, [colour = 0]) => ({ ...now, bg: fromDirect(entry, colour) })],
    ["setf", (now, [colour = 0]) => ({ ...now, fg: swapRedAndBlue(colour) })],
    ["setb", (now, [colour = 0]) => ({ ...now, bg: swapRedAndBlue(colour) })],
    [
      "op",
      (now) => (isReset(entry, "op") ? plainRendition : { ...now, fg: defaultColour, bg: defaultColour }),
    ],
  ];
  return new Map<string, Restyle>([
    ...on,
    ...off,
    ...colours,
    ["sgr0", () => plainRendition],
    ["sgr", (_, params) => fromSgr(params)],
  ]);
}

/** An end that is spelt like `sgr0` ends everything; one whose start is spelt like another's ends both. */
function ending(entry: Entry, name: string, start: string): Restyle {
  if (isReset(entry, name)) {
    return () => plainRendition;
  }
  const spelling = entry.strings.get(start as StringName);
  const ended = Object.entries(starts)
    .filter(([other]) => other === start || entry.strings.get(other as StringName) === spelling)
    .map(([, attribute]) => [attribute, false]);
  return (now) => ({ ...now, ...Object.fromEntries(ended) });
}

/** Whether a capability is `sgr0`, give or take the end of the alternate character set and an idle zero. */
function isReset(entry: Entry, name: string): boolean {
  const own = entry.strings.get(name as StringName);
  const reset = entry.strings.get("sgr0");
  return own !== undefined && reset !== undefined && bare(entry, own) === bare(entry, reset);
}

function bare(entry: Entry, capability: string): string {
  const unpadded = unpad(capability);
  const end = unpad(entry.strings.get("rmacs") ?? "");
  const rest = end === "" ? unpadded : unpadded.replaceAll(end, "");
  return rest.replaceAll("[0m", "[m");
}

function unpad(capability: string): string {
  const { format } = markPadding(capability);
  return (isFormat(capability) ? createTparm()(format) : format).replaceAll(/[^\0-\xff]/g, "");
}

function fromSgr(params: readonly number[]): Rendition {
  const on = sgrOrder.filter((_, index) => params[index] === 1).map((attribute) => [attribute, true]);
  return { ...plainRendition, ...Object.fromEntries(on) };
}

function swapRedAndBlue(colour: number): number {
  return (colour & ~5) | ((colour & 1) << 2) | ((colour >> 2) & 1);
}

const cube = [0, 0x5f, 0x87, 0xaf, 0xd7, 0xff];
const palette: readonly number[] = Array.from({ length: 240 }, (_, index) => {
  const grey = 8 + (index - 216) * 10;
  const part = (step: number) => cube[Math.floor(index / step) % 6] ?? 0;
  const [red, green, blue] = index < 216 ? [part(36), part(6), part(1)] : [grey, grey, grey];
  return ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0);
});
const firstOfPalette = 16;

/** What `setaf` may be called with: entries with more than 256 colours take red, green and blue in one number. */
export function colourParams(entry: Entry): readonly number[] {
  const count = entry.numbers.get("colors") ?? 0;
  const plainColours = Array.from({ length: Math.min(count, 256) }, (_, index) => index);
  return count > 256 ? [...new Set([...plainColours.slice(0, 8), ...palette])] : plainColours;
}

function fromDirect(entry: Entry, colour: number): number {
  const isDirect = (entry.numbers.get("colors") ?? 0) > 256 && colour > 7;
  return isDirect ? firstOfPalette + palette.indexOf(colour) : colour;
}
