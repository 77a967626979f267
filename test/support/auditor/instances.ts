/** Every capability that may drive a screen, with all the parameters that make sense on one of a given size. */
import { isFormat } from "../../../src/terminfo/expand.ts";
import { extendedName, type StringName } from "../../../src/terminfo/names.ts";
import { markPadding } from "../../../src/terminfo/padding.ts";
import type { Entry } from "../../../src/terminfo/read.ts";
import { createTparm, type Tparm } from "../../../src/terminfo/tparm.ts";
import { colourParams, sgrAlternate, sgrOrder } from "./rendition.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Instance {
  readonly name: string;
  readonly params: readonly number[];
}

type Params = (size: Size, entry: Entry) => readonly (readonly number[])[];

/**
 * In the order in which they are preferred where several are spelt alike. What is not here, a screen must not be
 * sent: queries, `E3`, key definitions, resets.
 */
const vocabulary: ReadonlyMap<string, Params> = new Map<string, Params>([
  ...each("home clear cr nel cud1 cub1 cuf1 cuu1 ind ri el el1 ed ht cbt", none),
  ["cup", positions],
  ...each("ll", none),
  ...each("hpa", columnsFromZero),
  ...each("vpa", rowsFromZero),
  ...each("cuu cud il dl indn rin", upToRows),
  ...each("cuf cub ech ich dch", upToColumns),
  ...each("il1 dl1 ich1 dch1 smir rmir smdc rmdc ip sc rc", none),
  ["csr", regions],
  ["rep", repetitions],
  ["sgr", sgrCombinations],
  ...each("sgr0 rev bold dim smul sitm blink invis smso rmul ritm rmso op", none),
  ...each("setaf setab setf setb", (_, entry) => colourParams(entry).map((colour) => [colour])),
  ...each("smacs rmacs enacs smkx rmkx civis cnorm smcup rmcup cvvis smam rmam smm rmm", none),
  ...each("BE BD fe fd bel flash dsl fsl", none),
  ["Sync", () => [[1], [2]]],
  ["XM", () => [[0], [1]]],
  ["tsl", columnsFromZero],
]);

function each(names: string, params: Params): readonly (readonly [string, Params])[] {
  return names.split(" ").map((name) => [name, params]);
}

function none(): readonly (readonly number[])[] {
  return [[]];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function positions({ columns, rows }: Size): readonly (readonly number[])[] {
  return range(0, rows - 1).flatMap((row) => range(0, columns - 1).map((column) => [row, column]));
}

function columnsFromZero({ columns }: Size): readonly (readonly number[])[] {
  return range(0, columns - 1).map((column) => [column]);
}

function rowsFromZero({ rows }: Size): readonly (readonly number[])[] {
  return range(0, rows - 1).map((row) => [row]);
}

function upToRows({ rows }: Size): readonly (readonly number[])[] {
  return range(1, rows).map((count) => [count]);
}

function upToColumns({ columns }: Size): readonly (readonly number[])[] {
  return range(1, columns).map((count) => [count]);
}

function regions({ rows }: Size): readonly (readonly number[])[] {
  return range(0, rows - 1).flatMap((top) => range(top, rows - 1).map((bottom) => [top, bottom]));
}

function repetitions({ columns }: Size, entry: Entry): readonly (readonly number[])[] {
  const glyphs = [...(entry.strings.get("acsc") ?? "")].map((char) => char.charCodeAt(0));
  const chars = new Set([...range(0x20, 0x7e), ...glyphs.filter((code) => code >= 0xa0)]);
  return [...chars].flatMap((char) => range(2, columns).map((count) => [char, count]));
}

/**
 * Fewest attributes first and "standout", which is mostly two others together, last: a spelling that several share
 * then means what it shows.
 */
export function sgrCombinations(): readonly (readonly number[])[] {
  const all = range(0, 2 ** sgrOrder.length * 2 - 1).map((bits) => {
    const attributes = sgrOrder.map((_, index) => (bits >> index) & 1);
    return [...attributes, 0, bits >> sgrOrder.length];
  });
  const weight = (params: readonly number[]) =>
    params.reduce((sum, flag) => sum + flag, 0) + (params[0] ?? 0) * 20 + (params[sgrAlternate] ?? 0) * 0.5;
  return all.sort((one, other) => weight(one) - weight(other));
}

/** What can be said with an entry on a screen of that size. */
export function instancesOf(entry: Entry, size: Size): readonly Instance[] {
  return [...vocabulary].flatMap(([name, params]) => {
    const capability = entry.strings.get(nameOf(name));
    if (capability === undefined || capability === "") {
      return [];
    }
    if (name === "sgr" && createTparm()(capability) === "") {
      // It ends nothing (minitel1): what it sends are the single attributes.
      return [];
    }
    const wanted = /%/.test(capability) ? params(size, entry) : params(size, entry).slice(0, 1);
    return wanted.map((own) => ({ name, params: own }));
  });
}

export function nameOf(name: string): StringName {
  return extendedName(name);
}

/** The bytes of an instance, with a character above 0xff where padding is due. */
export function spell(entry: Entry, { name, params }: Instance, tparm: Tparm): string {
  const capability = entry.strings.get(nameOf(name)) ?? "";
  const { format } = markPadding(capability);
  return isFormat(capability) || params.length > 0 ? tparm(format, ...params) : format;
}

/** Whether the spelling depends on what was sent before. */
export function isStateful(entry: Entry, name: string): boolean {
  return /%[gP][A-Z]/.test(entry.strings.get(nameOf(name)) ?? "");
}
