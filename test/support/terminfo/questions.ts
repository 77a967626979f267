/** What the ncurses oracle is asked. It must not know the answers, nor the code that is being judged. */
import { encodeBytes, encodeParam, type Param } from "./transcript.ts";

const extremes = [0, 1, 23, 79, 255, 256, 999, -1, 2 ** 31 - 1];
/** In the kept transcript: enough of each kind, but no cross product. */
const fewPairs = [
  [3, 4],
  [23, 79],
  [79, 23],
  [0, 999],
  [255, 0],
  [-1, 2 ** 31 - 1],
] as const;

export type Thoroughness = "few" | "all";

export function askNames(): readonly string[] {
  return ["names"];
}

export function askEntries(terms: readonly string[]): readonly string[] {
  return terms.map((term) => `entry ${term}`);
}

/** Each format from a clean slate; its static variables then live through its calls. */
export function askFormats(formats: Iterable<string>, how: Thoroughness): readonly string[] {
  return [...formats].flatMap((format) => ["reset", ...askFormat(format, how)]);
}

/** The formats of one terminal in turn, twice over, so that what one stores another sees. */
export function askSession(formats: readonly string[]): readonly string[] {
  const once = formats.flatMap((format) => askFormat(format, "few"));
  return ["reset", ...once, ...once];
}

export function usesStatics(format: string): boolean {
  return /%[Pg][A-Z]/.test(format);
}

function askFormat(format: string, how: Thoroughness): readonly string[] {
  const calls = parameterSets(format, how).map((params) => ["call", ...params.map(encodeParam)].join(" "));
  return [`format ${encodeBytes(format)}`, ...calls];
}

function parameterSets(format: string, how: Thoroughness): readonly (readonly Param[])[] {
  const count = parameterCount(format);
  const texts = textParameters(format);
  const sets = how === "all" ? thorough(count) : brief(count);
  const unique = new Map(sets.map((set) => [set.join(), set]));
  return [...unique.values()].map((set, turn) =>
    set.map((value, index) =>
      texts.has(index) ? (sampleTexts[(turn + index) % sampleTexts.length] ?? "") : value,
    ),
  );
}

const sampleTexts = ["", "F1", "a label of twenty-six bytes", "\x80\xff%d$<5>"];

/** Where none is named ncurses takes two at most: the third is there to be ignored. */
function parameterCount(format: string): number {
  const named = [...format.matchAll(/%p([1-9])/g)].map(([, digit]) => Number(digit));
  return Math.max(...named, named.length === 0 && /%[ #:.\d-]*[dcoxXs]/.test(format) ? 3 : 0);
}

/** Those that a `%s` or `%l` takes, counted from 0. */
function textParameters(format: string): ReadonlySet<number> {
  const found = [...format.matchAll(/%p([1-9])(?=[^%]*%(?:[ #.\d]|:[-#. \d]*)*[sl])/g)];
  return new Set(found.map(([, digit]) => Number(digit) - 1));
}

function brief(count: number): readonly (readonly number[])[] {
  const uniform = extremes.map((value) => new Array<number>(count).fill(value));
  const pairs = count < 2 ? [] : fewPairs.map(([x, y]) => alternate(count, x, y));
  const flags = count < 3 ? [] : Array.from({ length: count }, (_, on) => bits(count, 1 << on));
  return [...uniform, ...pairs, ...flags];
}

function thorough(count: number): readonly (readonly number[])[] {
  const pairs = extremes.flatMap((x) => extremes.map((y) => alternate(count, x, y)));
  const flags = count < 3 ? [] : Array.from({ length: 2 ** count }, (_, mask) => bits(count, mask));
  return [...brief(count), ...pairs, ...flags];
}

function alternate(count: number, x: number, y: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => (index % 2 === 0 ? x : y));
}

function bits(count: number, mask: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => (mask >> index) & 1);
}

/**
 * The padded capabilities of a terminal, on slow and fast lines, for one line and for many. Left out: `\E$$<200/>`
 * (flash of fenix, pt100, wren), because there ncurses takes `$$` for text and shows the padding on the screen (for
 * the same reason no parameter becomes a `$`), and formats that take a text or use variables.
 */
export function askPadding(term: string, strings: ReadonlyMap<string, string>): readonly string[] {
  const padded = [...strings].filter(([, text]) => /(?<!\$)\$</.test(text) && !/%[sl]|%[Pg]/.test(text));
  return padded.flatMap(([capability, text]) =>
    ["300 1", "9600 24", "38400 7"].map((line) => {
      const params = /%p[1-9]/.test(text) ? " 6 9" : "";
      return `pad ${term} ${capability} ${line}${params}`;
    }),
  );
}

/** Operators and scraps of text in any order. Nothing here is undefined in C: no strings, no open quote. */
const scraps =
  "%p1 %p2 %p3 %d %x %o %5d %03d %:-4d %.2X %c %i %? %t %e %; %; %+ %- %* %& %| %^ %= %< %> %A %O %! %~ %m %/ " +
  "%'a' %{7} %{300} %PA %gA %Pb %gb %% %z a ; $<3>";

/** The same ones every time. */
export function askRandomFormats(count: number): readonly string[] {
  const choices = scraps.split(" ");
  let seed = 1;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  const formats = Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(14) }, () => choices[next(choices.length)]).join(""),
  );
  return formats.flatMap((format) => [
    "reset",
    `format ${encodeBytes(format)}`,
    "call 3 0 79",
    "call -1 256 1",
  ]);
}
