/**
 * Which attributes a terminal can show and what sends them: derived once. It must not know the style that is in force.
 */
import type { Expand } from "../terminfo/expand.ts";
import type { StringName } from "../terminfo/names.ts";
import type { Entry } from "../terminfo/read.ts";
import type { Capabilities } from "./capabilities.ts";
import { changesOneThing, isSgr, resetsEverything } from "./sgr-form.ts";
import { type Flag, flagBits, flags, type Style } from "./style.ts";

export interface Attributes {
  /** The bits of the flags that can be turned on and off again. */
  readonly supported: number;
  readonly on: Readonly<Partial<Record<Flag, StringName>>>;
  /** Ends this flag; others may end with it unless the flag is in `endsAlone`. */
  readonly off: Readonly<Partial<Record<Flag, StringName>>>;
  readonly endsAlone: number;
  /** Several may be turned on one after the other. */
  readonly compose: boolean;
  readonly reset: "sgr0" | undefined;
  readonly resetEndsColours: boolean;
  /** The flags that `sgr` can set; 0: it must not be used. */
  readonly bySgr: number;
  readonly sgrEndsColours: boolean;
  /** `op` leaves the attributes as they are. */
  readonly opKeepsAttributes: boolean;
}

/** The bits of all flags. */
export const flagMask = bits(flags);

/** Where each flag stands among the parameters of `sgr`, which has no place for italics. */
const sgrPlaces: Readonly<Partial<Record<Flag, number>>> = { underline: 1, reverse: 2, dim: 4, bold: 5 };
const sgrLength = 9;
const variables = /%[gP][A-Z]/;

export function sgrParams(style: Style): readonly number[] {
  const params = new Array<number>(sgrLength).fill(0);
  for (const flag of flags) {
    const place = sgrPlaces[flag];
    if (place !== undefined && (style & flagBits[flag]) !== 0) {
      params[place] = 1;
    }
  }
  return params;
}

export function deriveAttributes({ entry, facts }: Capabilities, expand: Expand): Attributes {
  const string = (name: StringName) => entry.strings.get(name) ?? "";
  const canReset = string("sgr0") !== "";
  const off = offCapabilities(entry);
  const on = onCapabilities(entry, canReset);
  const bySgr = facts.attributes ? coveredBySgr(entry, expand) : 0;
  // What only `sgr` knows is drawn as something else: bold as reverse, say.
  const usable = flags.filter((flag) => hasBothEnds(string, on[flag], canReset ? "sgr0" : off[flag]));
  const coloursAreSgr = isSgr(string("setaf") || string("setf"));
  const sgrSample = bySgr === 0 ? "" : (expand("sgr", sgrParams(bySgr)) ?? []).join("");
  return {
    supported: facts.attributes ? bits(usable) : 0,
    on,
    off,
    endsAlone: bits(flags.filter((flag) => changesOneThing(string(off[flag] ?? "sgr0")))),
    compose: usable.every((flag) => changesOneThing(string(on[flag] ?? "sgr0"))),
    reset: canReset ? "sgr0" : undefined,
    resetEndsColours: coloursAreSgr && resetsEverything(string("sgr0")),
    bySgr,
    sgrEndsColours: coloursAreSgr && resetsEverything(sgrSample),
    opKeepsAttributes: changesOneThing(string("op")),
  };
}

/** Some entries "start" an attribute with what ends it. */
function hasBothEnds(
  string: (name: StringName) => string,
  start: StringName | undefined,
  end: StringName | undefined,
): boolean {
  return start !== undefined && end !== undefined && string(start) !== string(end);
}

function onCapabilities(entry: Entry, canReset: boolean): Attributes["on"] {
  const wanted: Readonly<Record<Flag, readonly StringName[]>> = {
    bold: ["bold"],
    dim: ["dim"],
    underline: ["smul"],
    reverse: canReset ? ["rev", "smso"] : ["smso"],
    italic: ["sitm"],
  };
  return pick(entry, wanted);
}

function offCapabilities(entry: Entry): Attributes["off"] {
  const reverse: readonly StringName[] =
    !entry.strings.get("rev") || !entry.strings.get("sgr0") ? ["rmso"] : [];
  return pick(entry, { bold: [], dim: [], underline: ["rmul"], reverse, italic: ["ritm"] });
}

function pick(entry: Entry, wanted: Readonly<Record<Flag, readonly StringName[]>>): Attributes["on"] {
  const found: Partial<Record<Flag, StringName>> = {};
  for (const flag of flags) {
    const capability = wanted[flag].find((name) => entry.strings.get(name));
    if (capability !== undefined) {
      found[flag] = capability;
    }
  }
  return found;
}

/** A flag is covered where the parameter changes what is sent, and what is sent has an end. */
function coveredBySgr(entry: Entry, expand: Expand): number {
  const sgr = entry.strings.get("sgr") ?? "";
  // What is sent would depend on what was sent before, which a trial would disturb.
  if (sgr === "" || variables.test(sgr) || !entry.strings.get("sgr0")) {
    return 0;
  }
  const send = (style: Style) => (expand("sgr", sgrParams(style)) ?? []).map(String).join("");
  const nothing = send(0);
  // Some only turn on what they are told and never turn off the rest.
  if (nothing === "") {
    return 0;
  }
  return bits(flags.filter((flag) => send(flagBits[flag]) !== nothing));
}

function bits(list: readonly Flag[]): number {
  return list.reduce((sum, flag) => sum | flagBits[flag], 0);
}
