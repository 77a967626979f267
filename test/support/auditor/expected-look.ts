/** How a cell may look on a terminal that cannot show everything: judged by the entry, not by the painter's code. */

import {
  backgroundOf,
  type Flag,
  flags,
  foregroundOf,
  hasFlag,
  type Style,
} from "../../../src/terminal/style.ts";
import { isFormat } from "../../../src/terminfo/expand.ts";
import type { StringName } from "../../../src/terminfo/names.ts";
import type { Entry } from "../../../src/terminfo/read.ts";
import { createTparm } from "../../../src/terminfo/tparm.ts";
import { sgrCombinations } from "./instances.ts";
import { type Attribute, attributes, defaultColour, isPlain, type Rendition, sgrOrder } from "./rendition.ts";

export type Judge = (style: Style, rendition: Rendition, isBlank: boolean) => boolean;

/** How many colours can be told from one another; 0: none, or only one ground has them, or there is no way back. */
function depthOf(entry: Entry): number {
  const canSet = (...names: readonly StringName[]) =>
    names.every((name) => entry.strings.get(name)?.includes("%p"));
  const colors = entry.numbers.get("colors") ?? 0;
  const hasBoth = canSet("setaf", "setab") || canSet("setf", "setb");
  return hasBoth && entry.strings.get("op") && colors >= 8 ? colors : 0;
}

const starts: Readonly<Record<Flag, readonly StringName[]>> = {
  bold: ["bold"],
  dim: ["dim"],
  underline: ["smul"],
  reverse: ["rev", "smso"],
  italic: ["sitm"],
};

const ncvBits: Readonly<Record<Flag, number>> = {
  underline: 2,
  reverse: 4,
  dim: 16,
  bold: 32,
  italic: 32768,
};

export function createJudge(entry: Entry): Judge {
  const terminal = {
    entry,
    depth: depthOf(entry),
    opColour: colourOfOp(entry),
    ncv: Math.max(0, entry.numbers.get("ncv") ?? 0),
  };
  const cannotStyle = (entry.numbers.get("xmc") ?? -1) >= 0 || entry.flags.has("xhp");
  const coloursStandForAttributes = mixesColours(entry);
  const known = new WeakMap<Rendition, Map<number, boolean>>();
  return (style, rendition, isBlank) => {
    const verdicts = known.get(rendition) ?? new Map<number, boolean>();
    known.set(rendition, verdicts);
    const key = style * 2 + Number(isBlank);
    const verdict =
      verdicts.get(key) ??
      (coloursStandForAttributes ||
        (cannotStyle
          ? isPlain(rendition)
          : coloursFit(terminal, style, rendition, isBlank) &&
            flagsFit(terminal, style, rendition, isBlank)));
    verdicts.set(key, verdict);
    return verdict;
  };
}

interface Terminal {
  readonly entry: Entry;
  readonly depth: number;
  readonly opColour: number | undefined;
  readonly ncv: number;
}

const standoutBit = 1;

/** An entry whose attributes are colours (xnuppc-f2), or whose colours are one (gs6300), leaves nothing to judge. */
function mixesColours(entry: Entry): boolean {
  const old = Array.from({ length: 8 }, (_, colour) => spellAll(entry.strings.get("setf") ?? "", colour));
  if (!entry.strings.get("setaf") && entry.strings.get("setf") && new Set(old).size < old.length) {
    return true;
  }
  const setters = [entry.strings.get("setaf") ?? "", entry.strings.get("setab") ?? ""];
  const spellings = Array.from({ length: 8 }, (_, colour) =>
    setters.map((setter) => spellAll(setter, colour)),
  ).flat();
  return Object.values(starts)
    .flat()
    .some((name) => entry.strings.get(name) && spellings.includes(entry.strings.get(name) ?? ""));
}

function coloursFit(terminal: Terminal, style: Style, rendition: Rendition, isBlank: boolean): boolean {
  const { depth, ncv, opColour } = terminal;
  if (hasFlag(style, "reverse") && (ncv & (ncvBits.reverse | standoutBit)) !== 0) {
    // Reverse that cannot go with colours: they change places, or one of the two gives way.
    return true;
  }
  const own = (colour: number) => (colour === defaultColour && depth > 0 ? (opColour ?? colour) : colour);
  const isForegroundSeen = !isBlank || rendition.reverse;
  return (
    (!isForegroundSeen || colourFits(depth, own(foregroundOf(style)), own(rendition.fg))) &&
    colourFits(depth, backgroundOf(style), rendition.bg)
  );
}

/** A colour that is spelt like `op` (the green of ibm3164) cannot be told from the terminal's own. */
function colourOfOp(entry: Entry): number | undefined {
  const op = entry.strings.get("op");
  if (!op) {
    return undefined;
  }
  const own = spellAll(op);
  const colours = Array.from({ length: 8 }, (_, colour) => colour);
  const ansi = colours.find((colour) => spellAll(entry.strings.get("setaf") ?? "", colour) === own);
  const old = colours.find((colour) => spellAll(entry.strings.get("setf") ?? "", colour) === own);
  return ansi ?? (old === undefined ? undefined : (old & 2) | ((old & 1) << 2) | (old >> 2));
}

function spellAll(capability: string, ...params: readonly number[]): string {
  return isFormat(capability) ? createTparm()(capability, ...params) : capability;
}

function colourFits(depth: number, wanted: number, shown: number): boolean {
  if (wanted === defaultColour || depth === 0) {
    return shown === defaultColour;
  }
  const basic = depth > 256 ? 8 : Math.min(depth, 16);
  const isExact = wanted < basic || (depth >= 256 && wanted >= 16);
  return isExact ? shown === wanted : shown >= 0;
}

function flagsFit(
  { entry, depth, ncv }: Terminal,
  style: Style,
  rendition: Rendition,
  isBlank: boolean,
): boolean {
  const isColoured = rendition.fg !== defaultColour || rendition.bg !== defaultColour;
  const becomesReverse = depth === 0 && backgroundOf(style) !== defaultColour;
  const wanted = flags
    .filter((flag) => hasFlag(style, flag) || (flag === "reverse" && becomesReverse))
    .filter((flag) => !(isColoured && (ncv & ncvBits[flag]) !== 0));
  const isSeen = (flag: Attribute) => !isBlank || flag === "reverse" || flag === "underline";
  const shown = attributes.filter((attribute) => rendition[attribute]).map(asReverse);
  return acceptable(entry, wanted).some((set) =>
    attributes.every((flag) => !isSeen(flag) || set.map(asReverse).includes(flag) === shown.includes(flag)),
  );
}

/** Standout is what stands for reverse where there is none. */
function asReverse(attribute: Attribute): Attribute {
  return attribute === "standout" ? "reverse" : attribute;
}

/** The sets of attributes that may be seen for those that were wanted, by how the entry spells them. */
function acceptable(entry: Entry, wanted: readonly Flag[]): readonly (readonly Attribute[])[] {
  const possible = wanted.filter((flag) => isSupported(entry, flag));
  const asSpelt = possible.map((flag): Attribute => {
    const own = starts[flag].map((name) => unpadded(entry, name)).find((spelling) => spelling);
    return preferred.find(([, name]) => unpadded(entry, name) === own)?.[0] ?? flag;
  });
  return [possible, asSpelt, ...[wanted, possible, asSpelt].map((set) => sgrMeaning(entry, set))];
}

function unpadded(entry: Entry, name: StringName): string | undefined {
  return entry.strings.get(name)?.replaceAll(/\$<[^>]*>/g, "");
}

/** As the auditor takes them where several are spelt alike. */
const preferred: readonly (readonly [Attribute, StringName])[] = [
  ["reverse", "rev"],
  ["bold", "bold"],
  ["dim", "dim"],
  ["underline", "smul"],
  ["italic", "sitm"],
  ["blink", "blink"],
  ["standout", "smso"],
];

/** What the auditor reads where `sgr` is sent for some attributes. */
function sgrMeaning(entry: Entry, wanted: readonly Attribute[]): readonly Attribute[] {
  const sgr = entry.strings.get("sgr") ?? "";
  if (!isFormat(sgr)) {
    return wanted;
  }
  const tparm = createTparm();
  const spell = (params: readonly number[]) => tparm(sgr, ...params);
  const own = spell(sgrOrder.map((attribute) => Number(wanted.includes(attribute))));
  const first = sgrCombinations().find((params) => spell(params) === own) ?? [];
  return sgrOrder.filter((_, index) => first[index] === 1);
}

function isSupported(entry: Entry, flag: Flag): boolean {
  const has = (name: StringName) => (entry.strings.get(name) ?? "") !== "";
  const ends: Partial<Record<StringName, StringName>> = { smul: "rmul", smso: "rmso", sitm: "ritm" };
  const endsAll = unpadded(entry, "sgr0");
  return starts[flag].some((name) => {
    const start = unpadded(entry, name);
    const end = unpadded(entry, ends[name] ?? "sgr0");
    // On screens that are dark on light some entries "start" with what ends everything, or start and end alike.
    return has(name) && start !== endsAll && start !== end && (has("sgr0") || has(ends[name] ?? "sgr0"));
  });
}
