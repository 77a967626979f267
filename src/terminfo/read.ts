/**
 * Reads a compiled terminfo entry: bytes in, plain data out.
 * It must not know where the bytes come from or what a capability is for.
 */
import {
  type ExtendedName,
  extendedName,
  type FlagName,
  flagNames,
  type NumberName,
  numberNames,
  type StringName,
  stringNames,
} from "./names.ts";

/**
 * One terminal's capabilities under their short names. Strings are *bytes*, one character each (latin1);
 * write them with the "latin1" encoding, never as UTF-8.
 */
export interface Entry {
  /** What the entry may be called in TERM. */
  readonly names: readonly string[];
  /** The last field of the name section, for people; empty where there is only one name. */
  readonly description: string;
  readonly flags: ReadonlySet<FlagName>;
  readonly numbers: ReadonlyMap<NumberName, number>;
  readonly strings: ReadonlyMap<StringName, string>;
  /** Taken back with `name@`: as absent as the others, but on purpose. */
  readonly cancelled: ReadonlySet<FlagName | NumberName | StringName>;
  /** The names, of whatever kind, that are not predefined: the file itself brings them. */
  readonly extended: ReadonlySet<string>;
}

export type ParsedEntry =
  | { readonly kind: "ok"; readonly entry: Entry }
  | { readonly kind: "bad"; readonly reason: string };

/** ncurses reads no more of a file than this. */
export const maxEntryBytes = 32_768;

const magicOf16BitNumbers = 0o432;
const magicOf32BitNumbers = 0o1036;
const headerBytes = 12;
const extendedHeaderBytes = 10;
const absent = -1;
const cancelled = -2;
const negativeSize = "one of its sections has a negative size";

/**
 * Never throws. A file whose sections do not fit into it is bad as a whole; a single string that points
 * outside the string table is absent, as in ncurses.
 */
export function parseEntry(bytes: Uint8Array): ParsedEntry {
  if (bytes.length > maxEntryBytes) {
    return bad(`it has ${bytes.length} bytes, but an entry has at most ${maxEntryBytes}`);
  }
  if (bytes.length < headerBytes) {
    return bad("it is too short for a header");
  }
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const magic = file.readInt16LE(0);
  if (magic !== magicOf16BitNumbers && magic !== magicOf32BitNumbers) {
    return bad("it does not start like a compiled terminfo entry");
  }
  const numberBytes = magic === magicOf32BitNumbers ? 4 : 2;
  const standard = standardSections(file, numberBytes);
  if (typeof standard === "string") {
    return bad(standard);
  }
  const extended = extendedSections(file, numberBytes, even(standard.end));
  if (typeof extended === "string") {
    return bad(extended);
  }
  return { kind: "ok", entry: collect(file, standard, extended) };
}

function bad(reason: string): ParsedEntry {
  return { kind: "bad", reason };
}

/** Where one group of capabilities, standard or extended, lies in the file. */
interface Sections {
  readonly flagsAt: number;
  readonly flagCount: number;
  readonly numbersAt: number;
  readonly numberCount: number;
  readonly numberBytes: number;
  readonly stringsAt: number;
  readonly stringCount: number;
  readonly tableAt: number;
  readonly end: number;
}

interface Counts {
  readonly flags: number;
  readonly numbers: number;
  readonly strings: number;
  /** All 16-bit offsets: those of the strings and, in the extended part, those of the names. */
  readonly offsets: number;
  readonly table: number;
}

function standardSections(file: Buffer, numberBytes: number): Sections | string {
  const [names = 0, flags = 0, numbers = 0, strings = 0, table = 0] = shorts(file, 2, 5);
  if (names < 0) {
    return negativeSize;
  }
  return layOut(file, headerBytes + names, numberBytes, { flags, numbers, strings, offsets: strings, table });
}

/** Undefined: the file ends with the standard capabilities, which is common. */
function extendedSections(file: Buffer, numberBytes: number, at: number): Sections | undefined | string {
  if (at + extendedHeaderBytes > file.length) {
    return undefined;
  }
  const [flags = 0, numbers = 0, strings = 0, used = 0, table = 0] = shorts(file, at, 5);
  if (Math.max(flags, numbers, strings, used, table) <= 0) {
    return undefined;
  }
  if (used < 0) {
    return negativeSize;
  }
  const offsets = strings + flags + numbers + strings;
  return layOut(file, at + extendedHeaderBytes, numberBytes, { flags, numbers, strings, offsets, table });
}

function layOut(file: Buffer, flagsAt: number, numberBytes: number, counts: Counts): Sections | string {
  if (Math.min(counts.flags, counts.numbers, counts.strings, counts.table) < 0) {
    return negativeSize;
  }
  const numbersAt = even(flagsAt + counts.flags);
  const stringsAt = numbersAt + counts.numbers * numberBytes;
  const tableAt = stringsAt + counts.offsets * 2;
  const end = tableAt + counts.table;
  if (end > file.length) {
    return `it is cut off: ${file.length} bytes where its header promises ${end}`;
  }
  return {
    flagsAt,
    flagCount: counts.flags,
    numbersAt,
    numberCount: counts.numbers,
    numberBytes,
    stringsAt,
    stringCount: counts.strings,
    tableAt,
    end,
  };
}

/** What an entry is while it is being filled. */
interface Draft {
  readonly flags: Set<FlagName>;
  readonly numbers: Map<NumberName, number>;
  readonly strings: Map<StringName, string>;
  readonly cancelled: Set<FlagName | NumberName | StringName>;
}

function collect(file: Buffer, standard: Sections, extended: Sections | undefined): Entry {
  const draft: Draft = { flags: new Set(), numbers: new Map(), strings: new Map(), cancelled: new Set() };
  const standardNames: Names = { flags: flagNames, numbers: numberNames, strings: stringNames };
  fill(draft, file, standard, standardNames);
  const extendedNames = extended === undefined ? noNames : readExtendedNames(file, extended);
  if (extended !== undefined) {
    fill(draft, file, extended, extendedNames);
  }
  const [named = ""] = file.toString("latin1", headerBytes, standard.flagsAt).split("\0");
  const fields = named.split("|");
  return {
    ...draft,
    names: fields.length > 1 ? fields.slice(0, -1) : fields,
    description: fields.length > 1 ? (fields.at(-1) ?? "") : "",
    extended: new Set(
      [...extendedNames.flags, ...extendedNames.numbers, ...extendedNames.strings].filter(isPresent),
    ),
  };
}

/** In the order of the values; undefined: this one has no name. */
interface Names {
  readonly flags: readonly (FlagName | undefined)[];
  readonly numbers: readonly (NumberName | undefined)[];
  readonly strings: readonly (StringName | undefined)[];
}

type ExtendedNames = Readonly<Record<keyof Names, readonly (ExtendedName | undefined)[]>>;

const noNames: ExtendedNames = { flags: [], numbers: [], strings: [] };

function isPresent<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

/**
 * The names lie behind the values in the same table; their offsets count from the end of the last value.
 * A name that is predefined for the same kind is dropped: the predefined slot alone counts, as in ncurses.
 */
function readExtendedNames(file: Buffer, sections: Sections): ExtendedNames {
  const values = shorts(file, sections.stringsAt, sections.stringCount)
    .map((offset) => tableText(file, sections, 0, offset))
    .filter(isPresent);
  const base = values.reduce((sum, value) => sum + value.length + 1, 0);
  const { flagCount, numberCount, stringCount } = sections;
  const namesAt = sections.stringsAt + stringCount * 2;
  const names = shorts(file, namesAt, flagCount + numberCount + stringCount).map((offset) =>
    tableText(file, sections, base, offset),
  );
  return {
    flags: without(flagNames, names.slice(0, flagCount)),
    numbers: without(numberNames, names.slice(flagCount, flagCount + numberCount)),
    strings: without(stringNames, names.slice(flagCount + numberCount)),
  };
}

function without(
  taken: readonly string[],
  names: readonly (string | undefined)[],
): readonly (ExtendedName | undefined)[] {
  return names.map((name) => (name === undefined || taken.includes(name) ? undefined : extendedName(name)));
}

function fill(draft: Draft, file: Buffer, sections: Sections, names: Names): void {
  const { flagCount, numberCount, stringCount, numberBytes } = sections;
  for (const [index, name] of names.flags.slice(0, flagCount).entries()) {
    const value = file.readInt8(sections.flagsAt + index);
    if (name !== undefined && value === 1) {
      draft.flags.add(name);
    }
    noteCancelled(draft, name, value);
  }
  for (const [index, name] of names.numbers.slice(0, numberCount).entries()) {
    const value = file.readIntLE(sections.numbersAt + index * numberBytes, numberBytes);
    if (name !== undefined && value > absent) {
      draft.numbers.set(name, value);
    }
    noteCancelled(draft, name, value);
  }
  for (const [index, name] of names.strings.slice(0, stringCount).entries()) {
    const offset = file.readInt16LE(sections.stringsAt + index * 2);
    const value = tableText(file, sections, 0, offset);
    if (name !== undefined && value !== undefined) {
      draft.strings.set(name, value);
    }
    noteCancelled(draft, name, offset);
  }
}

function noteCancelled(
  draft: Draft,
  name: FlagName | NumberName | StringName | undefined,
  value: number,
): void {
  if (name !== undefined && value === cancelled) {
    draft.cancelled.add(name);
  }
}

function tableText(file: Buffer, sections: Sections, base: number, offset: number): string | undefined {
  if (offset < 0) {
    return undefined;
  }
  return textAt(file, sections.tableAt + base + offset, sections.end);
}

/** The text up to its NUL; undefined where there is none before `end`. */
function textAt(file: Buffer, at: number, end: number): string | undefined {
  const stop = file.indexOf(0, at);
  if (at >= end || stop < 0 || stop >= end) {
    return undefined;
  }
  return file.toString("latin1", at, stop);
}

function shorts(file: Buffer, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => file.readInt16LE(at + index * 2));
}

function even(offset: number): number {
  return offset + (offset % 2);
}
