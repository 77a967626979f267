/**
 * What one terminal can do, derived once from its entry. Only capabilities decide: it must not know the value of TERM
 * or the name of any terminal.
 */
import { extendedName, type FlagName, type NumberName, type StringName } from "../terminfo/names.ts";
import { markPadding } from "../terminfo/padding.ts";
import type { Entry } from "../terminfo/read.ts";

export interface Capabilities {
  /** Without the strings that cannot be relied on. */
  readonly entry: Entry;
  /** Whether it is there at all; an empty string counts as absent. */
  has(name: FlagName | NumberName | StringName): boolean;
  /** Sentences that say why this terminal cannot serve the purpose; none: it can. */
  missingFor(purpose: Purpose): readonly string[];
  readonly facts: Facts;
}

export type Purpose = "fullscreen";

export interface Facts {
  /** How the screen is cleared; never with what also clears the lines that have scrolled away. */
  readonly clearBy: "clear" | "ed" | undefined;
  /** What is written in the last cell of the screen scrolls it, or does not, or only between rmam and smam. */
  readonly lastCell: "safe" | "needs-rmam" | "scrolls";
  /** Writing in the last column may leave the cursor anywhere. */
  readonly wraps: boolean;
  /** Attributes and colours neither take up cells nor stick to them. */
  readonly attributes: boolean;
  /** The cursor may be moved while attributes are on. */
  readonly movesInAttributes: boolean;
  /** Erased cells take the background that is set. */
  readonly erasesInColour: boolean;
  /** Lines that scrolling brings in may hold old text instead of blanks. */
  readonly remembersAbove: boolean;
  readonly remembersBelow: boolean;
  /** An underscore and another character in one cell are both seen. */
  readonly underscoreOverstrikes: boolean;
  /** `~` cannot be shown. */
  readonly lacksTilde: boolean;
}

export function createCapabilities(given: Entry): Capabilities {
  const entry = withoutDoubtful(given);
  const facts = deriveFacts(entry);
  return {
    entry,
    facts,
    has: (name) =>
      entry.flags.has(name as FlagName) ||
      entry.numbers.has(name as NumberName) ||
      hasString(entry, name as StringName),
    missingFor: (purpose) =>
      obstacles[purpose].filter(({ stands }) => stands(entry, facts)).map(({ sentence }) => sentence),
  };
}

/** Where both of these are spelt alike, one of them is not what it is said to be; these are then left alone. */
const doubtful: readonly (readonly [one: StringName, other: StringName, leftAlone: readonly StringName[]])[] =
  [
    ["ed", "clear", ["ed"]],
    ["ed", "el", ["ed", "el"]],
    ["ri", "il1", ["ri", "il1"]],
    ["ind", "dl1", ["ind", "dl1"]],
  ];

/** These are nothing without a parameter. */
const parameterised: readonly StringName[] = [
  ...(["cup", "hpa", "vpa", "cuf", "cub", "cuu", "cud"] as const),
  ...(["csr", "il", "dl", "ech", "sgr", "setaf", "setab", "setf", "setb"] as const),
];

function withoutDoubtful(entry: Entry): Entry {
  const { strings } = entry;
  const alike = doubtful
    .filter(([one, other]) => hasString(entry, one) && spelling(entry, one) === spelling(entry, other))
    .flatMap(([, , leftAlone]) => leftAlone);
  const names = [...alike, ...parameterised.filter((name) => strings.get(name)?.includes("%") === false)];
  return names.length === 0
    ? entry
    : { ...entry, strings: new Map([...strings].filter(([name]) => !names.includes(name))) };
}

function spelling(entry: Entry, name: StringName): string | undefined {
  const string = entry.strings.get(name);
  return string === undefined ? undefined : markPadding(string).format.replaceAll(/[^\0-\xff]/g, "");
}

interface Obstacle {
  readonly stands: (entry: Entry, facts: Facts) => boolean;
  readonly sentence: string;
}

const obstacles: Readonly<Record<Purpose, readonly Obstacle[]>> = {
  fullscreen: [
    {
      stands: (entry) => entry.flags.has("gn"),
      sentence: "this terminal's entry is a generic one (gn), so what the terminal can do is unknown",
    },
    {
      stands: (entry) => entry.flags.has("hc"),
      sentence: "this terminal prints on paper (hc), so nothing can be overwritten",
    },
    {
      stands: (entry) => entry.flags.has("os"),
      sentence: "this terminal overstrikes (os), so nothing can be overwritten",
    },
    {
      stands: (entry) => !hasString(entry, "cup"),
      sentence: "this terminal has no cup, so the cursor cannot be addressed",
    },
    {
      stands: (_, facts) => facts.clearBy === undefined,
      sentence: "this terminal has neither clear nor ed, so the screen cannot be cleared",
    },
  ],
};

function deriveFacts(entry: Entry): Facts {
  const { flags } = entry;
  return {
    clearBy: clearBy(entry),
    lastCell: lastCell(entry),
    wraps: flags.has("am"),
    attributes: (entry.numbers.get("xmc") ?? -1) < 0 && !flags.has("xhp"),
    movesInAttributes: flags.has("msgr"),
    erasesInColour: flags.has("bce"),
    remembersAbove: flags.has("da"),
    remembersBelow: flags.has("db"),
    underscoreOverstrikes: flags.has("ul"),
    lacksTilde: flags.has("hz"),
  };
}

function clearBy(entry: Entry): Facts["clearBy"] {
  const clear = entry.strings.get("clear") ?? "";
  const clearsHistory = entry.strings.get(extendedName("E3")) ?? "";
  const harmless = clearsHistory === "" || !clear.includes(clearsHistory);
  if (clear !== "" && harmless) {
    return "clear";
  }
  return hasString(entry, "ed") ? "ed" : undefined;
}

function lastCell(entry: Entry): Facts["lastCell"] {
  if (!entry.flags.has("am") || entry.flags.has("xenl")) {
    return "safe";
  }
  return hasString(entry, "rmam") && hasString(entry, "smam") ? "needs-rmam" : "scrolls";
}

function hasString(entry: Entry, name: StringName): boolean {
  return (entry.strings.get(name) ?? "") !== "";
}
